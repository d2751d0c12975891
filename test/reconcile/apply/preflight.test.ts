import { configurationId } from "../../../src/model/ids";
import { declare, desired, live } from "../account";
import { asPlanned, checking, checksOf, type Row } from "./checking";

type Deed = Row["deed"];

const a = { enabled: true, risk_level: "low" } as const;
const high = { enabled: true, risk_level: "high" } as const;
const b = { enabled: true } as const;
const held = { comment: "silent", analyzers: { a, b } } as const;
const raised = { analyzers: { a: { risk_level: "high" } } } as const;

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
  checksOf(live({ one: { settings: held } }), desired([declare("one", raised)]), [
    { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    {
      title: "is withheld where a declared leaf has another value",
      deed: toMedium,
      changed: [medium],
    },
    { title: "goes out where a declared leaf has the value of the write already", goes: asPlanned, deed: toHigh },
    {
      title: "is withheld where an undeclared leaf of its field has changed",
      deed: bToOff,
      changed: [bOff],
    },
    { title: "goes out where a leaf of another field has changed", goes: asPlanned, deed: otherField },
    { title: "is withheld where the name has changed", deed: renamed, changed: [nameChanged] },
    { title: "is withheld where the configuration is gone", deed: gone, changed: [isGone] },
    {
      title: "is withheld with everything that has changed",
      deed: (world) => {
        world.change("one", {
          name: "eins",
          settings: { analyzers: { a: { ...a, risk_level: "medium" }, b: { enabled: false } } },
        });
      },
      changed: [nameChanged, medium, bOff],
    },
  ]);
});

describe("a PATCH that renames", () => {
  const declared = desired([declare("eins", {}, { id: configurationId("one") })]);
  checksOf(live({ one: { settings: held } }), declared, [
    { title: "goes out where the name is the new one already", goes: asPlanned, deed: renamed },
    {
      title: "is withheld where the name is a third one",
      deed: (world) => {
        world.change("one", { name: "uno" });
      },
      changed: [["eins", { path: "name", planned: "one", found: "uno" }]],
    },
  ]);
});

describe("a PUT", () => {
  const policies = [{ id: "p", enabled: true }];
  const before = { ...held, code_policies: policies };
  checksOf(live({ one: { settings: before } }), desired([declare("one", { code_policies: [] })]), [
    { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    { title: "goes out where what it removes is gone already", goes: asPlanned, deed: setting({}) },
    {
      title: "is withheld where what it removes has changed",
      deed: setting({ code_policies: [{ id: "p", enabled: false }] }, before),
      changed: [["one", { path: 'code_policies["p"].enabled', planned: true, found: false }]],
    },
    {
      title: "is withheld where a leaf of any field has changed",
      deed: setting({ comment: "disabled" }, before),
      changed: [commentChanged],
    },
    {
      title: "is withheld where a leaf has come to another field",
      deed: setting({ risk_threshold: 3 }, before),
      changed: [["one", { path: "risk_threshold", found: 3 }]],
    },
    { title: "is withheld where the name has changed", deed: renamed, changed: [nameChanged] },
    { title: "is withheld where the configuration is gone", deed: gone, changed: [isGone] },
  ]);
});

describe("a bulk update", () => {
  const both = desired(["one", "two"].map((name) => declare(name, raised)));
  const world = () => live({ one: { settings: held }, two: { settings: held } });
  const left = { bulk: ["two"], analyzers: { a: high, b } };
  checksOf(world(), both, [
    { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    {
      title: "goes out without a configuration of which a declared leaf has another value",
      deed: toMedium,
      goes: left,
      changed: [medium],
    },
    { title: "goes out with a configuration that has its value already", goes: asPlanned, deed: toHigh },
    {
      title: "goes out without a configuration of which an undeclared leaf of the field has changed",
      deed: bToOff,
      goes: left,
      changed: [bOff],
    },
    { title: "goes out with a configuration of which another field has changed", goes: asPlanned, deed: otherField },
    {
      title: "goes out with a configuration whose name has changed, since it sends none",
      goes: asPlanned,
      deed: renamed,
    },
    { title: "goes out without a configuration that is gone", deed: gone, goes: left, changed: [isGone] },
    {
      title: "is withheld where every configuration has changed",
      deed: (others) => {
        toMedium(others);
        others.remove("two");
      },
      changed: [medium, ["two", { path: "configuration", planned: "two" }]],
    },
  ]);

  describe("of leaves", () => {
    checksOf(
      world(),
      both,
      [
        { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
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
      { options: { semantics: { bulkMerge: "deep" } } },
    );
  });
});

describe("a deletion", () => {
  const at = "undeclared.one";
  const declared = { ...desired([]), deletions: [configurationId("one")] };
  checksOf(live({ one: { settings: held } }), declared, [
    { title: "goes out where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    { title: "is done where the configuration is gone", deed: gone, withheld: "done" },
    {
      title: "is withheld where a leaf has changed",
      deed: otherField,
      changed: [[at, commentChanged[1]]],
    },
    {
      title: "is withheld where the name has changed",
      deed: renamed,
      changed: [[at, nameChanged[1]]],
    },
  ]);
});

describe("a creation", () => {
  const taken = ["new", { path: "name", found: "new" }] as const;
  checksOf(live({ one: { settings: held } }), desired([declare("new", raised)]), [
    { title: "goes out where its name is free", goes: asPlanned, deed: () => undefined },
    {
      title: "is withheld where somebody has created a configuration of its name",
      deed: (world) => {
        world.change("another", { name: "new" });
      },
      changed: [taken],
    },
    {
      title: "is withheld where what somebody has created holds the same",
      deed: (world) => {
        world.change("another", { name: "new", settings: raised });
      },
      changed: [taken],
    },
    {
      title: "is withheld where somebody has given its name to a configuration",
      deed: (world) => {
        world.change("one", { name: "new" });
      },
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

test("the look of a bulk update shows each configuration to whoever reports changes later", async () => {
  const both = desired(["one", "two"].map((name) => declare(name, raised)));
  const { plan, preflight, check } = checking(live({ one: { settings: held }, two: { settings: held } }), both);
  await check(plan.writes[0]);
  expect([...preflight.seen.keys()]).toEqual(["one", "two"]);
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
