import { Configuration, Presets, RiskLevel } from "scanform/cdktn";
import type { Shared } from "./shared.js";

export function payments({ scope, baseline, routing }: Shared): void {
  baseline.addSettings(Presets.strict(["secrets"]));

  const configuration = Configuration.extend(scope, "payments", baseline, {
    name: "payments",
    ...Presets.strict(["sql-injection", "ssrf"]),
  });
  configuration.override('analyzers["sql-injection"].riskLevel', RiskLevel.CRITICAL);
  configuration.notify("payments-oncall");

  routing.addRule({ repositoryPattern: "payments-%", configuration });
}
