#include "app/ctl/commands.h"

#include "app/ctl/passphrase.h"
#include "app/ctl/printing.h"
#include "engine/authority/codes.h"
#include "engine/authority/signable.h"
#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/signing/keys.h"

#include <algorithm>
#include <cstdio>

namespace countersign::ctl {

namespace {

std::string questionOf(const domain::DecisionRequest& request)
{
    std::string warns;
    for (const Json& verdict : domain::memberOr(request.subject, "verdicts", Json::array()))
        if (domain::textOr(verdict, "verdict") == "fail")
            warns += (warns.empty() ? "" : ", ") + domain::textOr(verdict, "validation");
    return "Proceed with " + request.taskId + " despite " + warns + "?";
}

Json coversOf(const domain::DecisionRequest& request)
{
    Json out = Json::array();
    for (const Json& verdict : domain::memberOr(request.subject, "verdicts", Json::array()))
        if (domain::textOr(verdict, "verdict") == "fail")
            out.push_back({{"validation", domain::textOr(verdict, "validation")},
                           {"resource", domain::textOr(verdict, "resource")},
                           {"message", domain::memberOr(verdict, "message", nullptr)},
                           {"evidence_digest", domain::textOr(verdict, "evidence_digest")}});
    return out;
}

base::Result<Answer> pending(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto requests, engine->pendingDecisions(context.globals().project));
    Answer out;
    out.body["pending"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"decision", "task", "asked", "question"}};
    for (const domain::DecisionRequest& request : requests) {
        out.body["pending"].push_back({{"decision_id", request.id.value},
                                       {"task_id", request.taskId},
                                       {"question", questionOf(request)},
                                       {"covers", coversOf(request)},
                                       {"subject_digest", request.subjectDigest},
                                       {"requested_at", base::isoTime(request.openedAt)}});
        rows.push_back({request.id.value, request.taskId, base::isoTime(request.openedAt), oneLine(questionOf(request))});
    }
    out.text = requests.empty() ? "No decision is pending.\n" : table(rows);
    return out;
}

Answer subjectAnswer(const domain::DecisionRequest& request)
{
    Answer out;
    out.body = {{"decision_id", request.id.value},
                {"question", questionOf(request)},
                {"subject", request.subject},
                {"subject_digest", request.subjectDigest},
                {"state", domain::toText(request.state)}};
    out.text = questionOf(request) + "\n\n" + base::visible(base::pretty(request.subject), true) + "\n\nSubject " + request.subjectDigest + "\n";
    return out;
}

base::Result<std::filesystem::path> keyFile(Context& context)
{
    if (const auto file = context.arguments().value("--key"))
        return std::filesystem::path(*file);
    CS_ASSIGN(Runtime* const runtime, context.runtime());
    CS_ASSIGN(const auto keys, signing::listKeys(runtime->keyDirectory()));
    if (keys.size() == 1)
        return keys.front().file;
    return usage("there are " + std::to_string(keys.size()) + " keys in " + runtime->keyDirectory().string(), "Name one with --key FILE.");
}

Json keyJson(const signing::KeyEntry& key)
{
    return {{"file", key.file.string()}, {"public_file", key.publicFile.string()}, {"key_id", key.keyId}, {"algorithm", key.algorithm}, {"public_key", key.publicKeyPem}};
}

} // namespace

base::Result<Answer> authorize(Context& context)
{
    const Arguments& args = context.arguments();
    const bool proceed = args.has("--proceed");
    const bool reject = args.has("--reject");
    if (args.positional.empty()) {
        if (proceed || reject)
            return usage("which decision? name its id", "See countersignctl authorize --help.");
        return pending(context);
    }
    if (proceed && reject)
        return usage("--proceed and --reject exclude each other", "See countersignctl authorize --help.");
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const std::string id, base::parseUlid(args.positional[0]));
    CS_ASSIGN(const HaltDetail detail, engine->halt({id}));
    if (!detail.halt.signable())
        CS_TRY(authority::checkHalt(&detail.halt));
    if (!detail.request)
        return base::fail(base::codes::Unknown, "the escalate halt " + id + " has no decision request");
    Answer shown = subjectAnswer(*detail.request);
    if (!proceed && !reject)
        return shown;
    if (detail.request->state != domain::RequestState::Open)
        return base::fail(base::Error(authority::codes::RequestNotOpen, "the request was " + std::string(domain::toText(detail.request->state)) + " at " +
                                                                            base::isoTime(detail.request->endedAt) + ": " + detail.request->endReason)
                              .advise("Look at the halt: countersignctl halts show " + id));
    if (const auto expected = args.value("--subject"); expected && *expected != detail.request->subjectDigest)
        return base::fail(base::Error(authority::codes::SubjectChanged, "the subject has the digest " + detail.request->subjectDigest + ", not " + *expected)
                              .advise("Read it again: countersignctl authorize " + id));
    const std::string reason = args.value("--reason").value_or("");
    CS_TRY(authority::checkReason(reason));
    if (!context.globals().json && !args.value("--subject"))
        std::fwrite(shown.text.data(), 1, shown.text.size(), stderr);
    CS_ASSIGN(const std::filesystem::path file, keyFile(context));
    CS_ASSIGN(const auto passphrase, readPassphrase(args.value("--passphrase-fd"), "Passphrase of " + file.string() + ": "));
    CS_ASSIGN(const auto key, signing::openKey(file, passphrase));
    CS_TRY(engine->markSubjectSeen({id}));
    CS_ASSIGN(const DecideReport report, engine->decide({{id}, proceed ? domain::DecisionKind::Proceed : domain::DecisionKind::Reject, reason, detail.request->subjectDigest}, *key));
    std::string next = proceed ? "Now validate again: countersignctl validate --task " + detail.halt.taskId + "\n" : std::string();
    if (!report.queuedPlan.empty()) {
        const auto started = engine->startPlan(report.queuedPlan);
        next = started ? "The plan goes on: countersignctl plan show " + detail.halt.taskId + "\n"
                       : "The plan waits: " + oneLine(started.error().text(), 400) + "\n";
    }
    Answer out;
    out.body = {{"decision_id", id},
                {"record", report.record.jws},
                {"claims", domain::toJson(report.record.claims)},
                {"state", domain::toText(report.state)},
                {"signatures", {{"standing", report.signaturesStanding}, {"needed", report.signaturesNeeded}}}};
    out.text = "Signed by " + report.record.claims.signer + ": " + std::string(domain::toText(report.record.claims.decision)) + ", record " +
               report.record.claims.jti + ".\n" +
               (report.state == domain::RequestState::Open ? std::to_string(report.signaturesStanding) + " of " + std::to_string(report.signaturesNeeded) + " signatures.\n"
                                                            : next);
    return out;
}

