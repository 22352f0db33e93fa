# One place for what every target shares: language level, warnings, sanitizers, precompiled headers.
include_guard(GLOBAL)

option(COUNTERSIGN_WERROR "Treat compiler warnings as errors" OFF)
set(COUNTERSIGN_SANITIZE "" CACHE STRING "Sanitizers to build with, as for -fsanitize= (address,undefined or thread)")

set(COUNTERSIGN_TOGETHER 0 CACHE STRING "How many source files of a library to compile as one; 0: each by itself. Quicker from nothing, slower after an edit")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${CCACHE_PROGRAM}")
endif()

add_library(countersign-flags INTERFACE)
target_include_directories(countersign-flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_definitions(countersign-flags INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS QT_NO_FOREACH QT_NO_URL_CAST_FROM_STRING
  COUNTERSIGN_VERSION="${PROJECT_VERSION}")
target_compile_options(countersign-flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<BOOL:${COUNTERSIGN_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(countersign-flags INTERFACE -fpch-preprocess)
endif()
if(COUNTERSIGN_SANITIZE)
  target_compile_options(countersign-flags INTERFACE -fsanitize=${COUNTERSIGN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(countersign-flags INTERFACE -fsanitize=${COUNTERSIGN_SANITIZE})
endif()

# Precompiled headers: one per family. Targets of a family reuse it, so it is compiled once.
file(WRITE "${CMAKE_BINARY_DIR}/pch/empty.cpp" "")
function(_countersign_pch name)
  add_library(countersign-pch-${name} OBJECT "${CMAKE_BINARY_DIR}/pch/empty.cpp")
  target_link_libraries(countersign-pch-${name} PRIVATE countersign-flags ${ARGN})
endfunction()
_countersign_pch(engine nlohmann_json::nlohmann_json tl::expected)
target_precompile_headers(countersign-pch-engine PRIVATE
  <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view>
  <utility> <variant> <vector> <nlohmann/json.hpp> <tl/expected.hpp>)

# Of the test programs: a program itself, because position-independent programs are compiled otherwise than libraries.
# QTest stays out: its header depends on a macro that differs from folder to folder.
file(WRITE "${CMAKE_BINARY_DIR}/pch/main.cpp" "int main() { return 0; }\n")
add_executable(countersign-pch-test EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/pch/main.cpp")
target_link_libraries(countersign-pch-test PRIVATE countersign-flags nlohmann_json::nlohmann_json tl::expected Qt6::Core)
target_precompile_headers(countersign-pch-test PRIVATE
  <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <string> <string_view> <vector> <nlohmann/json.hpp>
  <tl/expected.hpp> <QObject> <QByteArray> <QString> <QStringList> <QVariant> <QDateTime> <QUrl> <QJsonObject> <QMetaEnum>)

# countersign_library(NAME [SOURCES …] [PUBLIC …] [PRIVATE …] [PCH engine] [MOC])
#   a static library in the current folder; NAME is the folder with '-' for '/'.
function(countersign_library name)
  cmake_parse_arguments(ARG "MOC" "PCH" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC countersign-flags ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(ARG_MOC)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
  endif()
  if(COUNTERSIGN_TOGETHER GREATER 0)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${COUNTERSIGN_TOGETHER})
  endif()
  if(ARG_PCH)
    target_precompile_headers(${name} REUSE_FROM countersign-pch-${ARG_PCH})
  endif()
endfunction()

# countersign_test(NAME SOURCES … LIBS … [TIMEOUT s] [LABELS …]): one Qt Test executable, run offscreen.
# NAME repeats the folder under tests/: engine-base-json for tests/engine/base/json_test.cpp.
function(countersign_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;LABELS;ENVIRONMENT" ${ARGN})
  add_executable(${name}-test ${ARG_SOURCES})
  set_target_properties(${name}-test PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/bin")
  target_link_libraries(${name}-test PRIVATE countersign-flags ${ARG_LIBS} Qt6::Test)
  target_precompile_headers(${name}-test REUSE_FROM countersign-pch-test)
  target_compile_definitions(${name}-test PRIVATE
    COUNTERSIGN_SOURCE_DIR="${CMAKE_SOURCE_DIR}" COUNTERSIGN_BINARY_DIR="${CMAKE_BINARY_DIR}")
  # A test includes its own .moc: automoc would add a scan and a file to compile to each of the many programs.
  set(moc_folder "${CMAKE_CURRENT_BINARY_DIR}/moc/${name}")
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(base "${source}" NAME_WE)
    file(STRINGS "${source}" includes REGEX "^#include \"${base}\\.moc\"")
    if(includes)
      qt6_generate_moc("${source}" "${moc_folder}/${base}.moc" TARGET ${name}-test)
      set_property(SOURCE "${source}" APPEND PROPERTY OBJECT_DEPENDS "${moc_folder}/${base}.moc")
      target_include_directories(${name}-test PRIVATE "${moc_folder}")
    endif()
  endforeach()
  add_test(NAME ${name} COMMAND ${name}-test)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(COUNTERSIGN_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 8")
  endif()
  _countersign_test_properties(${name} ${ARG_TIMEOUT} "${ARG_LABELS}" ${ARG_ENVIRONMENT})
endfunction()

# countersign_long_test(NAME TIMEOUT s [ARGUMENTS …] [LABELS …]): the same program with its long counts, behind --long.
function(countersign_long_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "ARGUMENTS;LABELS" ${ARGN})
  list(APPEND ARG_LABELS long)
  add_test(NAME ${name}-long COMMAND ${name}-test ${ARG_ARGUMENTS})
  _countersign_test_properties(${name}-long ${ARG_TIMEOUT} "${ARG_LABELS}" COUNTERSIGN_LONG=1)
endfunction()

# Qt Test ends a test function after five minutes by itself.
function(_countersign_test_properties name timeout labels)
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} LABELS "${labels}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QTEST_FUNCTION_TIMEOUT=${timeout}000;${ARGN}")
endfunction()
