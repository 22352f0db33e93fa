// Links all of engine/authority, as countersign-mcp does.
#include "engine/authority/coverage.h"
#include "engine/authority/record.h"
#include "engine/authority/token.h"

int main(int argc, char** argv)
{
    using namespace countersign;
    const authority::SecretBytes secret(authority::tokenSecretSize);
    const bool token = argc > 1 && authority::verifyToken(argv[1], secret, 0).has_value();
    const bool record = argc > 1 && authority::verifyRecord(argv[1], {}).has_value();
    return token || record || !authority::coveredWarns({}, {}, {}, {}).covered.empty() ? 1 : 0;
}
