// The policies of a team, each at most ten lines. In CI this file comes from the default branch.
import { deny, needs, policy, type Waiver } from "scanform/policy";

const interfacesBlock = policy("interfaces-block", (_account, { repositories }) =>
  repositories
    .filter(({ name, settings }) => name?.endsWith("-api") && settings?.analyzers?.["secrets"]?.blocking !== true)
    .map((each) => deny("is an interface, and secrets does not block it", each)),
);

const thresholdFalls = policy("threshold-is-not-raised", ({ lines }) =>
  lines
    .filter(({ path, before, after }) => path === "risk_threshold" && !(Number(after ?? 99) <= Number(before ?? 0)))
    .map((each) => deny(`goes from ${String(each.before)} to ${String(each.after)}`, each)),
);

const platformSeesDeletions = policy("platform-sees-deletions", ({ deletions }) =>
  deletions.map((each) => needs("octo-org/platform", "is deleted", each)),
);

const chatIsTold = policy("chat-is-told", (_account, { configurations }) =>
  configurations
    .filter(({ settings }) => !settings?.notifications?.integration_names?.includes("appsec-chat"))
    .map((each) => deny("does not tell appsec-chat", each)),
);

const dismissalsEnd = policy("dismissals-end", ({ triages }) =>
  triages
    .filter(({ action, expires, justification }) => action === "set" && (expires === null || justification.length < 20))
    .map((each) => deny("has no end, or hardly a reason", each)),
);

export default [interfacesBlock, thresholdFalls, platformSeesDeletions, chatIsTold, dismissalsEnd];

export const waivers: Waiver[] = [
  {
    policy: "chat-is-told",
    at: { configuration: "relaxed" },
    reason: "its repositories are archived within the quarter",
    owner: "appsec",
    expires: "2199-01-31",
  },
];
