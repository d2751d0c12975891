import { Configuration, Presets } from "scanform/cdktn";
import type { Shared } from "./shared.js";

export function web({ scope, baseline, routing }: Shared): void {
  baseline.addSettings(Presets.advisory(["xss"]));

  const configuration = Configuration.extend(scope, "web", baseline, {
    name: "web",
    analyzers: { xss: { blocking: true, excludes: ["storybook/**"] } },
  });

  routing.addRule({ repositoryNames: ["web", "customer-portal"], configuration });
}
