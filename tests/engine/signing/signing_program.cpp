// Opens a key, so the check of symbols must find it.
#include "engine/signing/keys.h"

int main(int argc, char** argv)
{
    using namespace countersign;
    return argc > 2 && signing::openKey(argv[1], signing::Passphrase(std::string_view(argv[2]))).has_value() ? 0 : 1;
}
