import { Configuration, Presets, RiskLevel } from "scanform/cdktn";
import type { Account } from "./account.js";

export function payments({ scope, baseline, routing }: Account): void {
  baseline.addSettings(Presets.strict(["secrets"]));

  const strict = new Configuration(scope, "payments", {
    name: "payments",
    riskThreshold: 3,
    ...Presets.strict(["secrets", "sql-injection", "ssrf"]),
  });
  strict.override('analyzers["sql-injection"].riskLevel', RiskLevel.CRITICAL);
  strict.notify("payments-oncall");

  routing.addRule({ repositoryPattern: "payments-%", configuration: strict });
}
