import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import type { PlanOptions } from "../../../src/reconcile/plan/plan";
import { declare, desired, live } from "../account";
import { checking, said, type World } from "./checking";

/** What somebody else does before the write goes out. */
type Deed = (world: World) => void;

interface Row {
  readonly title: string;
  readonly deed: Deed;
  /** What goes out, where it is another write than the planned one. */
  readonly goes?: unknown;
  readonly withheld?: "changed" | "done";
  /** What was said: an address and a part. */
  readonly changed?: readonly (readonly [string, unknown])[];
}

const a = { enabled: true, risk_level: "low" } as const;
const high = { enabled: true, risk_level: "high" } as const;
const b = { enabled: true } as const;
const held = { comment: "silent", analyzers: { a, b } } as const;
const raised = { analyzers: { a: { risk_level: "high" } } } as const;

function rowsOf(observed: Observed, declared: Desired, rows: readonly Row[], options?: PlanOptions) {
  test.each(rows)("$title", async ({ deed, goes, withheld, changed = [] }) => {
    const { world, plan, preflight, noted, check } = checking(observed, declared, options && { options });
    const [write] = plan.writes;
    expect(plan.writes).toHaveLength(1);
    deed(world);
    const checked = await check(write);
    if (withheld !== undefined) expect(checked).toEqual({ withheld: { is: withheld } });
    else if (goes === undefined)
      expect(checked).toEqual(await checking(observed, declared, options && { options }).check(write));
    else expect(checked).toEqual({ goes });
    expect(noted).toEqual(withheld === undefined ? [checked.goes] : []);
    if (write === undefined) throw new Error("no write");
    expect(said(preflight.of(write).changed)).toEqual(changed);
    expect(preflight.of(write).isNoted).toBe(withheld === undefined);
  });
}

const setting =
  (more: object, of: object = held): Deed =>
  (world) => {
    world.change("one", { settings: { ...of, ...more } });
  };
const renamed: Deed = (world) => {
  world.change("one", { name: "eins" });
};
const gone: Deed = (world) => {
  world.remove("one");
};
const nameChanged = ["one", { path: "name", planned: "one", found: "eins" }] as const;
const isGone = ["one", { path: "configuration", planned: "one" }] as const;
const medium = ["one", { path: 'analyzers["a"].risk_level', planned: "low", found: "medium" }] as const;
const bOff = ["one", { path: 'analyzers["b"].enabled', planned: true, found: false }] as const;
const commentChanged = ["one", { path: "comment", planned: "silent", found: "disabled" }] as const;
const toMedium = setting({ analyzers: { a: { ...a, risk_level: "medium" }, b } });
const toHigh = setting({ analyzers: { a: high, b } });
const bToOff = setting({ analyzers: { a, b: { enabled: false } } });
const otherField = setting({ comment: "disabled" });

describe("a PATCH", () => {
  rowsOf(live({ one: { settings: held } }), desired([declare("one", raised)]), [
    { title: "goes out as planned where nobody has changed anything", deed: () => undefined },
    {
      title: "is withheld where a declared leaf has another value",
      deed: toMedium,
      withheld: "changed",
      changed: [medium],
    },
    { title: "goes out where a declared leaf has the value of the write already", deed: toHigh },
    {
      title: "is withheld where an undeclared leaf of its field has changed",
      deed: bToOff,
      withheld: "changed",
      changed: [bOff],
    },
    { title: "goes out where a leaf of another field has changed", deed: otherField },
    { title: "is withheld where the name has changed", deed: renamed, withheld: "changed", changed: [nameChanged] },
    { title: "is withheld where the configuration is gone", deed: gone, withheld: "changed", changed: [isGone] },
    {
      title: "is withheld with everything that has changed",
      deed: (world) => {
        world.change("one", {
          name: "eins",
          settings: { analyzers: { a: { ...a, risk_level: "medium" }, b: { enabled: false } } },
        });
      },
      withheld: "changed",
      changed: [nameChanged, medium, bOff],
    },
  ]);
});

describe("a PATCH that renames", () => {
  const declared = desired([declare("eins", {}, { id: configurationId("one") })]);
  rowsOf(live({ one: { settings: held } }), declared, [
    { title: "goes out where the name is the new one already", deed: renamed },
    {
      title: "is withheld where the name is a third one",
      deed: (world) => {
        world.change("one", { name: "uno" });
      },
      withheld: "changed",
      changed: [["eins", { path: "name", planned: "one", found: "uno" }]],
    },
  ]);
});

