import type { Desired, ManagedScope } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import { accountId, address, configurationId } from "../../../src/model/ids";
import { plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned, shown } from "../account";

const world = live({
  "platform-a": { has: ["r1"] },
  "platform-b": {},
  "platform-c": {},
  other: {},
  "team-x": {},
  "team-y": {},
  "team-z": {},
});

const owning = (managedScope: ManagedScope, declared: Desired = desired([declare("platform-a")])): Desired => ({
  ...declared,
  managedScope,
});

const pruned = (declared: Desired, options: PlanOptions = {}, observed: Observed = world) =>
  plan({ id: accountId("a") }, declared, observed, { prune: true, ...options });

const deleted = (...parameters: Parameters<typeof pruned>) =>
  pruned(...parameters).deletions.map(({ live: { id } }) => id);

test("deletes nothing without --prune", () => {
  const made = plan({ id: accountId("a") }, owning({ all: true }), world);
  expect([made.deletions, made.writes]).toEqual([[], []]);
});

test("deletes only configurations that are in the managed scope and not declared", () => {
  const made = pruned(owning({ names: "platform-%" }));
  expect(made.writes.map(shown)).toEqual([{ DELETE: "platform-b" }, { DELETE: "platform-c" }]);
  expect(made.refusals).toEqual([]);
  expect(deleted(owning({ all: true }))).toHaveLength(6);
});

const howToDeclare = 'managedScope with { names: "platform-%" }, or { all: true }.';

test.each<[string, ManagedScope | undefined, string]>([
  ["no managed_scope", undefined, howToDeclare],
  ["an empty managed_scope", {}, howToDeclare],
  ["a managed_scope with all = false", { all: false }, howToDeclare],
  ["an invalid pattern", { names: "x\\" }, "names is not a valid pattern: "],
])("%s covers nothing, so --prune is an error that says how to fix it", (_what, managedScope, words) => {
  const detail = expect.stringContaining(words) as string;
  const place = { address: "provider.scanform", path: "managed_scope" };
  expect(() => pruned({ ...desired([declare("platform-a")]), managedScope })).toThrow(
    expect.objectContaining({
      diagnostics: [expect.objectContaining({ code: "scope-missing", ...place, detail })],
    }) as Error,
  );
});

test("does not delete a configuration that is declared by id or by a former name", () => {
  const declared = desired([
    declare("platform-a"),
    declare("eins", {}, { id: configurationId("platform-b") }),
    declare("zwei", {}, { renamedFrom: ["platform-c"] }),
  ]);
  expect(deleted(owning({ names: "platform-%" }, declared))).toEqual([]);
});

test("does not delete a configuration that a rule assigns by id", () => {
  const rule = { target: { configuration: { id: configurationId("platform-b") } }, ...names("r1") };
  expect(deleted(owning({ names: "platform-%" }, desired([declare("platform-a")], rule)))).toEqual(["platform-c"]);
});

test("does not delete a configuration with repositories unless forced", () => {
  const declared = owning({ names: "platform-%" }, desired([declare("platform-b"), declare("platform-c")]));
  expect(pruned(declared).refusals).toMatchObject([
    { code: "delete-in-use", severity: "error", address: "undeclared.platform-a" },
  ]);
  const forced = pruned(declared, { force: true });
  expect(forced.refusals).toEqual([]);
  expect(forced.diagnostics).toMatchObject([{ code: "delete-in-use", severity: "warning" }]);
});

test("deletes a configuration after its repositories have left in the same plan", () => {
  const declared = desired([declare("platform-b"), declare("platform-c")], give("platform-b", names("r1")));
  const { writes, refusals } = pruned(owning({ names: "platform-%" }, declared));
  expect(refusals).toEqual([]);
  expect(writes.map(({ kind, after }) => ({ kind, after }))).toEqual([
    { kind: "assign", after: [] },
    { kind: "delete", after: [0] },
  ]);
});

