#include "engine/runner/supervisor/processes.h"

#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace countersign::runner::supervisor {

std::vector<int> otherProcesses()
{
    std::vector<int> result;
    DIR* directory = ::opendir("/proc");
    while (const dirent* entry = directory == nullptr ? nullptr : ::readdir(directory)) {
        if (const int pid = std::atoi(entry->d_name); pid > 1)
            result.push_back(pid);
    }
    if (directory != nullptr)
        ::closedir(directory);
    return result;
}

std::string commandLine(int pid)
{
    char text[200] = {};
    for (const char* file : {"/cmdline", "/comm"}) {
        const int fd = ::open(("/proc/" + std::to_string(pid) + file).c_str(), O_RDONLY | O_CLOEXEC);
        const ssize_t n = fd < 0 ? 0 : ::read(fd, text, sizeof text - 1);
        if (fd >= 0)
            ::close(fd);
        if (n <= 0)
            continue;
        std::string line(text, static_cast<std::size_t>(n));
        for (char& c : line)
            c = c == '\0' || c == '\n' ? ' ' : c;
        return line.substr(0, line.find_last_not_of(' ') + 1);
    }
    return "?";
}

} // namespace countersign::runner::supervisor
