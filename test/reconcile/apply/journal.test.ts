import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, address, configurationId } from "../../../src/model/ids";
import type { TriageStatus } from "../../../src/model/triage";
import { sendingEntries, settledEntry } from "../../../src/reconcile/apply/journal-entry";
import { plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import type { Write } from "../../../src/reconcile/plan/write";
import { decide, deciding, declare, desired, first, give, live, names, planned, triaged } from "../account";
import { laidBy } from "./context";
import { checkpointOf } from "../../../src/reconcile/apply/checkpoint";

const on = { analyzers: { a: { enabled: true } } } as const;
const at = (name: string) => declare(name).address;

const notes = (declared: Desired, observed: Observed, options: PlanOptions = {}) => {
  const made = plan({ id: accountId("a") }, declared, observed, options);
  return made.writes.map((write) => {
    const { write: noted, type, ...rest } = sendingEntries(made)(write, laidBy(write, observed.configurations));
    expect([noted, type]).toEqual([write, "sending"]);
    return { kind: write.kind, ...rest };
  });
};

const before = (comment: "silent" | "disabled") => ({ comment, risk_threshold: 3 }) as const;
const image = (name: string, comment: "silent" | "disabled", after: object) => ({
  id: name,
  address: at(name),
  before: { name, settings: before(comment) },
  after: { name, settings: after },
});

test("the journal entry before a write holds the state of each configuration before and after a bulk update that has all of it", () => {
  const observed = live({ one: { settings: before("silent") }, two: { settings: before("disabled") } });
  const declared = ["one", "two"].map((name) => declare(name, { comment: "enabled" }));
  const after = { comment: "enabled", risk_threshold: 3 };
  expect(notes(desired(declared), observed)).toEqual([
    { kind: "bulk", images: [image("one", "silent", after), image("two", "disabled", after)], repositories: {} },
  ]);
});

test("the journal entry before a write holds the name and the settings of a look, and nothing else of it", () => {
  const [held] = live({ one: { settings: before("silent"), has: ["r"] } }).configurations;
  if (held === undefined) throw new Error("no configuration");
  const made = planned(
    desired([declare("one", { comment: "enabled" })]),
    live({ one: { settings: before("silent") } }),
  );
  const [write] = made.writes;
  if (write === undefined) throw new Error("no write");
  const { images } = sendingEntries(made)(write, [
    { id: held.id, look: held, after: { name: "one", settings: {} }, replaces: false },
  ]);
  expect(images).toStrictEqual([{ ...image("one", "silent", {}) }]);
});

test("the journal entry before a write holds the former configuration of each repository that moves, but not of those that stay", () => {
  const observed = live({ one: { has: ["kept", "leaves"] }, two: { has: ["r"] } }, ["free"]);
  const declared = desired(
    [declare("one", on), declare("two")],
    give("one", names("r", "free")),
    give("two", names("leaves")),
  );
  expect(notes(declared, observed)).toMatchObject([
    { kind: "patch", repositories: { "id of r": "two", "id of free": null } },
    { kind: "assign", images: [], repositories: { "id of leaves": "one" } },
  ]);
  expect(Object.keys(notes(declared, observed)[0]?.repositories ?? {})).toHaveLength(2);
});

test("the journal entry before a write of a POST holds the former configurations of its repositories, and whether deletion is prevented", () => {
  const observed = live({ old: { has: ["r"] } });
  const routed = give("new", names("r"));
  expect(notes(desired([declare("new", on)], routed), observed)).toEqual([
    { kind: "create", images: [], repositories: { "id of r": "old" } },
  ]);
  expect(notes(desired([declare("new", on, { preventDestroy: true })], routed), observed)).toEqual([
    { kind: "create", images: [], repositories: { "id of r": "old" }, preventDestroy: true },
  ]);
  const changed = desired([declare("old", on, { preventDestroy: true })]);
  expect(notes(changed, observed)[0]).not.toHaveProperty("preventDestroy");
});

test("the journal entry before a write of a DELETE holds the former configuration and the repositories that lose it", () => {
  const observed = live({ old: { settings: on, has: ["stays", "moves"] }, one: {} });
  const declared = { ...desired([declare("one")], give("one", names("moves"))), deletions: [configurationId("old")] };
  expect(notes(declared, observed, { force: true })).toEqual([
    { kind: "assign", images: [], repositories: { "id of moves": "old" } },
    {
      kind: "delete",
      images: [{ id: "old", address: "undeclared.old", before: { name: "old", settings: on } }],
      repositories: { "id of stays": "old" },
    },
  ]);
});

test("the journal entry before a write of a triage holds the category that the finding had, or null", () => {
  const triages: readonly DesiredTriage[] = ["held", "free"].map((findingId) => ({
    address: address(`scanform_finding_triage.${findingId}`),
    findingId,
    category: "wont_fix",
    justification: "Only in tests.",
  }));
  const found = new Map<string, TriageStatus>([
    ["held", { is: "set", category: "in_progress" }],
    ["free", { is: "none" }],
  ]);
  const observed: Observed = { ...live({}), triages: { at: 0, found } };
  const common = { kind: "set-triage", images: [], repositories: {} };
  expect(notes({ configurations: [], assignments: [], triages }, observed)).toEqual([
    { ...common, triage: { before: "in_progress" } },
    { ...common, triage: { before: null } },
  ]);
});

const write: Write = { kind: "create", body: { name: "new", settings: {} }, carries: [at("new")], id: 0, after: [] };
const created = configurationId("new");

test("the journal entry after a write of a success holds the created id and the request id", () => {
  expect(settledEntry({ write, status: "succeeded" })).toEqual({ type: "settled", write: 0, status: "succeeded" });
  expect(settledEntry({ write, status: "succeeded", created, requestId: "q" })).toEqual({
    type: "settled",
    write: 0,
    status: "succeeded",
    created: "new",
    requestId: "q",
  });
});

test("the journal entry after a write of a failure holds the first error, and whether the whole write was refused", () => {
  const no = { ids: [], error: "no", refused: true, requestId: "q" };
  const unclear = { ids: [], error: "lost", refused: false };
  const common = { type: "settled", write: 0, status: "failed" } as const;
  expect(settledEntry({ write, status: "failed", failures: [no, { ...no, error: "second" }] })).toEqual({
    ...common,
    error: "no",
    requestId: "q",
    refused: true,
  });
  expect(settledEntry({ write, status: "failed", failures: [unclear, no] })).toEqual({ ...common, error: "lost" });
  expect(settledEntry({ write, status: "failed", failures: [no], created })).toEqual({
    ...common,
    created: "new",
    error: "no",
    requestId: "q",
  });
  expect(settledEntry({ write, status: "failed", failures: [no], partly: true })).not.toHaveProperty("refused");
});

test("the journal entry after a write says of a write that was announced and then withheld that nothing of it took effect", () => {
  expect(settledEntry({ write, status: "skipped", because: "interrupted" })).toEqual({
    type: "settled",
    write: write.id,
    status: "failed",
    refused: true,
    error: "interrupted",
  });
});

describe("the checkpoint after an apply", () => {
  const on = { comment: "enabled" } as const;
  const at = (name: string) => declare(name).address;
  const nothing = new Map<never, never>();

  /** What an apply ends with: one configuration adopted, one created, and repositories given to them. */
  const observed = live({ one: { settings: { comment: "silent" }, has: ["stays"] }, spare: {} }, ["free", "left"]);
  const declared = desired(
    [declare("one", on), declare("new", on)],
    { target: { leave: true }, repositoryNames: ["left"] },
    give("one", names("stays")),
    give("new", names("free")),
  );
  const planning = () => planned(declared, observed);

  test("the checkpoint after an apply holds no category that the answer about its finding does not say", () => {
    const plan = planned(deciding(decide(first)), { ...live({}), triages: triaged({ [first]: null }) });
    const triages = { at: 0, found: new Map([[first, { is: "unclear" }]] as const) };
    expect(checkpointOf(plan, { triages, created: nothing }).triages).toEqual({});
  });

  test("the checkpoint after an apply is what was read back, with the new configuration under its id", () => {
    const plan = planning();
    const now = live({
      one: { settings: on, has: ["stays"] },
      given: { settings: on, name: "new", has: ["free"] },
      spare: {},
    });
    const created = new Map([[at("new"), configurationId("given")]]);
    expect(checkpointOf(plan, { ...now, created })).toEqual({
      configurations: [
        { address: at("one"), id: "one", name: "one", settings: on },
        { address: at("new"), id: "given", name: "new", settings: on },
      ],
      repositories: { "id of stays": "one", "id of free": "given" },
      triages: {},
    });
  });

  test("the checkpoint after an apply holds no name of a configuration that has none", () => {
    const nameless = [{ id: configurationId("one"), settings: on }];
    expect(checkpointOf(planning(), { configurations: nameless, created: nothing }).configurations).toEqual([
      { address: at("one"), id: "one", settings: on },
    ]);
  });
});