test.each<[string, ManagedScope, number | undefined]>([
  ["2 of 7, where 30 % are 2", { names: "platform-%" }, undefined],
  ["3 of 7, where 30 % are 2", { names: "team-%" }, 2],
  ["3 of 7, where 3 are allowed", { names: "team-%", maxDeletes: 3 }, undefined],
  ["2 of 7, where none is allowed", { names: "platform-%", maxDeletes: 0 }, 0],
])("limits the deletion of %s: %j", (_what, scope, most) => {
  const { refusals } = pruned(owning(scope));
  if (most === undefined) expect(refusals).toEqual([]);
  else {
    expect(refusals).toMatchObject([
      { code: "delete-too-many", severity: "error", address: "provider.scanform", path: "managed_scope" },
    ]);
    expect(refusals[0]?.detail).toContain(`at most ${String(most)} may be`);
    expect(pruned(owning(scope), { force: true }).refusals).toEqual([]);
  }
});

test("allows at most 3 deletions by default, however many configurations there are", () => {
  const many = live(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${String(at)}`, {}])));
  const declaring = (count: number) =>
    owning({ all: true }, desired(Array.from({ length: count }, (_, at) => declare(`c${String(at)}`))));
  expect(pruned(declaring(97), {}, many).refusals).toEqual([]);
  expect(pruned(declaring(96), {}, many).refusals).toMatchObject([{ code: "delete-too-many" }]);
});

const detailsOf = (...given: Parameters<typeof pruned>) =>
  pruned(...given).refusals.map(({ code, detail }) => [code, detail]);

test("a refused deletion names the configuration and its remaining repositories", () => {
  const nameless: Observed = {
    ...live({ c: { has: ["r2", "r1"] } }),
    configurations: live({ c: {} }).configurations.map(({ name: _none, ...each }) => each),
  };
  const scope = owning({ all: true, maxDeletes: 1 }, desired([declare("new")]));
  expect(detailsOf(scope, {}, live({ c: { has: ["r2", "r1"] } }))).toEqual([
    [
      "delete-in-use",
      '"c" would be deleted and still has "r1" and "r2". Give them another configuration, or use --force.',
    ],
  ]);
  const [first] = nameless.repositories;
  const only = { ...nameless, repositories: first === undefined ? [] : [{ ...first, name: undefined }] } as Observed;
  expect(detailsOf(scope, {}, only)[0]?.[1]).toContain('"c" would be deleted and still has "id of r2".');
});

test("a refused deletion names the limit and its origin", () => {
  const all = live({ a: {}, b: {}, c: {}, d: {}, e: {} });
  expect(detailsOf(owning({ all: true }, desired([declare("a")])), {}, all)).toEqual([
    [
      "delete-too-many",
      "4 of 5 configurations would be deleted; at most 1 may be (3, or 30 % of the account if that is less). Raise maxDeletes in managedScope, or use --force.",
    ],
  ]);
  expect(detailsOf(owning({ all: true, maxDeletes: 2 }, desired([declare("a")])), {}, all)[0]?.[1]).toContain(
    "at most 2 may be (its maxDeletes).",
  );
});

test("a refused deletion is explained when nothing is declared", () => {
  const scope = { ...desired([]), managedScope: { names: "team-%", maxDeletes: 5 } };
  expect(detailsOf(scope)).toEqual([
    [
      "declaration-empty",
      "No configuration is declared, so 3 of 7 would be deleted. Check that this is the right app; omit --prune, or use --force.",
    ],
  ]);
  expect(detailsOf({ ...desired([]), managedScope: { names: "nothing" } })).toEqual([]);
  expect(pruned(scope).refusals).toMatchObject([{ address: "provider.scanform", path: "managed_scope" }]);
});

test("a deletion by id needs no scope and does not count towards the limit", () => {
  const named = { ...desired([]), deletions: ["team-x", "team-y", "team-z"].map(configurationId) };
  const made = plan({ id: accountId("a") }, named, world);
  expect(made.deletions.map(({ live: { id }, named: asked }) => [id, asked])).toEqual([
    ["team-x", true],
    ["team-y", true],
    ["team-z", true],
  ]);
  expect(made.refusals).toEqual([]);
  const both = { ...named, ...owning({ names: "platform-%" }, desired([declare("platform-a")])) };
  expect(pruned(both).deletions.map(({ named: asked }) => asked)).toEqual([false, false, true, true, true]);
});

test("a configuration without a name matches no name pattern of the scope", () => {
  const nameless = { ...world, configurations: world.configurations.map(({ name: _none, ...each }) => each) };
  expect(deleted(owning({ names: "%" }, desired([declare("new")])), {}, nameless)).toEqual([]);
  expect(deleted(owning({ all: true }, desired([declare("new")])), {}, nameless)).toHaveLength(7);
});

const at = address("scanform_configuration.one");
const weaker = { path: "comment", before: "enabled", after: "silent", verdict: "weaker" };

const unusedIn = (...given: Parameters<typeof planned>) =>
  planned(...given).unused.map(({ address: where, id, name, changes }) => ({
    where,
    id,
    name,
    paths: changes.map(({ path }) => path),
  }));

test("a configuration that becomes weaker and has no repository is listed with the leaves that become weaker", () => {
  const made = planned(
    desired([declare("one", { comment: "silent", risk_threshold: 3, show_scan_confirmation: true })]),
    live({ one: { settings: { comment: "enabled" } }, two: { has: ["r"] } }),
  );
  expect(made.effects).toEqual([]);
  expect(made.unused).toMatchObject([{ address: at, id: "one", name: "one", changes: [weaker] }]);
  expect(made.unused[0]?.changes).toHaveLength(1);
});

test("a configuration that all repositories leave is listed", () => {
  const made = planned(
    desired([declare("one", { comment: "silent" }), declare("two", {})], give("two", names("a", "b"))),
    live({ one: { settings: { comment: "enabled" }, has: ["a", "b"] }, two: { settings: { comment: "enabled" } } }),
  );
  expect(made.unused).toMatchObject([{ id: "one", changes: [weaker] }]);
});

test("a renamed configuration is listed under its declared name", () => {
  const made = unusedIn(
    desired([declare("one", { comment: "silent" }, { renamedFrom: ["old"] })]),
    live({ x: { name: "old", settings: { comment: "enabled" } } }),
  );
  expect(made).toEqual([{ where: at, id: "x", name: "one", paths: ["comment"] }]);
});

const one = { settings: { comment: "enabled" } } as const;

test.each<[string, Parameters<typeof planned>]>([
  [
    "that a repository keeps",
    [desired([declare("one", { comment: "silent" })]), live({ one: { ...one, has: ["a"] } })],
  ],
  [
    "that a repository gets",
    [desired([declare("one", { comment: "silent" })], give("one", names("a"))), live({ one, two: { has: ["a"] } })],
  ],
  ["that only gets stronger", [desired([declare("one", { comment: "enabled" })]), live({ one: { settings: {} } })]],
  ["that changes in what has no direction", [desired([declare("one", { risk_threshold: 3 })]), live({ one })]],
  ["that does not change", [desired([declare("one", { comment: "enabled" })]), live({ one })]],
  ["that is new", [desired([declare("new", { comment: "disabled" })]), live({ one })]],
])("a configuration %s is not listed", (_what, given) => {
  expect(planned(...given).unused).toEqual([]);
});

test("a configuration that is deleted is no unused one", () => {
  const made = plan(
    { id: accountId("account") },
    { ...desired([declare("one", { comment: "silent" })]), deletions: [configurationId("one")] },
    live({ one }),
  );
  expect(made.deletions).toHaveLength(1);
  expect(made.unused).toEqual([]);
});