base::Result<Answer> keyNew(Context& context)
{
    const Arguments& args = context.arguments();
    const auto algorithm = signing::parseKeyAlgorithm(args.value("--alg").value_or("ed25519"));
    if (!algorithm)
        return usage("--alg is ed25519 or rs256", "See countersignctl key new --help.");
    CS_ASSIGN(const auto passphrase, readPassphrase(args.value("--passphrase-fd"), "New passphrase: "));
    if (!args.has("--passphrase-fd")) {
        CS_ASSIGN(const auto again, readPassphrase(std::nullopt, "The same again: "));
        if (again.view() != passphrase.view())
            return usage("the two passphrases differ", "Try again; no key was made.");
    }
    CS_ASSIGN(const signing::GeneratedKey made, signing::generateKey(*algorithm, *args.value("--out"), passphrase));
    Answer out;
    out.body = {{"key", keyJson(made.key)}, {"notices", made.notices}};
    out.text = "Key " + made.key.keyId + "\n  private " + made.key.file.string() + "\n  public  " + made.key.publicFile.string() +
               "\nRegister it: countersignctl signer add NAME --public-key " + made.key.publicFile.string() + "\n";
    for (const std::string& notice : made.notices)
        out.text += "Notice: " + notice + "\n";
    return out;
}

base::Result<Answer> keyShow(Context& context)
{
    std::vector<signing::KeyEntry> keys;
    if (!context.arguments().positional.empty()) {
        CS_ASSIGN(const signing::KeyEntry key, signing::showKey(context.arguments().positional[0]));
        keys.push_back(key);
    } else {
        CS_ASSIGN(Runtime* const runtime, context.runtime());
        CS_ASSIGN(keys, signing::listKeys(runtime->keyDirectory()));
    }
    Answer out;
    out.body["keys"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"key id", "algorithm", "file"}};
    for (const signing::KeyEntry& key : keys) {
        out.body["keys"].push_back(keyJson(key));
        rows.push_back({key.keyId, key.algorithm, key.file.string()});
    }
    out.text = keys.empty() ? "There is no key.\n" : table(rows);
    return out;
}

base::Result<Answer> signerAdd(Context& context)
{
    const Arguments& args = context.arguments();
    CS_ASSIGN(const std::string pem, base::readFile(*args.value("--public-key"), 65536));
    CS_ASSIGN(Engine* const engine, context.engine());
    SignerRequest request{args.positional[0], pem, args.values("--project"), args.values("--login"), args.values("--agent"), 0};
    if (request.projects.empty() && !context.globals().project.empty())
        request.projects.push_back(context.globals().project);
    CS_ASSIGN(const domain::Signer signer, engine->addSigner(request));
    Answer out;
    out.body["signer"] = domain::toJson(signer);
    out.text = "Signer " + signer.name + " may sign " + (signer.projects.empty() ? std::string("for every project") : "for " + std::to_string(signer.projects.size()) + " project(s)") +
               " with key " + signer.keyId + ".\n";
    return out;
}

base::Result<Answer> signerList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto signers, engine->signers());
    Answer out;
    out.body["signers"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"name", "state", "algorithm", "key id"}};
    for (const domain::Signer& signer : signers) {
        out.body["signers"].push_back(domain::toJson(signer));
        rows.push_back({signer.name, signer.revokedAt != 0 ? "revoked" : "may sign", signer.algorithm, signer.keyId});
    }
    out.text = signers.empty() ? "There is no signer.\n" : table(rows);
    return out;
}

base::Result<Answer> signerRevoke(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const domain::Signer signer, engine->revokeSigner(context.arguments().positional[0]));
    Answer out;
    out.body["signer"] = domain::toJson(signer);
    out.text = "Signer " + signer.name + " is revoked.\n";
    return out;
}

} // namespace countersign::ctl
