#include "app/ctl/passphrase.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"

#include <charconv>

#include <fcntl.h>
#include <termios.h>

namespace countersign::ctl {

namespace {

constexpr std::size_t longest = 1024;

base::Result<authority::SecretBytes> readLine(int fd)
{
    authority::SecretBytes buffer(longest);
    std::size_t size = 0;
    while (size < longest) {
        const ssize_t n = ::read(fd, buffer.data() + size, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || buffer.data()[size] == '\n')
            return authority::SecretBytes(std::string_view(buffer.data(), size));
        ++size;
    }
    return base::fail(base::codes::Usage, "the passphrase is longer than " + std::to_string(longest - 1) + " bytes");
}

// Turns the echo off while it lives.
class Silence
{
public:
    explicit Silence(int terminal) : m_terminal(terminal)
    {
        m_changed = ::tcgetattr(terminal, &m_before) == 0;
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        if (m_changed)
            ::tcsetattr(terminal, TCSAFLUSH, &silent);
    }
    ~Silence()
    {
        if (m_changed)
            ::tcsetattr(m_terminal, TCSAFLUSH, &m_before);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    int m_terminal;
    termios m_before{};
    bool m_changed = false;
};

} // namespace

base::Result<authority::SecretBytes> readPassphrase(const std::optional<std::string>& fd, const std::string& prompt)
{
    if (fd) {
        int number = -1;
        const auto end = std::from_chars(fd->data(), fd->data() + fd->size(), number);
        if (end.ec != std::errc{} || end.ptr != fd->data() + fd->size() || ::fcntl(number, F_GETFD) < 0)
            return base::fail(base::codes::Usage, "--passphrase-fd " + *fd + " is not an open descriptor");
        return readLine(number);
    }
    const base::Fd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
    if (!terminal.valid())
        return base::fail(base::Error(base::codes::Usage, "there is no terminal to ask for the passphrase").advise("Use --passphrase-fd N."));
    const Silence silence(terminal.get());
    (void)!::write(terminal.get(), prompt.data(), prompt.size());
    auto out = readLine(terminal.get());
    (void)!::write(terminal.get(), "\n", 1);
    return out;
}

} // namespace countersign::ctl