describe("a PUT", () => {
  const policies = [{ id: "p", enabled: true }];
  const before = { ...held, code_policies: policies };
  const put = (deed: Partial<typeof before>): Deed => setting(deed, before);
  rowsOf(live({ one: { settings: before } }), desired([declare("one", { code_policies: [] })]), [
    { title: "goes out as planned where nobody has changed anything", deed: () => undefined },
    { title: "goes out where what it removes is gone already", deed: setting({}) },
    {
      title: "is withheld where what it removes has changed",
      deed: put({ code_policies: [{ id: "p", enabled: false }] }),
      withheld: "changed",
      changed: [["one", { path: 'code_policies["p"].enabled', planned: true, found: false }]],
    },
    {
      title: "is withheld where a leaf of any field has changed",
      deed: put({ comment: "disabled" as "silent" }),
      withheld: "changed",
      changed: [commentChanged],
    },
    {
      title: "is withheld where a leaf has come to another field",
      deed: setting({ risk_threshold: 3 }, before),
      withheld: "changed",
      changed: [["one", { path: "risk_threshold", found: 3 }]],
    },
    { title: "is withheld where the name has changed", deed: renamed, withheld: "changed", changed: [nameChanged] },
    { title: "is withheld where the configuration is gone", deed: gone, withheld: "changed", changed: [isGone] },
  ]);
});

describe("a bulk update", () => {
  const both = desired(["one", "two"].map((name) => declare(name, raised)));
  const world = () => live({ one: { settings: held }, two: { settings: held } });
  const left = { bulk: ["two"], analyzers: { a: high, b } };
  rowsOf(world(), both, [
    { title: "goes out as planned where nobody has changed anything", deed: () => undefined },
    {
      title: "goes out without a configuration of which a declared leaf has another value",
      deed: toMedium,
      goes: left,
      changed: [medium],
    },
    { title: "goes out with a configuration that has its value already", deed: toHigh },
    {
      title: "goes out without a configuration of which an undeclared leaf of the field has changed",
      deed: bToOff,
      goes: left,
      changed: [bOff],
    },
    { title: "goes out with a configuration of which another field has changed", deed: otherField },
    { title: "goes out with a configuration whose name has changed, since it sends none", deed: renamed },
    { title: "goes out without a configuration that is gone", deed: gone, goes: left, changed: [isGone] },
    {
      title: "is withheld where every configuration has changed",
      deed: (others) => {
        toMedium(others);
        others.remove("two");
      },
      withheld: "changed",
      changed: [medium, ["two", { path: "configuration", planned: "two" }]],
    },
  ]);

  describe("of leaves", () => {
    rowsOf(
      world(),
      both,
      [
        { title: "goes out as planned where nobody has changed anything", deed: () => undefined },
        {
          title: "goes out without a configuration of which an undeclared leaf of the field has changed",
          deed: bToOff,
          goes: { bulk: ["two"], ...raised },
          changed: [bOff],
        },
        {
          title: "goes out without a configuration of which an undeclared leaf of the field is gone",
          deed: setting({ analyzers: { a } }),
          goes: { bulk: ["two"], ...raised },
          changed: [["one", { path: 'analyzers["b"].enabled', planned: true }]],
        },
      ],
      { semantics: { bulkMerge: "deep" } },
    );
  });
});

describe("a deletion", () => {
  const at = "undeclared.one";
  const declared = { ...desired([]), deletions: [configurationId("one")] };
  rowsOf(live({ one: { settings: held } }), declared, [
    { title: "goes out where nobody has changed anything", deed: () => undefined },
    { title: "is done where the configuration is gone", deed: gone, withheld: "done" },
    {
      title: "is withheld where a leaf has changed",
      deed: otherField,
      withheld: "changed",
      changed: [[at, commentChanged[1]]],
    },
    {
      title: "is withheld where the name has changed",
      deed: renamed,
      withheld: "changed",
      changed: [[at, nameChanged[1]]],
    },
  ]);
});

describe("a creation", () => {
  const taken = ["new", { path: "name", found: "new" }] as const;
  rowsOf(live({ one: { settings: held } }), desired([declare("new", raised)]), [
    { title: "goes out where its name is free", deed: () => undefined },
    {
      title: "is withheld where somebody has created a configuration of its name",
      deed: (world) => {
        world.change("another", { name: "new" });
      },
      withheld: "changed",
      changed: [taken],
    },
    {
      title: "is withheld where somebody has given its name to a configuration",
      deed: (world) => {
        world.change("one", { name: "new" });
      },
      withheld: "changed",
      changed: [taken],
    },
  ]);

  test("goes out where its name is still shown at a configuration that this plan has renamed", async () => {
    const declared = desired([declare("one", raised), declare("eins", {}, { id: configurationId("one") })]);
    const { plan, check } = checking(live({ one: { settings: held } }), declared);
    const creation = plan.writes.find(({ kind }) => kind === "create");
    expect(await check(creation)).toEqual({ goes: { POST: { name: "one", settings: raised } } });
  });
});

test("a look shows what is there to whoever reports changes later", async () => {
  const { world, plan, preflight, check } = checking(
    live({ one: { settings: held } }),
    desired([declare("one", raised)]),
  );
  otherField(world);
  await check(plan.writes[0]);
  expect([...preflight.seen.values()].map(({ settings }) => settings.comment)).toEqual(["disabled"]);
});
