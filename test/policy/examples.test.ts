import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App } from "../support/declare";
import { type Desk, desk, documentOf } from "../support/desk";
import { repositoryRoot } from "../support/spawned";
import { triageDesk, wontFix } from "../support/triages";

// The example's policies, written from the guide alone, on documents of plans that scanform has made.

const file = join(repositoryRoot, "examples/policies/scanform.policy.ts");

/** What the policies say about the document of a plan, a line each. */
async function saidOf(at: Desk, ...flags: readonly string[]): Promise<readonly string[]> {
  writeFileSync(join(at.folder, "plan.json"), (await at.plan("--json", ...flags)).out);
  const ran = await at.run(["policy", "check", "--plan", "plan.json", "--policy", file, "--json"], { env: {} });
  const { accounts } = documentOf(ran) as unknown as { readonly accounts: readonly Account[] };
  return accounts.flatMap(({ policies }) =>
    policies.map(
      ({ level, policy, at: { kind, name, path }, message, waived_until: until }) =>
        `${level} ${policy}: ${kind} ${name ?? path ?? ""}: ${message}${until === undefined ? "" : " (waived)"}`,
    ),
  );
}

interface Account {
  readonly policies: readonly {
    readonly level: string;
    readonly policy: string;
    readonly at: { readonly kind: string; readonly name?: string; readonly path?: string };
    readonly message: string;
    readonly waived_until?: string;
  }[];
}

const raised: App = { configurations: { baseline: { name: "baseline", risk_threshold: 9 } } };

test("deny a threshold that is raised, an interface that secrets does not block, and a chat that is not notified", async () => {
  expect(await saidOf(await desk(raised))).toEqual([
    "deny interfaces-block: repository payments-api: is an interface, and secrets does not block it",
    "deny threshold-is-not-raised: line risk_threshold: goes from null to 9",
    "deny chat-is-told: configuration baseline: does not tell appsec-chat",
    "deny chat-is-told: configuration relaxed: does not tell appsec-chat (waived)",
  ]);
});

const sound: App = {
  provider: { managed_scope: { all: true } },
  configurations: {
    baseline: {
      name: "baseline",
      analyzers: { secrets: { enabled: true, blocking: true } },
      notifications: { integration_names: ["appsec-chat"] },
    },
  },
};

test("say nothing of what is sound, but ask the platform team about a deletion", async () => {
  const at = await desk(sound);
  expect(await saidOf(at, "--prune")).toEqual(["needs platform-sees-deletions: deletion relaxed: is deleted"]);
});

test("deny a dismissal without an end", async () => {
  const denied = expect.stringMatching(/^deny dismissals-end: triage .*: has no end, or hardly a reason$/) as unknown;
  expect(await saidOf(await triageDesk())).toContainEqual(denied);
  const ends = { ...wontFix, justification: "The code runs in tests alone.", expires: "2199-01-31" };
  expect(await saidOf(await triageDesk({ key: ends }))).not.toContainEqual(denied);
});

test("each has at most ten lines", () => {
  const policies = readFileSync(file, "utf8").match(/^const \w+ = policy\([^]*?^\);$/gm) ?? [];
  expect(policies).toHaveLength(5);
  expect(policies.filter((text) => text.split("\n").length > 10)).toEqual([]);
});
