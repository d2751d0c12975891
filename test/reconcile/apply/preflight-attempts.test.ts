import { configurationId } from "../../../src/model/ids";
import { basisOf } from "../../../src/reconcile/apply/basis";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, give, ids, live, names, shown } from "../account";
import { type Checked, checking, first, reading, said } from "./checking";

const observed = live({ one: { settings: { comment: "silent" } }, two: { settings: { comment: "silent" } } });
const change = desired([declare("one", { comment: "enabled" })]);
const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
const isDisabled = { path: "comment", planned: "silent", found: "disabled" };
const changed = { withheld: { is: "changed" } } as const;

describe("a further attempt", () => {
  test.each<[string, string, Checked]>([
    ["goes out where an earlier one had no effect", "silent", { goes: undefined }],
    ["goes out where an earlier one took effect", "enabled", { goes: undefined }],
    [
      "is withheld where somebody has written since, and an earlier one may have arrived",
      "disabled",
      { ...changed, unclear: true },
    ],
  ])("%s", async (_title, comment, expected) => {
    const { world, plan, preflight, noted, check } = checking(observed, change);
    const write = first(plan);
    const sent = { goes: shown(write) };
    expect(await check(write)).toEqual(sent);
    world.change("one", { settings: { comment } as { readonly comment: "silent" } });
    expect(await check(write, true)).toEqual("goes" in expected ? sent : expected);
    expect(noted).toEqual([shown(write)]);
    expect(said(preflight.stateOf(write).changed)).toEqual("goes" in expected ? [] : [["one", isDisabled]]);
  });

  test("looks again at what it replaces", async () => {
    let reads = 0;
    const { plan, check } = checking(
      observed,
      change,
      reading(() => (reads += 1)),
    );
    await check(first(plan));
    await check(first(plan));
    expect(reads).toBe(2);
  });

  test("in parts leaves out what has changed, and says it once", async () => {
    const { world, plan, preflight, noted, check } = checking(observed, both);
    const write = first(plan);
    if (write.kind !== "bulk") throw new Error("no bulk update");
    await check(write);
    world.change("one", { settings: { comment: "disabled" } });
    for (const id of [...write.configurations, ...write.configurations])
      expect(await check({ ...write, configurations: [id] })).toEqual(
        id === "one" ? changed : { goes: { bulk: ["two"], comment: "enabled" } },
      );
    expect(noted).toEqual([shown(write)]);
    expect(said(preflight.stateOf(write).changed)).toEqual([["one", isDisabled]]);
  });

  test("leaves out what was left out of an earlier one, although it is as before again", async () => {
    const { world, plan, check } = checking(observed, both);
    world.change("one", { settings: { comment: "disabled" } });
    await check(plan.writes[0]);
    world.change("one", { settings: { comment: "silent" } });
    expect(await check(plan.writes[0])).toEqual({ goes: { bulk: ["two"], comment: "enabled" } });
  });

  test("leaves out repositories that were left out of an earlier one, although they are back", async () => {
    const routed = live({ one: {}, two: { has: ["r1", "r2"] }, three: {} });
    const { world, plan, preflight, check } = checking(
      routed,
      desired([declare("one")], give("one", names("r1", "r2"))),
    );
    world.move("r1", "three");
    await check(first(plan));
    world.move("r1", "two");
    expect(await check(first(plan))).toEqual({ goes: { assign: "one", repositories: ids("r2") } });
    expect(said(preflight.stateOf(first(plan)).changed)).toHaveLength(1);
  });

  test("names what was left out of an earlier one", async () => {
    const { world, plan, preflight, check } = checking(observed, both);
    const write = first(plan);
    world.change("one", { settings: { comment: "disabled" } });
    await check(write);
    expect([...preflight.stateOf(write).dropped]).toEqual(["one"]);
  });
});

describe("a write that follows another one of the same apply", () => {
  const next: Write = {
    kind: "put",
    configuration: configurationId("one"),
    body: { name: "one", settings: { comment: "enabled", risk_threshold: 3 } },
    carries: [declare("one").address],
    id: 7,
    after: [],
  };
  const held = { comment: "silent", risk_threshold: 3 } as const;
  const before = live({ one: { settings: held } });

  test.each([
    ["goes out where reads show the first one late", { ...held, comment: "enabled" } as const, []],
    ["is withheld where somebody has written since", { ...held, comment: "disabled" } as const, [["one", isDisabled]]],
    [
      "is withheld where somebody has removed what the first one did not contain",
      { comment: "enabled" } as const,
      [["one", { path: "risk_threshold", planned: 3 }]],
    ],
  ])("%s", async (_title, settings, conflicts) => {
    const { world, plan, preflight, check } = checking(before, change);
    await check(first(plan));
    preflight.expect([next], basisOf(plan));
    world.change("one", { settings });
    expect(await check(next)).toEqual(conflicts.length === 0 ? { goes: shown(next) } : changed);
    expect(said(preflight.stateOf(next).changed)).toEqual(conflicts);
  });

  test.each([
    ["goes out although reads show late what was written to its target", { comment: "silent" } as const, true],
    ["is withheld where somebody has written to its target since", { comment: "disabled" } as const, false],
  ])("%s", async (_title, settings, goes) => {
    const routed = live({
      one: { settings: { comment: "silent", code_policies: [{ id: "p" }] } },
      two: { has: ["r"] },
    });
    const declared = desired([declare("one", { comment: "enabled" })], give("one", names("r")));
    const { world, plan, check } = checking(routed, declared);
    const patch = first(plan);
    if (patch.kind !== "patch") throw new Error("no PATCH");
    const { repositories = [], ...body } = patch.body;
    await check({ ...patch, body });
    world.change("one", { settings });
    const { configuration, carries } = patch;
    const assign = { kind: "assign", configuration, repositories, carries, id: patch.id, after: [] } as const;
    expect(await check(assign)).toEqual(goes ? { goes: shown(assign) } : changed);
  });
});

test("writes that have still to look are counted by their configurations, until they do", async () => {
  const declared = desired([...both.configurations, declare("new")]);
  const { plan, preflight, check } = checking(observed, declared);
  expect(preflight.waiting).toBe(3);
  await check(plan.writes.find(({ kind }) => kind === "bulk"));
  expect(preflight.waiting).toBe(1);
});
