import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import {
  accountId,
  baseline,
  baselineId,
  canary,
  relaxedId,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { type App, everyday, idOf } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { meddle } from "../support/scenes";
import { decide, triageDesk } from "../support/triages";

type Given = Parameters<typeof seedOf>[0];

/** What somebody does between two commands. @param become gives the account other contents, as the API cannot */
type Deed = (at: Desk, become: (given: Given) => void) => unknown;

/** A command, in which DIGEST is that of `saved.plan` in capitals; its exit code, how many requests write, and what it says. */
type Run = readonly [command: string, code: number, writes: number | "nothing is asked", ...says: readonly string[]];

/** A saved plan, and step by step what becomes of it. */
type Story = readonly [title: string, ...steps: readonly (Run | Deed)[]];

const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };
const pruning: App = {
  provider: { managed_scope: { names: "relaxed" } },
  configurations: { baseline: { name: "baseline", comment: "enabled" } },
};

const plan = "plan --synthesized app";
const direct = "apply --synthesized app --auto-approve";
const file = "apply saved.plan";
const reviewed = "apply --synthesized app --reviewed saved.plan";
const digest = "apply --synthesized app --reviewed DIGEST";
const digits = (count: number): string => `apply --synthesized app --reviewed ${"0".repeat(count)}`;

const saved: Run = [`${plan} --out saved.plan`, 0, 0];
const applied: Run = [file, 0, 1];
const refused = (command: string): Run => [command, 4, "nothing is asked", "[plan-applied]\n"];
const stale = (...says: readonly string[]): Run => [
  file,
  4,
  0,
  "[plan-stale]\n  saved.plan no longer matches the account, and nothing was written:",
  "Plan again, and have it reviewed.",
  ...says,
];

const unlike = (...says: readonly string[]): Run => [
  reviewed,
  4,
  0,
  "What is declared now is not what was reviewed, and nothing was written:",
  ...says,
];

/** The configuration holds again what it held before the plan. */
const takenBack: Deed = (at) => meddle(at, { comment: "silent" });
const declaring =
  (app: App): Deed =>
  (at) => {
    at.declare(app);
  };
const setting =
  (...[settings, id, name]: readonly [settings: object, id?: string, name?: string]): Deed =>
  (at) =>
    meddle(at, settings, id, name);
