#include "engine/base/error.h"

namespace countersign::base {

Error& Error::at(Place place) &
{
    m_place = std::move(place);
    return *this;
}
Error&& Error::at(Place place) && { return std::move(at(std::move(place))); }

Error& Error::advise(std::string whatToDo) &
{
    m_advice = std::move(whatToDo);
    return *this;
}
Error&& Error::advise(std::string whatToDo) && { return std::move(advise(std::move(whatToDo))); }

Error& Error::because(Error cause) &
{
    m_cause = std::make_shared<const Error>(std::move(cause));
    return *this;
}
Error&& Error::because(Error cause) && { return std::move(because(std::move(cause))); }

std::string Error::text() const
{
    std::string out;
    if (m_place) {
        out += m_place->file;
        if (m_place->line > 0)
            out += ":" + std::to_string(m_place->line);
        if (m_place->column > 0)
            out += ":" + std::to_string(m_place->column);
        if (!m_place->pointer.empty())
            out += (out.empty() ? "at " : " at ") + m_place->pointer;
        if (!out.empty())
            out += ": ";
    }
    out += m_message.empty() ? std::string(sentence()) : m_message;
    out += " [" + std::string(code()) + "]";
    if (!m_advice.empty())
        out += " " + m_advice;
    if (m_cause)
        out += "; because " + m_cause->text();
    return out;
}

int exitStatus(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage: return 64;
    case ErrorKind::BadInput: return 65;
    case ErrorKind::NotFound: return 66;
    case ErrorKind::Unavailable: return 69;
    case ErrorKind::Conflict: return 75;
    case ErrorKind::Denied: return 77;
    case ErrorKind::Found: return 10;
    case ErrorKind::Damaged: return 11;
    case ErrorKind::Unsupported: return 12;
    case ErrorKind::Cancelled: return 75;
    case ErrorKind::Internal: return 4;
    }
    return 4;
}

} // namespace countersign::base
