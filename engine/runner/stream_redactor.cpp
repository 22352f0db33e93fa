#include "engine/runner/redactor.h"

namespace countersign::runner {
namespace {

constexpr std::size_t lineHeld = 16 * 1024;
constexpr std::size_t blockHeld = 256 * 1024;
constexpr std::size_t overlap = 4 * 1024;
constexpr std::string_view blockBegin = "-----BEGIN ";
constexpr std::string_view blockEnd = "-----END ";

} // namespace

std::size_t StreamRedactor::safeLength() const
{
    const std::size_t line = m_held.rfind('\n');
    std::size_t safe = line == std::string::npos ? 0 : line + 1;
    if (m_held.size() - safe > lineHeld) {
        const std::size_t gap = m_held.find_last_of(" \t,;", m_held.size() - overlap);
        safe = gap == std::string::npos || gap < safe ? m_held.size() - overlap : gap;
    }
    const std::size_t block = m_held.rfind(blockBegin);
    if (block != std::string::npos && block < safe && m_held.find(blockEnd, block) >= safe
        && m_held.size() - block < blockHeld)
        safe = block;
    return safe;
}

std::string StreamRedactor::add(std::string_view bytes)
{
    m_held += bytes;
    const std::size_t safe = safeLength();
    const std::string result = m_redactor->text(std::string_view(m_held).substr(0, safe));
    m_held.erase(0, safe);
    return result;
}

std::string StreamRedactor::end()
{
    std::string result = m_redactor->text(m_held);
    m_held.clear();
    return result;
}

} // namespace countersign::runner
