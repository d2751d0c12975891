import type { Desired } from "../../../src/model/desired";
import { address, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { meanwhile } from "../../../src/reconcile/apply/apply-diagnostics";
import type { WriteResult } from "../../../src/reconcile/apply/write-result";
import { declare, desired, give, live, names } from "../account";
import { type Account, type Reading, usual } from "../readings";
import { applying, change } from "./applying";
import { changing, checking, removing } from "./checking";

const held = { comment: "silent", risk_threshold: 3, analyzers: { a: { enabled: true } } } as const;
const { risk_threshold: _gone, ...without } = held;

const observed = live({ one: { settings: held, has: ["r1"] }, two: { settings: held, has: ["r2"] } });
const declared = desired([declare("one", { comment: "enabled" }), declare("two")], give("one", names("r2")));

const one = address("scanform_configuration.one");

interface Row {
  readonly title: string;
  /** What somebody else does before the write goes out. */
  readonly deed: (world: Account) => void;
  readonly notes: readonly string[];
  /** Default: `declared`. */
  readonly declaration?: Desired;
  readonly at?: string;
}

const toTwo = { target: { configuration: { id: configurationId("two") } }, ...names("r1") };

/** Plans, lets somebody act, checks every write, and gives what is noted. */
async function noted(deed: Row["deed"], declaration = declared) {
  const { world, plan, sender, sentWrites, check } = checking(observed, declaration);
  deed(world);
  for (const write of plan.writes) await check(write);
  const results = plan.writes.map((write): WriteResult => ({ write, status: "succeeded" }));
  return meanwhile(plan, results, { sender, sentWrites }, world.observed);
}

test.each<Row>([
  { title: "is empty where everything is as planned", deed: () => undefined, notes: [] },
  {
    title: "names undeclared leaves that the look shows otherwise or not at all",
    deed: changing("one", { settings: { ...without, analyzers: { a: { enabled: false } } } }),
    notes: ['risk_threshold was 3 and is not set; analyzers["a"].enabled was true and is false. It is left as it is.'],
  },
  {
    title: "is silent about a declared leaf that has another value, for which the write is withheld",
    deed: changing("one", { settings: { ...held, comment: "disabled", risk_threshold: 9 } }),
    notes: [],
  },
  { title: "is silent about a configuration that is gone", deed: removing("one"), notes: [] },
  {
    title: "names a repository that was to be kept and has been moved away, beside leaves",
    deed: (world) => {
      world.change("one", { settings: { ...held, risk_threshold: 9 } });
      world.move("r1", "two");
    },
    notes: ['risk_threshold was 3 and is 9; repository r1 was "one" and is "two". It is left as it is.'],
  },
  {
    title: "names an undeclared leaf of what a repository has moved to",
    declaration: desired([declare("two", { comment: "silent" })], give("two", names("r1"))),
    deed: (world) => {
      world.change("two", { settings: { ...held, risk_threshold: 9 } });
      world.move("r1", "two");
    },
    at: "scanform_repository_assignments.routing",
    notes: ['risk_threshold of "two" was 3 and is 9. It is left as it is.'],
  },
  {
    title: "names a leaf of an undeclared configuration that a repository has moved to",
    declaration: desired([], toTwo),
    deed: (world) => {
      world.change("two", { settings: { ...held, comment: "disabled" } });
      world.move("r1", "two");
    },
    at: "scanform_repository_assignments.routing",
    notes: ['comment of "two" was "silent" and is "disabled". It is left as it is.'],
  },
])("a note of what somebody else has changed meanwhile $title", async ({ deed, notes, declaration, at = one }) => {
  const all = await noted(deed, declaration);
  expect(all).toMatchObject(
    notes.map((detail) => ({
      code: "changed-meanwhile",
      severity: "warning",
      address: at,
      detail,
    })),
  );
  expect(all).toHaveLength(notes.length);
});

describe("an undeclared leaf that somebody changes", () => {
  const raise = (account: Account): void => {
    const before = account.observed.configurations.find(({ id }) => id === "one")?.settings;
    account.change("one", { settings: { ...before, risk_threshold: 9 } });
  };
  const settingsIn = (account: Account): Settings | undefined =>
    account.observed.configurations.find(({ id }) => id === "one")?.settings;

  test("an undeclared leaf that somebody changes after the write stays, and is an error that blames nobody", async () => {
    const { applied, account, sent } = await applying(observed, change, {
      grace: [0],
      after: (_kind, now) => {
        raise(now);
      },
    });
    expect(sent).toEqual(["patch"]);
    expect(settingsIn(account)).toEqual({ ...held, comment: "enabled", risk_threshold: 9 });
    const error =
      "risk_threshold was 3 right before this write and is 9 after it: the write or somebody else has changed it";
    expect(applied).toMatchObject({
      verified: false,
      unexpected: [{ configuration: "one", address: one, path: "risk_threshold", before: 3, after: 3, now: 9 }],
      outcomes: [{ address: one, status: "failed", code: "changed-with-write", error }],
      diagnostics: [{ code: "changed-with-write", severity: "error", address: one, detail: error }],
    });
    expect(applied.diagnostics).toHaveLength(1);
  });
});

describe("a repository that a write takes the configuration from without naming it", () => {
  const world = live(
    {
      gone: { has: ["dropped"] },
      also: {},
      put: { settings: { code_policies: [{ id: "p" }] } },
      patched: { has: ["r1"] },
      home: { has: ["stray", "r2"] },
    },
    ["new"],
  );
  const dropping: Reading = { ...usual, repositories: "is the whole set", omitted: "drops" };
  const deleting = (...ids: string[]): Desired => ({ ...desired([]), deletions: ids.map(configurationId) });
  const strayTo =
    (to: string | undefined) =>
    (account: Account): void => {
      account.move("stray", to);
    };

  test.each<{
    title: string;
    declared: Desired;
    reading?: Reading;
    /** What somebody does before the look. */
    early?: (account: Account) => void;
    /** What somebody does between the look and the write. */
    deed?: (account: Account) => void;
    taken?: string;
    at?: string | undefined;
  }>([
    {
      title: "a repository that is moved into a deleted configuration after the look is an error",
      ...{
        declared: deleting("gone"),
        deed: strayTo("gone"),
        taken: 'stray no longer has "home"',
        at: "undeclared.gone",
      },
    },
    {
      title: "a repository that is moved into what a PUT drops the repositories of is an error",
      ...{ declared: desired([declare("put", { code_policies: [] })]), reading: dropping, deed: strayTo("put") },
      ...{ taken: 'stray no longer has "home"', at: "scanform_configuration.put" },
    },
    {
      title:
        "a repository that is moved into what a PATCH with a list is sent to, where that is the whole set, is an error",
      declared: desired([declare("patched", { comment: "silent" })], give("patched", names("r2"))),
      ...{ reading: dropping, deed: strayTo("patched"), taken: 'stray no longer has "home"' },
      at: "scanform_configuration.patched",
    },
    {
      title: "a repository that only the look has shown with a configuration is an error",
      declared: deleting("gone"),
      early: (account) => {
        account.move("new", "home");
      },
      deed: (account) => {
        account.move("new", "gone");
      },
      ...{ taken: 'new no longer has "home"', at: "undeclared.gone" },
    },
    {
      title: "a repository that one of several writes has taken is an error without an address",
      ...{ declared: deleting("gone", "also"), deed: strayTo("also"), taken: 'stray no longer has "home"' },
    },
    {
      title: "a repository that somebody has taken out before the look is no error of the write",
      ...{ declared: deleting("gone"), early: strayTo(undefined) },
    },
    { title: "a repository that was to lose its configuration is no error", declared: deleting("gone") },
  ])("$title", async ({ declared, reading = usual, early, deed, taken, at }) => {
    const { applied } = await applying(world, declared, {
      grace: [0],
      reading,
      ...(early === undefined ? {} : { onStart: early }),
      before: (_kind, account) => deed?.(account),
    });
    expect(applied.verified).toBe(taken === undefined);
    expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
    expect(applied.diagnostics.map(({ code, address: place, detail }) => [code, place, detail])).toEqual(
      taken === undefined
        ? []
        : [
            [
              "changed-with-write",
              at,
              `repository ${taken}, nor any other configuration: a write, or somebody else, has taken it away. Where a rule claims it, the next plan gives it back.`,
            ],
          ],
    );
  });
});
