#include "tests/support/fake_engine.h"

#include "engine/base/digest.h"

namespace countersign::tests {

namespace {

using domain::Json;

constexpr base::TimeMs minute = 60'000;

base::TimeMs ago(int minutes) { return base::SystemClock().now() - minutes * minute; }

std::string put(FakeStore& store, const std::string& text)
{
    const std::string digest = base::sha256Hex(text);
    store.outputs[digest] = text;
    return digest;
}

domain::ValidationResult resultOf(FakeStore& store, const std::string& validation, domain::Mode mode, domain::Verdict verdict,
                                  const std::string& message, std::int64_t ms, const std::string& output)
{
    static int row = 1000;
    domain::ValidationResult r;
    r.row = ++row;
    r.attachment = {"01K2M8AAAAAAAAAAAAAAAA" + base::sha256Hex(validation).substr(0, 4)};
    r.resource = "repo/pump-controller";
    r.scope = "project";
    r.validation = validation;
    r.mode = mode;
    r.verdict = verdict;
    r.passed = verdict == domain::Verdict::Pass;
    r.message = message;
    r.startedAt = ago(12);
    r.durationMs = ms;
    r.evidenceDigest = base::sha256Hex(validation + message);
    r.definitionDigest = base::sha256Hex(validation);
    if (!output.empty()) {
        r.standardOutput.digest = put(store, output);
        r.standardOutput.storedBytes = r.standardOutput.totalBytes = static_cast<std::int64_t>(output.size());
    }
    return r;
}

const std::string analysis = R"(Checking 4 files with profile firmware
src/alarm/limits.h
src/alarm/alarm.h
src/alarm/alarm.cpp
src/telemetry/frame.cpp

1 new finding against the baseline of 11 Mar
)" "\x1b[1msrc/alarm/alarm.cpp:88:20:\x1b[0m \x1b[33mwarning:\x1b[0m narrowing conversion\n" R"(  from 'double' to 'uint16_t' [bugprone-narrowing-conversions]
  86 |   void Alarm::arm(double limit_bar) {
  87 |     const double scaled = limit_bar * kCountsPerBar;
  88 |     limit_counts_ = scaled;
     |                     ^~~~~~
  note: value range of limit_bar is [0, 10] (see limits.h:9)
  note: result range is [0, 1000], fits uint16_t

src/alarm/alarm.cpp:88:20: fix-it: add an explicit cast
  88 |     limit_counts_ = static_cast<uint16_t>(scaled);
     |                     ++++++++++++++++++++++      +

Suppressed 1203 warnings (1203 in non-user code).
Profile firmware: 38 checks
  bugprone: 21
  cert: 9
  readability: 8
Files with findings: 1 of 4
Time: 38.6 s in 1 process
Baseline: .analysis/baseline.json
Baseline entries: 212
Entries no longer found: 0
New findings: 1
Done.
)";

Json subjectOf(const HaltDetail& detail)
{
    Json verdicts = Json::array();
    for (const auto& r : detail.results)
        verdicts.push_back({{"validation", r.validation}, {"resource", r.resource}, {"attachment", r.attachment.value},
                            {"definition_digest", r.definitionDigest}, {"mode", domain::toText(r.mode)}, {"args", r.args},
                            {"verdict", domain::toText(r.verdict)}, {"message", r.message ? Json(*r.message) : Json(nullptr)},
                            {"data", r.data ? *r.data : Json(nullptr)}, {"evidence_digest", r.evidenceDigest}});
    return {{"project", detail.halt.project}, {"task_id", detail.halt.taskId}, {"spec_digest", base::sha256Hex("spec")},
            {"policy", "unanimous"}, {"verdicts", verdicts}};
}

void addHalt(FakeStore& store, HaltDetail detail)
{
    domain::Plan plan;
    plan.id = detail.halt.plan;
    plan.taskId = detail.halt.taskId;
    plan.title = detail.halt.title;
    plan.projects = {detail.halt.project};
    plan.phase = domain::Phase::Execute;
    plan.state = domain::PlanState::Processing;
    plan.attempt = detail.halt.attempt;
    plan.createdAt = plan.updatedAt = detail.halt.openedAt;
    detail.plan = plan;
    domain::Run run;
    run.id = {"01K2RUN" + detail.halt.id.value.substr(7)};
    run.plan = plan.id;
    run.taskId = plan.taskId;
    run.attempt = detail.halt.attempt;
    run.specDigest = base::sha256Hex("spec");
    run.workTree = base::sha256Hex(detail.halt.title);
    run.startedAt = detail.halt.openedAt - minute;
    run.endedAt = detail.halt.openedAt;
    run.state = domain::RunState::Complete;
    run.planned = static_cast<int>(detail.results.size());
    domain::RunSummary summary;
    summary.outcome = domain::parseOutcome(detail.halt.haltType).value_or(domain::Outcome::InternalError);
    summary.reason = detail.halt.reason;
    summary.decision = domain::policyDecisionFromJson(detail.halt.policy);
    run.summary = summary;
    detail.run = run;
    detail.halt.run = run.id;
    std::vector<domain::Run> runs{run};
    for (int attempt = detail.halt.attempt - 1; attempt >= 1; --attempt) {
        domain::Run older = run;
        older.id = {"01K2RN" + std::to_string(attempt) + detail.halt.id.value.substr(7)};
        older.attempt = attempt;
        older.startedAt -= (detail.halt.attempt - attempt) * 22 * minute;
        older.endedAt = older.startedAt + minute;
        older.workTree = base::sha256Hex(detail.halt.title + std::to_string(attempt));
        runs.push_back(older);
    }
    PlanRow row{plan, detail.halt, run};
    store.plans.push_back(row);
    PlanDetail planDetail{row, runs, {}, {}};
    ValidateReport report;
    report.run = run;
    report.plan = plan;
    report.results = detail.results;
    store.reports[run.id.value] = report;
    store.reports[plan.taskId] = report;
    for (const auto& result : detail.results) {
        domain::ResolvedAttachment item;
        item.attachment.id = result.attachment;
        item.attachment.validation = result.validation;
        item.attachment.resource = result.resource;
        item.attachment.scope = domain::ProjectScope{"pump-controller"};
        item.why = "reached through project pump-controller";
        planDetail.resolution.effective.push_back(item);
    }
    store.planDetails[plan.id.value] = planDetail;
    store.resolutions[plan.id.value] = planDetail.resolution;
    for (const auto& result : detail.results)
        store.history.push_back({result, plan.taskId, plan.title, detail.halt.project, detail.halt.haltType});
    store.halts.push_back(detail.halt);
    store.details[detail.halt.id.value] = std::move(detail);
}

void addEscalation(FakeStore& store)
{
    HaltDetail d;
    d.halt = haltOf("01K2HALT0000000000000ESC1", "escalate", "Raise alarm threshold to 7.5 bar", ago(12));
    d.halt.attempt = 2;
    d.halt.policy = Json{{"policy", "unanimous"}, {"pass", 3}, {"warn", 1}, {"blocker", 0}, {"error", 0}, {"total", 4},
                         {"covered", 0}, {"satisfied", false}, {"rule", "Unanimous needs 4 of 4 pass."}};
    using enum domain::Mode;
    using enum domain::Verdict;
    d.results = {resultOf(store, "local/static-analysis", Informational, Fail, "1 narrowing, alarm.cpp:88", 38'600, analysis),
                 resultOf(store, "local/unit-tests", Required, Pass, "214 tests, 0 failed", 41'800, "[ PASSED ] 214 tests.\n"),
                 resultOf(store, "local/secret-scan", Required, Pass, "4 files, 0 secrets", 1'900, ""),
                 resultOf(store, "local/format-check", Required, Pass, "4 files conform", 640, "")};
    d.stability = {{40, 0}, {40, 3}, {40, 0}, {40, 0}};
    d.rules.uses = domain::Uses::Once;
    d.rules.expiresAfterSeconds = 6 * 3600;
    domain::DecisionRequest request;
    request.id = d.halt.id;
    request.plan = d.halt.plan;
    request.taskId = d.halt.taskId;
    request.project = d.halt.project;
    request.subject = subjectOf(d);
    request.subjectDigest = base::sha256Hex(base::canonical(request.subject));
    request.openedAt = d.halt.openedAt;
    d.request = request;
    d.lastSeenSubject = request.subject;
    d.lastSeenSubject["verdicts"][0]["verdict"] = "pass";
    d.lastSeenSubject["verdicts"][0]["message"] = "0 findings";
    addHalt(store, d);
    HaltDetail second;
    second.halt = haltOf("01K2HALT0000000000000ESC2", "escalate", "Debounce the dry-run sensor", ago(66));
    second.halt.policy = d.halt.policy;
    second.results = {resultOf(store, "local/licence-headers", Informational, Fail, "2 files lack an SPDX line", 900, "probe.cpp\nprobe.h\n"),
                      resultOf(store, "local/unit-tests", Required, Pass, "213 tests, 0 failed", 41'300, "")};
    second.stability = {{40, 0}, {6, 0}};
    request.id = second.halt.id;
    request.subject = subjectOf(second);
    request.subjectDigest = base::sha256Hex(base::canonical(request.subject));
    second.request = request;
    addHalt(store, second);
}

void addBlockers(FakeStore& store)
{
    using enum domain::Mode;
    using enum domain::Verdict;
    HaltDetail d;
    d.halt = haltOf("01K2HALT0000000000000BLK1", "blocker", "Move telemetry to CBOR frames", ago(26));
    d.halt.reason = "unit-tests fails after 3 of 3 attempts";
    d.halt.attempt = 3;
    auto tests = resultOf(store, "local/unit-tests", Required, Fail, "the CBOR frame length is wrong for empty payloads", 42'300,
                          "[ RUN      ] FrameTest.EmptyPayloadRoundTrip\ntest/frame_test.cpp:58: \x1b[31mFailure\x1b[0m\nExpected equality of these "
                          "values:\n  encode_frame({}, buf)\n    Which is: 7\n  kHeaderBytes + kCrcBytes\n    Which is: 6\n\n"
                          "[  \x1b[31mFAILED\x1b[0m  ] FrameTest.EmptyPayloadRoundTrip\n[  \x1b[32mPASSED\x1b[0m  ] 216 tests.\n[  \x1b[31mFAILED\x1b[0m  ] 2 tests.\n");
    tests.data = Json{{"findings", {{{"file", "telemetry/frame.cpp"}, {"line", 142}, {"message", "length byte is 1 for an empty payload, expected 0"}},
                                    {{"file", "telemetry/frame.cpp"}, {"line", 167}, {"message", "CRC covers the header twice when length is 0"}},
                                    {{"file", "test/frame_test.cpp"}, {"line", 58}, {"message", "FrameTest.EmptyPayloadRoundTrip: got 7 bytes, want 6"}}}}};
    auto lint = resultOf(store, "local/static-analysis", Informational, Fail, "1 magic number, cbor.cpp:31", 40'200, "cbor.cpp:31: magic number 23\n");
    lint.data = Json{{"findings", {{{"file", "telemetry/cbor.cpp"}, {"line", 31}, {"message", "magic number 23, name it kMaxInline"}}}}};
    d.results = {tests, lint};
    d.stability = {{40, 0}, {40, 0}};
    d.halt.policy = Json{{"policy", "required_only"}, {"pass", 0}, {"warn", 1}, {"blocker", 1}, {"total", 2}, {"rule", "Every required validation must pass."}};
    addHalt(store, d);
    HaltDetail second;
    second.halt = haltOf("01K2HALT0000000000000BLK2", "blocker", "Replace busy-wait in valve driver", ago(130));
    second.halt.reason = "secret-scan finds a key in a fixture";
    second.results = {resultOf(store, "local/secret-scan", Required, Fail, "private key, valve.pem:1", 1'800, "valve.pem:1: private key\n")};
    second.stability = {{12, 0}};
    addHalt(store, second);
}

void addErrors(FakeStore& store)
{
    HaltDetail env;
    env.halt = haltOf("01K2HALT0000000000000ENV1", "environment_error", "Port HAL to STM32H5", ago(4));
    env.halt.reason = "weld-coder not found";
    env.halt.rawHaltType = "coder_missing";
    env.halt.hint = "sudo apt install weld-coder\nThe build team's mirror has version 2.3 or newer.";
    env.searchedPath = "/home/operator/.local/bin:/usr/local/bin:/usr/bin:/bin:/opt/weld/bin";
    domain::Environment lacked;
    lacked.actor = "local/weld";
    lacked.program = "weld-coder";
    lacked.command = {"weld-coder", "--task", "-"};
    lacked.searchedPath = env.searchedPath;
    lacked.host = "build-7";
    lacked.hintOrigin = "registered";
    lacked.installCommand = "sudo apt install weld-coder";
    lacked.workingDirectory = "/srv/pump-hal";
    lacked.call = {"01K2CALL0000000000000ENV1"};
    env.halt.environment = lacked;
    domain::ActorCall call;
    call.id = lacked.call;
    call.plan = env.halt.plan;
    call.role = "coder";
    call.actor = lacked.actor;
    call.command = lacked.command;
    call.startedAt = env.halt.openedAt - 20;
    call.endedAt = env.halt.openedAt;
    call.end = "not_started";
    call.cause = env.halt.rawHaltType;
    call.standardError.digest = put(store, "weld-coder: no such program\n");
    call.standardError.storedBytes = call.standardError.totalBytes = 28;
    env.call = call;
    domain::Halt waits = haltOf("01K2HALT0000000000000ENV2", "environment_error", "Split calibration by sensor type", ago(3));
    env.sameCause = {waits};
    Recheck missing;
    missing.program = "weld-coder";
    missing.detail = "\"weld-coder\" was not found on " + env.searchedPath;
    missing.searched = {{"/home/operator/.local/bin", "there, not executable"}, {"/usr/local/bin", "not there"}, {"/usr/bin", "not there"},
                        {"/bin", "not there"}, {"/opt/weld/bin", "no such directory"}};
    missing.tookMs = 1;
    store.rechecks[env.halt.id.value] = missing;
    addHalt(store, env);
    HaltDetail val;
    val.halt = haltOf("01K2HALT0000000000000VAL1", "validator_error", "Add watchdog kick to main loop", ago(31));
    val.halt.reason = "static-analysis timed out";
    auto timedOut = resultOf(store, "local/static-analysis", domain::Mode::Required, domain::Verdict::Error, "", 300'000, "Checking 212 files\n");
    timedOut.message.reset();
    timedOut.errorName = "TimeoutError";
    timedOut.errorCode = "TIME_LIMIT";
    timedOut.errorMessage = "timed out after 300 s";
    timedOut.hint = "sudo apt install clang-tidy";
    timedOut.searchedPath = "/usr/local/bin:/usr/bin:/bin";
    val.results = {timedOut};
    val.stability = {{40, 0}};
    val.logExcerpt = "Checking 212 files\n  src/main.cpp\n";
    Recheck tidy;
    tidy.program = "clang-tidy";
    tidy.searched = {{"/usr/local/bin", "not there"}, {"/usr/bin", "not there"}, {"/bin", "not there"}};
    store.rechecks[val.halt.id.value] = tidy;
    addHalt(store, val);
    HaltDetail internal;
    internal.halt = haltOf("01K2HALT0000000000000INT1", "internal_error", "Document Modbus register map", ago(190));
    internal.halt.reason = "result could not be stored";
    internal.logExcerpt = "The result of local/unit-tests could not be stored: the disk is full. [DISK_FULL]";
    addHalt(store, internal);
}

void addRegistry(FakeStore& store)
{
    domain::Project project;
    project.name = "pump-controller";
    project.resources = {"repo/pump-controller", "dir/firmware"};
    domain::Project bench;
    bench.name = "pump-bench";
    bench.resources = {"repo/pump-hal"};
    store.projects = {project, bench};
    store.resources = {{"repo/pump-controller", domain::ResourceKind::Git, "/srv/pump", {}},
                       {"dir/firmware", domain::ResourceKind::Directory, "/srv/pump/firmware", {}},
                       {"repo/pump-hal", domain::ResourceKind::Git, "/srv/hal", {}},
                       {"file/calibration", domain::ResourceKind::File, "/srv/cal.csv", {}}};
    const auto tool = [&store](const char* name, domain::Mode mode, Json schema) {
        RegisteredTool t;
        t.tool.name = name;
        t.tool.validation = domain::ValidationFields{};
        t.tool.validation->mode = mode;
        t.inputSchema = std::move(schema);
        store.tools.push_back(t);
    };
    const Json schema{{"type", "object"}, {"required", {"preset"}},
                      {"properties", {{"preset", {{"type", "string"}, {"enum", {"sim", "hw-loop"}}, {"description", "Where the tests run"}}},
                                      {"jobs", {{"type", "integer"}, {"default", 4}}},
                                      {"verbose", {{"type", "boolean"}, {"default", false}}}}}};
    tool("local/unit-tests", domain::Mode::Required, schema);
    tool("local/format-check", domain::Mode::Required, Json{{"type", "object"}, {"properties", Json::object()}});
    tool("local/secret-scan", domain::Mode::Required, Json{{"type", "object"}, {"properties", {{"history", {{"type", "integer"}}}}}});
    tool("local/static-analysis", domain::Mode::Informational, Json{{"type", "object"}, {"properties", {{"profile", {{"type", "string"}}}}}});
    int number = 0;
    const auto attach = [&](const char* id, const char* validation, domain::Scope scope, Json args) {
        domain::Attachment a;
        a.id = {std::string("01K2M8ATT") + "0000000000000" + id};
        a.validation = validation;
        a.resource = "repo/pump-controller";
        a.scope = std::move(scope);
        a.args = std::move(args);
        a.createdAt = ago(60 * 24 * (30 - 3 * number++));
        store.attachments.push_back(a);
        return a;
    };
    const domain::PlanId running{"01K2PLAN00000000000000RUN"};
    const auto format = attach("1M5W", "local/format-check", domain::DirectScope{}, Json::object());
    const auto secret = attach("7KX0", "local/secret-scan", domain::DirectScope{}, {{"history", 1}});
    const auto analysisA = attach("2B8T", "local/static-analysis", domain::ProjectScope{"pump-controller"}, {{"profile", "firmware"}});
    const auto bench2 = attach("5T2N", "local/static-analysis", domain::ProjectScope{"pump-bench"}, {{"profile", "bench"}});
    const auto tests = attach("4H7M", "local/unit-tests", domain::ProjectScope{"pump-controller"}, {{"preset", "sim"}});
    const auto planTests = attach("9Q3D", "local/unit-tests", domain::PlanScope{running}, {{"preset", "sim"}});
    using State = domain::ResolvedAttachment::State;
    domain::Resolution r;
    r.effective = {{format, format.args, State::Effective, {}, "Runs because it is attached to the resource itself.", "Only detaching 1M5W ends it, no project or plan can."},
                   {secret, secret.args, State::Effective, {}, "Runs because it is attached to the resource itself.", "Only detaching 7KX0 ends it."},
                   {analysisA, analysisA.args, State::Effective, {}, "Runs because the plan reaches the resource through pump-controller.", "Detaching 2B8T ends it."},
                   {planTests, planTests.args, State::Effective, {}, "Runs once, with --preset sim: 9Q3D wins over project attachment 4H7M.", "Same validation and arguments, so the narrower scope counts."}};
    r.shadowed = {{tests, tests.args, State::Shadowed, planTests.id, "Does not run: 4H7M is shadowed by plan attachment 9Q3D.", "Comes back when 9Q3D is detached or the plan ends."}};
    r.notReached = {{bench2, bench2.args, State::NotReached, {}, "Does not run: attached for project pump-bench only.", "This plan reaches the resource through pump-controller."}};
    store.resolutions[running.value] = r;
    domain::Plan plan;
    plan.id = running;
    plan.taskId = "boot-time";
    plan.title = "Trim boot time below 300 ms";
    plan.projects = {"pump-controller"};
    plan.phase = domain::Phase::Execute;
    plan.state = domain::PlanState::Processing;
    plan.attempt = 2;
    plan.createdAt = ago(40);
    domain::Run run;
    run.id = {"01K2RUN000000000000000RUN"};
    run.plan = running;
    run.taskId = plan.taskId;
    run.attempt = 2;
    run.startedAt = base::SystemClock().now() - 33'000;
    run.planned = 4;
    store.running = {run};
    auto done = resultOf(store, "local/format-check", domain::Mode::Required, domain::Verdict::Pass, "4 files conform", 600, "ok\n");
    done.attachment = format.id;
    done.startedAt = run.startedAt;
    auto scan = resultOf(store, "local/secret-scan", domain::Mode::Required, domain::Verdict::Pass, "4 files, 0 secrets", 1'900, "");
    scan.attachment = secret.id;
    scan.startedAt = run.startedAt + 600;
    ValidateReport report;
    report.run = run;
    report.plan = plan;
    report.results = {done, scan};
    store.reports[run.id.value] = report;
    domain::Run first = run;
    first.id = {"01K2RUN000000000000000RN1"};
    first.attempt = 1;
    first.state = domain::RunState::Complete;
    first.startedAt = ago(30);
    first.endedAt = ago(29);
    store.reports[first.id.value] = report;
    PlanRow row{plan, std::nullopt, run};
    store.plans.insert(store.plans.begin(), row);
    store.planDetails[running.value] = {row, {run, first}, r, {{"local/unit-tests", 42'000}, {"local/static-analysis", 38'000}, {"local/format-check", 640}}};
    domain::Plan waiting = plan;
    waiting.id = {"01K2PLAN0000000000000WAIT"};
    waiting.title = "Split calibration by sensor type";
    waiting.taskId = "calibration";
    waiting.phase = domain::Phase::Strategize;
    waiting.state = domain::PlanState::Queued;
    waiting.attempt = 1;
    waiting.updatedAt = ago(3);
    store.plans.push_back({waiting, std::nullopt, std::nullopt});
    store.planDetails[waiting.id.value] = {{waiting, std::nullopt, std::nullopt}, {}, {}, {}};
    domain::Plan applied = waiting;
    applied.id = {"01K2PLAN0000000000000DONE"};
    applied.title = "Lower idle current of the probe";
    applied.taskId = "idle-current";
    applied.phase = domain::Phase::Apply;
    applied.state = domain::PlanState::Applied;
    store.plans.push_back({applied, std::nullopt, std::nullopt});
    store.planDetails[applied.id.value] = {{applied, std::nullopt, std::nullopt}, {}, {}, {}};
}

void addChain(FakeStore& store)
{
    std::string previous(64, '0');
    const auto add = [&](std::string_view type, Json payload, int minutesAgo) {
        domain::Event e;
        e.seq = static_cast<std::int64_t>(store.events.size());
        e.time = ago(minutesAgo);
        e.type = std::string(type);
        e.payload = std::move(payload);
        e.previousHash = previous;
        e.hash = domain::eventHash(e);
        previous = e.hash;
        store.events.push_back(e);
    };
    add(domain::event::StoreCreated, Json::object(), 500);
    for (int i = 0; i < 30; ++i) {
        add(domain::event::RunStarted, {{"name", "run " + std::to_string(i)}}, 490 - 10 * i);
        add(domain::event::RunEnded, {{"outcome", i % 3 == 0 ? "escalate" : "pass"}}, 489 - 10 * i);
        if (i % 3 == 0)
            add(domain::event::HaltOpened, {{"halt_type", i % 2 == 0 ? "escalate" : "blocker"}}, 488 - 10 * i);
    }
    add(domain::event::DecisionSigned, {{"decision", "proceed"}, {"jti", "01K2REC00000000000000REC1"}}, 67);
    RecordDetail record;
    auto& claims = record.record.claims;
    claims.jti = "01K2REC00000000000000REC1";
    claims.issuedAt = ago(67) / 1000;
    claims.issuer = base::sha256Hex("key");
    claims.signer = "duty-engineer";
    claims.project = "pump-controller";
    claims.taskRef = "idle-current";
    claims.decision = domain::DecisionKind::Proceed;
    claims.reason = "The copy is 12 bytes and runs once at start-up. Tidied with the next probe change.";
    claims.covers = {{"local/static-analysis", "repo/pump-controller", "2B8T", base::sha256Hex("d"), base::sha256Hex("e"), "warn"}};
    claims.subjectDigest = base::sha256Hex("subject");
    claims.uses = "once";
    record.record.jws = "eyJhbGciOiJFZERTQSJ9.eyJ2IjoxfQ.c2lnbmF0dXJl";
    record.record.usedBy = "01K2TOKEN000000000000TOK1";
    record.checks = {{"signature", true, "ed25519, over the claims below in canonical form"},
                     {"signer", true, "duty-engineer is in the list of signers and was not revoked"},
                     {"subject", true, "the stored subject still hashes to the signed digest"},
                     {"chain", true, "previous and next event agree with this hash"}};
    record.event = store.events.back();
    store.records[claims.jti] = record;
    add(domain::event::TokenIssued, {{"name", "idle-current"}}, 66);
    add(domain::event::HaltOpened, {{"halt_type", "environment_error"}}, 4);
    store.chain.intact = true;
    store.chain.events = static_cast<std::int64_t>(store.events.size());
    store.chain.headHash = previous;
    store.chain.anchor = "the checkpoint of 11:00 plus 13 events";
    store.chain.recordsValid = 1;
    store.chain.tookMs = 400;
    store.status.location = "/srv/store/pump-controller.db";
    store.status.name = "pump-controller";
    store.status.events = store.chain.events;
    store.status.headHash = previous;
    const auto process = [&store](const char* id, domain::ActorKind kind, const char* name) {
        LiveProcess p;
        p.id = {id};
        p.actor.kind = kind;
        p.actor.name = name;
        p.program = kind == domain::ActorKind::Agent ? "countersign-mcp" : "countersign";
        p.alive = true;
        p.startedAt = ago(70);
        store.status.processes.push_back(p);
    };
    process("P1", domain::ActorKind::Person, "operator");
    process("P2", domain::ActorKind::Agent, "atlas-2");
    process("P3", domain::ActorKind::Agent, "borealis");
    process("P4", domain::ActorKind::Agent, "cinder");
}

} // namespace

domain::Halt haltOf(const std::string& id, const std::string& type, const std::string& title, base::TimeMs openedAt)
{
    domain::Halt h;
    h.id = {id};
    h.plan = {"01K2PLAN" + id.substr(8)};
    h.taskId = "task-" + id.substr(21);
    h.title = title;
    h.project = "pump-controller";
    h.haltType = h.finalDecision = type;
    h.rawHaltType = type == "escalate" ? "escalated" : type;
    h.openedAt = openedAt;
    h.actor = Json{{"kind", "agent"}, {"name", "atlas-2"}};
    return h;
}

std::shared_ptr<FakeStore> pumpController()
{
    auto store = std::make_shared<FakeStore>();
    addEscalation(*store);
    addBlockers(*store);
    addErrors(*store);
    addRegistry(*store);
    addChain(*store);
    for (int i = 0; i < 400; ++i) {
        HistoryRow row = store->history[static_cast<std::size_t>(i) % 9];
        row.result.row = 900 - i;
        row.result.startedAt = ago(200 + 37 * i);
        store->history.push_back(row);
    }
    std::stable_sort(store->history.begin(), store->history.end(), [](const HistoryRow& a, const HistoryRow& b) { return a.result.row > b.result.row; });
    return store;
}

} // namespace countersign::tests
