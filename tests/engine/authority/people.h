// Signers with real keys, a request and its records, for the tests of this folder.
#pragma once

#include "engine/authority/record.h"
#include "engine/authority/signable.h"
#include "engine/authority/subject.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/signing/keys.h"

#include <memory>
#include <string>

namespace countersign::test {

inline constexpr base::TimeMs now = 1'800'000'000'000;

struct Person
{
    domain::Signer signer{};
    std::unique_ptr<authority::RecordSigner> key{};
};

inline Person makePerson(const std::string& name, signing::KeyAlgorithm algorithm = signing::KeyAlgorithm::Ed25519)
{
    const auto directory = base::TemporaryDirectory::create("countersign-test").value();
    const signing::Passphrase passphrase(std::string_view("correct horse"));
    const auto made = signing::generateKey(algorithm, directory.path() / "key.pem", passphrase).value();
    Person out;
    out.key = signing::openKey(made.key.file, passphrase).value();
    out.signer.keyId = made.key.keyId;
    out.signer.name = name;
    out.signer.publicKeyPem = made.key.publicKeyPem;
    out.signer.algorithm = made.key.algorithm;
    out.signer.logins = {name};
    out.signer.addedAt = now - 1000;
    return out;
}

inline std::string ulid(int n)
{
    std::string digits = std::to_string(n);
    return "01ARZ3NDEKTSV4RRFFQ69G" + std::string(4 - digits.size(), '0') + digits;
}

inline domain::ValidationResult result(const std::string& name, domain::Mode mode, domain::Verdict verdict)
{
    domain::ValidationResult out;
    out.validation = "local/" + name;
    out.resource = "local/repo";
    out.attachment.value = ulid(100);
    out.definitionDigest = base::sha256Hex("definition of " + name);
    out.mode = mode;
    out.verdict = verdict;
    out.passed = verdict == domain::Verdict::Pass;
    out.message = name + " says so";
    out.evidenceDigest = authority::evidenceDigest(out, {});
    return out;
}

/// One escalation: two warns and a pass under unanimous.
struct Escalation
{
    domain::Plan plan{};
    domain::Run run{};
    domain::PolicyDecision decision{};
    domain::DecisionRules rules{};
    std::vector<domain::ValidationResult> results{};
    domain::Halt halt{};
    domain::DecisionRequest request{};

    void open()
    {
        request.subject = authority::subject(plan, run, results, decision, rules);
        request.subjectDigest = authority::subjectDigest(request.subject);
    }
};

inline Escalation escalation()
{
    Escalation out;
    out.plan.id.value = ulid(1);
    out.plan.taskId = "task-1";
    out.plan.projects = {"local/demo"};
    out.run.id.value = ulid(2);
    out.run.specDigest = base::sha256Hex("the specification");
    out.run.workTree = base::sha256Hex("the tree");
    out.decision.policy = "unanimous";
    out.decision.pass = 1;
    out.decision.warn = 2;
    out.decision.total = 3;
    out.results = {result("style", domain::Mode::Informational, domain::Verdict::Fail),
                   result("lint", domain::Mode::Informational, domain::Verdict::Fail),
                   result("unit", domain::Mode::Required, domain::Verdict::Pass)};
    out.halt.id.value = ulid(3);
    out.halt.haltType = "escalate";
    out.halt.openedAt = now - 5000;
    out.request.id = out.halt.id;
    out.request.plan = out.plan.id;
    out.request.taskId = "task-1";
    out.request.project = "local/demo";
    out.request.openedAt = now - 5000;
    out.open();
    return out;
}

inline domain::DecisionClaims claims(const Escalation& e, const Person& person, domain::DecisionKind kind, int jti, base::TimeMs at = now)
{
    domain::DecisionClaims out = authority::claimsFor(e.request, e.rules, person.signer, kind, "Looked at it, it is fine.", at);
    out.jti = ulid(jti);
    out.auditSeq = 6;
    out.auditHash = base::sha256Hex("head");
    return out;
}

inline domain::DecisionRecord record(const domain::DecisionClaims& claims, Person& person)
{
    domain::DecisionRecord out;
    out.jws = authority::signRecord(claims, *person.key).value();
    out.claims = claims;
    out.request.value = claims.decisionId;
    out.recordedAt = claims.issuedAt * 1000;
    return out;
}

} // namespace countersign::test
