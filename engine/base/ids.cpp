#include "engine/base/ids.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <openssl/rand.h>

#include <array>
#include <mutex>

namespace countersign::base {

namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

struct UlidState
{
    TimeMs time = -1;
    std::array<std::uint8_t, 10> random{};
};

// Writes 48 bits of time and 80 random bits as 26 symbols of 5 bits, most significant first.
std::string encode(TimeMs time, const std::array<std::uint8_t, 10>& random)
{
    std::string out(26, '0');
    auto rest = static_cast<std::uint64_t>(time);
    for (std::size_t i = 10; i-- > 0; rest >>= 5)
        out[i] = alphabet[rest & 31];
    std::size_t bit = 0;
    for (std::size_t i = 10; i < 26; ++i) {
        unsigned symbol = 0;
        for (int k = 0; k < 5; ++k, ++bit)
            symbol = (symbol << 1) | ((random[bit / 8] >> (7 - bit % 8)) & 1U);
        out[i] = alphabet[symbol];
    }
    return out;
}

bool increment(std::array<std::uint8_t, 10>& random)
{
    for (std::size_t i = random.size(); i-- > 0;)
        if (++random[i] != 0)
            return true;
    return false;
}

} // namespace

std::string newUlid(const Clock& clock)
{
    static std::mutex mutex;
    static UlidState state;
    const std::scoped_lock lock(mutex);
    const TimeMs now = clock.now();
    if (now > state.time) {
        state.time = now;
        RAND_bytes(state.random.data(), static_cast<int>(state.random.size()));
        state.random[0] &= 0x7F;
    } else if (!increment(state.random)) {
        ++state.time;
    }
    return encode(state.time, state.random);
}

Result<std::string> parseUlid(std::string_view text)
{
    const auto bad = [&] {
        return fail(Error(codes::IdInvalid, "\"" + visible(elide(text, 40), false) + "\" is not an id")
                        .advise("An id has 26 characters of 0-9 and A-Z without I, L, O, U."));
    };
    if (text.size() != 26)
        return bad();
    std::string out;
    for (char c : text) {
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
        if (alphabet.find(c) == std::string_view::npos)
            return bad();
        out += c;
    }
    if (out[0] > '7')
        return bad();
    return out;
}

TimeMs ulidTime(std::string_view ulid)
{
    TimeMs time = 0;
    for (const char c : ulid.substr(0, 10))
        time = (time << 5) | static_cast<TimeMs>(alphabet.find(c));
    return time;
}

} // namespace countersign::base