const sending =
  (method: string, path: string, body?: object): Deed =>
  ({ emulator }) =>
    fetch(`${emulator.url}/v1/accounts/${accountId}/configurations${path}`, {
      method,
      headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
const moving = (repository: number, target = relaxedId): Deed =>
  sending("POST", "/assign_repositories", { configuration_id: target, repository_ids: [repositoryId(repository)] });
const becoming =
  (given: Given): Deed =>
  (_at, become) => {
    become(given);
  };
const moved =
  (from: string, to: string): Deed =>
  ({ folder }) => {
    renameSync(join(folder, from), join(folder, to));
  };
const rolledBack: Deed = async (at) => {
  const [journal = ""] = readdirSync(join(at.folder, ".scanform"));
  expect((await at.run(["rollback", `.scanform/${journal}`, "--auto-approve"])).code).toBe(0);
};

const repositoriesOf = (...names: readonly string[]): Given => ({ repositories: repositoriesNamed(names, baselineId) });

const goneApp: App = {
  configurations: { baseline: { name: "baseline", comment: "enabled", analyzers: { old: { blocking: true } } } },
  assignments: {
    routing: [
      { repository_names: ["web-old"], leave: true },
      { configuration_id: idOf("baseline"), repository_names: ["wbe", "web"] },
    ],
  },
};
const held = { ...baseline, configuration: { ...baseline.configuration, analyzers: { old: { enabled: true } } } };
const there = ["payments-api", "payments-ledger", "web", "legacy"];
const withMissing = [
  ...repositoriesNamed(there, baselineId),
  ...repositoriesNamed([...there, "web-old", "wbe"], null).slice(there.length),
];
const missing =
  "2 repositories that rules name are not in the account and 1 declared object is no longer listed, and --fail-on missing rejects this plan.";

stories(
  weakening,
  {},
  [
    "a plan that was applied, and still holds, is refused, and nothing is left to do for --again",
    saved,
    applied,
    refused(file),
    [`${file} --again`, 0, 0, "no changes"],
  ],
  [
    "a plan that was applied and taken back is refused by a file, as reviewed and by its digest, but not with --again",
    saved,
    applied,
    takenBack,
    refused(file),
    refused(reviewed),
    refused(digest),
    [`${file} --again`, 0, 1],
    takenBack,
    [`${reviewed} --again`, 0, 1],
    takenBack,
    [`${digest} --again`, 0, 1],
  ],
  [
    "a plan that was applied, and planned and reviewed again, is applied from the new file",
    saved,
    applied,
    takenBack,
    saved,
    refused(digest),
    [file, 0, 1],
  ],
  [
    "a plan that was applied is looked for in the folder of --journal",
    saved,
    applied,
    takenBack,
    moved(".scanform", "kept"),
    [`${file} --journal kept`, 4, "nothing is asked", "is already applied, as kept/"],
    [file, 0, 1],
  ],
  [
    "a plan that was applied by an apply without a file and without a review is refused",
    saved,
    [direct, 0, 1],
    takenBack,
    refused(file),
    refused(reviewed),
    refused(digest),
  ],
  ["a plan that was applied and rolled back is refused", saved, applied, rolledBack, refused(file)],
  [
    "a plan without a journal, of which the account holds everything, is refused as applied",
    saved,
    applied,
    moved(".scanform", "elsewhere"),
    [file, 4, 0, "saved.plan is already applied: the account holds all that it declares."],
  ],
  [
    "an apply with an option for saved plans, and without one, is an error",
    [`${direct} --again`, 1, "nothing is asked", "name it with `apply FILE` or --reviewed"],
    [`${direct} --max-age 1d`, 1, "nothing is asked", "name it with `apply FILE` or --reviewed"],
    [
      `${direct} --max-age 1d --reviewed ${"0".repeat(64)}`,
      1,
      "nothing is asked",
      "a digest does not say when its plan was made",
    ],
  ],
  [
    "a plan that weakens is stopped by --fail-on weakens alone, and an apply then writes nothing",
    [`${plan} --fail-on weakens --fail-on deletes`, 3, 0],
    [`${plan} --fail-on unclassified, weakens --detailed-exitcode`, 3, 0],
    [`${direct} --fail-on weakens`, 3, 0, "4 repositories are weakened, and --fail-on weakens rejects this plan."],
    [`${direct} --fail-on weakens --json`, 3, 0],
    [`${direct} --fail-on deletes`, 0, 1],
  ],
  [
    "a plan that the gate stops is saved all the same, to be approved, and the gate is before its apply too",
    [`${plan} --fail-on weakens --out saved.plan`, 3, 0],
    [`${file} --fail-on weakens`, 3, 0],
    [`${reviewed} --fail-on weakens`, 3, 0],
    [file, 0, 1],
  ],
  [
    "an unknown condition is an error that names those there are",
    [
      `${plan} --fail-on weaker`,
      1,
      "nothing is asked",
      '"weaker" is none of weakens, unclassified, deletes, triages, unused, future, missing.',
    ],
  ],
);

stories({ configurations: { a: {} } }, {}, ["an error goes before the gate", [`${plan} --fail-on weakens`, 1, 0]]);

stories({ configurations: { baseline: { name: "baseline" } } }, {}, [
  "a plan without changes is applied as often as it is asked for",
  saved,
  ...[file, file, reviewed, reviewed, digest].map((command): Run => [command, 0, 0]),
]);

stories(
  pruning,
  {},
  [
    "a plan that strengthens is not stopped by --fail-on weakens, and has changes",
    [`${plan} --fail-on weakens --detailed-exitcode`, 2, 0],
  ],
  [
    "a plan that deletes is stopped by --fail-on deletes alone",
    [`${plan} --prune --force --fail-on deletes`, 3, 0],
    [`${plan} --prune --force --fail-on weakens`, 0, 0],
  ],
);

stories(
  triageDesk,
  {},
  ["a triage that was set, and removed by hand, is not set again", saved, applied, (at) => decide(at), refused(file)],
  [
    "a plan that dismisses a finding is stopped by --fail-on triages alone",
    [`${plan} --fail-on triages`, 3, 0],
    [`${plan} --fail-on weakens,unclassified,deletes,unused`, 0, 0],
  ],
);

stories(
  everyday,
  {},
  [
    "a saved plan is stale when a configuration that it writes to has another value in a field that it changes",
    saved,
    setting({ comment: "disabled" }),
    stale('configuration "baseline": reviewed comments: silent -> enabled, now comments: disabled -> enabled'),
  ],
  [
    "a saved plan is stale when a configuration that it writes to is gone",
    saved,
    sending("DELETE", `/${baselineId}`),
    stale("baseline"),
  ],
  [
    "a saved plan is stale when somebody has made the configuration that it would create",
    saved,
    sending("POST", "", { configuration: { name: "strict" } }),
    stale("strict"),
  ],
  [
    "a saved plan is stale when a repository that it does not move has left the configuration",
    saved,
    moving(2),
    stale("web"),
  ],
  [
    "a saved plan is stale when a repository has a name by which another rule matches it",
    saved,
    becoming(repositoriesOf("payments-api", "ledger", "web", "legacy")),
    stale('repository "ledger" (was "payments-ledger"): reviewed baseline -> strict (weakens)'),
  ],
  [
    "a saved plan is applied when a configuration that it does not touch has changed",
    saved,
    setting({ comment: "disabled", risk_threshold: 1 }, relaxedId, "quite relaxed"),
    [file, 0, 2, "2 of 2 requests"],
  ],
);

const { configurations: everydayConfigurations = {} } = everyday;

stories(
  everyday,
  {},
  [
    "apply --reviewed plans what is declared, and applies it without asking if it is the saved plan",
    saved,
    [reviewed, 0, 2],
    [`${plan} --detailed-exitcode`, 0, 0],
    [`${reviewed} --again`, 4, 0, "Nothing is left to do"],
    [`${digest} --again`, 4, 0, "Nothing is left to do"],
  ],
  [
    "apply --reviewed refuses another digest, naming both, and what is no whole one",
    saved,
    [digits(64), 4, 0, "reviewed: 000000000000\n", "planned now: account acme (aaaaaaaa)"],
    [digits(12), 1, 0, "is neither a file nor a whole digest, which has 64 digits"],
  ],
  [
    "apply --reviewed refuses what is declared otherwise by now, and says where it differs",
    saved,
    declaring({
      ...everyday,
      configurations: { ...everydayConfigurations, baseline: { name: "baseline", comment: "disabled" } },
    }),
    unlike(
      'configuration "baseline": reviewed comments: silent -> enabled, now comments',
      "now baseline -> baseline (weakens), comments: silent -> disabled (weaker)",
    ),
  ],
  [
    "apply --reviewed refuses a plan that has become another one because the account has changed",
    saved,
    setting({ comment: "disabled" }),
    unlike(),
  ],
  [
    "apply --reviewed is not troubled by what else is declared, where that changes nothing",
    saved,
    declaring({
      ...everyday,
      configurations: { relaxed: { name: "relaxed", comment: "enabled" }, ...everydayConfigurations },
    }),
    [reviewed, 0, 2],
  ],
  [
    "apply --reviewed is not troubled by another rule before those that count, nor by its number",
    saved,
    declaring({
      ...everyday,
      assignments: {
        routing: [{ repository_names: ["legacy"], leave: true }, ...(everyday.assignments?.["routing"] ?? [])],
      },
    }),
    [reviewed, 0, 2],
  ],
  [
    "apply --reviewed excludes the file that `apply` itself takes",
    saved,
    ["apply saved.plan --reviewed saved.plan", 1, "nothing is asked", "Use either `apply FILE`"],
  ],
);

stories({ provider: { managed_scope: { names: "relaxed" } }, configurations: {} }, {}, [
  "apply --reviewed deletes only with the options of the review",
  [`${plan} --prune --force --out saved.plan`, 0, 0],
  [reviewed, 4, 0, "Nothing is left to do"],
  [`${reviewed} --prune --force`, 0, 1, "deleted"],
]);

stories(
  { configurations: { relaxed: { name: "relaxed", comment: "disabled" } } },
  { repositories: repositoriesNamed(["one"], baselineId) },
  [
    "a plan that weakens a configuration without repositories is stopped by --fail-on unused",
    [
      `${plan} --fail-on unused`,
      3,
      0,
      "1 configuration becomes weaker that no repository has once this is applied, and --fail-on unused rejects this plan.",
    ],
  ],
);

stories(
  goneApp,
  { configurations: [held] },
  [
    "what the account no longer has stops no command, and each says what to remove",
    [
      ...saved,
      'The account has no repository named "web-old": was it deleted or renamed?',
      'Did you mean "web"? Rename it, or remove it, in rule 2.',
      "scanform_repository_assignments.routing  rule 2\n",
      'no longer lists the analyzer "old"',
    ],
    ["drift --synthesized app", 2, 0],
    ["explain --synthesized app web", 0, 0],
    [file, 0, 1],
    [`${plan} --detailed-exitcode`, 0, 0],
  ],
  [
    "what the account no longer has closes the gate of --fail-on missing, also that of an apply",
    [`${plan} --fail-on missing --out saved.plan`, 3, 0, missing],
    [`${direct} --fail-on missing`, 3, 0, missing],
    [`${file} --fail-on missing`, 3, 0, missing],
  ],
  [
    "repositories that were missing and have come since close no gate of a saved plan",
    saved,
    becoming({ configurations: [held], repositories: withMissing }),
    [`${file} --fail-on missing`, 3, 0, "[gate-closed]\n  1 declared object is no longer listed, and"],
  ],
);

const digestIn = ({ folder }: Desk): string => {
  const { accounts } = JSON.parse(readFileSync(join(folder, "saved.plan"), "utf8")) as {
    readonly accounts: readonly { readonly digest: string }[];
  };
  return accounts.map((each) => each.digest).join();
};

/** @param app is declared, unless it is a whole desk */
function stories(app: App | (() => Promise<Desk>), seed: Given, ...all: readonly Story[]): void {
  test.each(all.map(([title, ...steps]) => ({ title, steps })))("$title", async ({ steps }) => {
    let now = seed;
    const at = typeof app === "function" ? await app() : await desk(app, () => seedOf(now));
    for (const step of steps) {
      at.emulator.clearRequests();
      if (typeof step === "function") {
        await step(at, (given) => {
          now = given;
          at.emulator.reset();
        });
        continue;
      }
      const [command, code, writes, ...says] = step;
      // a space after a comma belongs to a word
      const argv = command.split(/(?<!,) /).map((word) => (word === "DIGEST" ? digestIn(at).toUpperCase() : word));
      const ran = await at.run(argv);
      const said = ran.out + ran.err;
      const asked = writes === "nothing is asked" && at.emulator.requests.length === 0;
      expect({
        command,
        code: ran.code,
        said,
        unsaid: says.filter((text) => !said.includes(text)),
        writes: asked ? "nothing is asked" : at.writes().length,
        isGateClosed: said.includes("gate-closed"),
      }).toEqual({ command, code, said, unsaid: [], writes, isGateClosed: code === 3 });
      if (code === 4) expect(ran.out).toBe("");
    }
  });
}
