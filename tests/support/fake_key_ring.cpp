#include "tests/support/fake_key_ring.h"

#include "engine/base/codes.h"

#include <QTimer>

namespace countersign::tests {

void FakeKeyRing::list(QObject* context, const QString&, std::function<void(Keys)> answer)
{
    QTimer::singleShot(0, context, [this, answer = std::move(answer)] { answer(keys); });
}

void FakeKeyRing::decide(QObject* context, const DecideRequest& request, const models::KeyChoice&, models::Passphrase passphrase,
                         std::function<void(Decided)> answer)
{
    const bool good = passphrase.view() == "correct horse";
    QTimer::singleShot(0, context, [this, good, request, answer = std::move(answer)] {
        if (!good)
            return answer(base::fail(base::codes::Usage, "The passphrase does not open this key."));
        DecideReport report;
        report.state = domain::RequestState::Decided;
        m_store->change([&request](FakeStore& s) {
            s.decided.push_back(request);
            for (auto& halt : s.halts)
                if (halt.id == request.decisionId) {
                    halt.closedAt = base::SystemClock().now();
                    halt.closeReason = "decided";
                    s.details[halt.id.value].halt = halt;
                }
        });
        answer(report);
    });
}

} // namespace countersign::tests
