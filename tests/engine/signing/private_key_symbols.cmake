# cmake -DNM=nm -DBINARY=FILE -DEXPECT=none|some -P private_key_symbols.cmake
# Reads the symbols that a program defines and needs, static and dynamic, and looks for any that loads, makes or uses a
# private key. none: fails when there is one. some: fails when there is none.
if(NOT EXISTS "${BINARY}")
  message(FATAL_ERROR "There is no program ${BINARY}")
endif()

set(lines "")
foreach(options "-C" "-D")
  execute_process(COMMAND "${NM}" ${options} "${BINARY}" OUTPUT_VARIABLE out RESULT_VARIABLE status ERROR_VARIABLE error)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "nm ${options} failed: ${error}")
  endif()
  string(APPEND lines "${out}")
endforeach()
if(NOT lines MATCHES "[A-Za-z_]")
  message(FATAL_ERROR "nm found no symbol at all in ${BINARY}; nothing can be said about it")
endif()

set(patterns
  "PEM_read[A-Za-z0-9_]*PrivateKey" "PEM_read[A-Za-z0-9_]*PKCS8" "PEM_write[A-Za-z0-9_]*PrivateKey" "PEM_write[A-Za-z0-9_]*PKCS8"
  "d2i_[A-Za-z0-9_]*PrivateKey" "d2i_[A-Za-z0-9_]*PKCS8" "d2i_PKCS12" "b2i_PrivateKey" "PKCS12_parse" "PKCS8_decrypt" "PKCS8_encrypt" "PKCS8_set0_pbe"
  "EVP_PKCS82PKEY" "EVP_PKEY2PKCS8" "EVP_DigestSign" "EVP_SignFinal" "EVP_PKEY_sign" "EVP_PKEY_keygen" "EVP_PKEY_generate" "EVP_PKEY_Q_keygen"
  "EVP_PKEY_new_raw_private_key" "EVP_PKEY_fromdata" "OSSL_DECODER_" "OSSL_STORE_" "RSA_sign" "RSA_private_" "RSA_generate_key" "RSA_set0_key"
  "EC_KEY_" "ECDSA_sign" "ED25519_sign" "ENGINE_load_private_key" "ENGINE_by_id" "gcry_pk_sign" "gnutls_privkey" "crypto_sign"
  "countersign::signing::" "11countersign7signing")
set(found "")
foreach(pattern ${patterns})
  string(REGEX MATCHALL "${pattern}[^\n]*" matches "${lines}")
  foreach(match ${matches})
    list(APPEND found "${match}")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES found)
list(LENGTH found count)

if(EXPECT STREQUAL "none" AND count GREATER 0)
  string(REPLACE ";" "\n" text "${found}")
  message(FATAL_ERROR "${BINARY} holds ${count} symbols of private keys:\n${text}")
elseif(EXPECT STREQUAL "some" AND count EQUAL 0)
  message(FATAL_ERROR "${BINARY} holds no symbol of private keys, but it signs: the check is blind")
elseif(NOT EXPECT MATCHES "^(none|some)$")
  message(FATAL_ERROR "EXPECT must be none or some")
endif()
message(STATUS "${BINARY}: ${count} symbols of private keys, as expected")
