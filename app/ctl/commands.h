// What the rows of the command table run. One function a command; shapes of the bodies in SPEC section 15.
#pragma once

#include "app/ctl/command.h"

namespace countersign::ctl {

base::Result<Answer> init(Context& context);
base::Result<Answer> demo(Context& context);
base::Result<Answer> doctor(Context& context);
base::Result<Answer> importFiles(Context& context);
base::Result<Answer> helpYaml(Context& context);

base::Result<Answer> validate(Context& context);
base::Result<Answer> haltsList(Context& context);
base::Result<Answer> haltsShow(Context& context);

base::Result<Answer> authorize(Context& context);
base::Result<Answer> keyNew(Context& context);
base::Result<Answer> keyShow(Context& context);
base::Result<Answer> signerAdd(Context& context);
base::Result<Answer> signerList(Context& context);
base::Result<Answer> signerRevoke(Context& context);

base::Result<Answer> projectList(Context& context);
base::Result<Answer> resourceList(Context& context);
base::Result<Answer> validationList(Context& context);
base::Result<Answer> toolRemove(Context& context);
base::Result<Answer> validationRemove(Context& context);
base::Result<Answer> resourceRemove(Context& context);
base::Result<Answer> serverRemove(Context& context);
base::Result<Answer> skillRemove(Context& context);
base::Result<Answer> graphRemove(Context& context);
base::Result<Answer> serverList(Context& context);
base::Result<Answer> skillList(Context& context);
base::Result<Answer> skillShow(Context& context);
base::Result<Answer> graphList(Context& context);
base::Result<Answer> graphShow(Context& context);
base::Result<Answer> validationAttach(Context& context);
base::Result<Answer> validationDetach(Context& context);
base::Result<Answer> validationEffective(Context& context);
base::Result<Answer> toolList(Context& context);
base::Result<Answer> toolCall(Context& context);
base::Result<Answer> graphRun(Context& context);
base::Result<Answer> planCreate(Context& context);
base::Result<Answer> planList(Context& context);
base::Result<Answer> planShow(Context& context);
base::Result<Answer> planRun(Context& context);
base::Result<Answer> planRetry(Context& context);
base::Result<Answer> planCancel(Context& context);

base::Result<Answer> historyList(Context& context);
base::Result<Answer> auditList(Context& context);
base::Result<Answer> auditVerify(Context& context);
base::Result<Answer> mcpConfig(Context& context);
base::Result<Answer> canon(Context& context);

} // namespace countersign::ctl
