#include "engine/authority/base64url.h"

#include "engine/authority/codes.h"

namespace countersign::authority {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::array<signed char, 256> makeValues()
{
    std::array<signed char, 256> out{};
    out.fill(-1);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        out[static_cast<unsigned char>(alphabet[i])] = static_cast<signed char>(i);
    return out;
}
constexpr std::array<signed char, 256> values = makeValues();

} // namespace

std::string base64UrlEncode(std::string_view bytes)
{
    std::string out;
    out.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6)
            out += alphabet[(bits >> (count - 6)) & 63U];
    }
    if (count > 0)
        out += alphabet[(bits << (6 - count)) & 63U];
    return out;
}

base::Result<std::string> base64UrlDecode(std::string_view text)
{
    std::string out;
    out.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int value = values[static_cast<unsigned char>(text[i])];
        if (text[i] == '=')
            return base::fail(codes::Base64Padding, "Padding at character " + std::to_string(i + 1) + ".");
        if (value < 0)
            return base::fail(codes::Base64Alphabet, "Character " + std::to_string(i + 1) + " is not of the base64url alphabet.");
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>((bits >> count) & 0xFFU);
        }
    }
    if (text.size() % 4 == 1)
        return base::fail(codes::Base64Length, "A base64url text can't have " + std::to_string(text.size()) + " characters.");
    if ((bits & ((1U << count) - 1U)) != 0)
        return base::fail(codes::Base64UnusedBits, "The last character has set bits that no byte uses.");
    return out;
}

} // namespace countersign::authority
