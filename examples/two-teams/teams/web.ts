import { Configuration, Presets } from "scanform/cdktn";
import type { Account } from "./account.js";

export function web({ scope, baseline, routing }: Account): void {
  baseline.addSettings(Presets.advisory(["xss"]));

  const frontend = Configuration.extend(scope, "web", baseline, {
    name: "web",
    analyzers: { xss: { blocking: true, excludes: ["storybook/**"] } },
  });

  routing.addRule({ repositoryNames: ["web", "customer-portal"], configuration: frontend });
}
