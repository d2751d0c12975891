import { error } from "../../../src/diagnostics/diagnostic";
import { fail, ScanformError } from "../../../src/diagnostics/error";
import { configurationId } from "../../../src/model/ids";
import { basisOf } from "../../../src/reconcile/apply/basis";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, give, ids, live, names, shown } from "../account";
import { failure } from "../service";
import {
  asPlanned,
  changing,
  type Checked,
  checking,
  checksOf,
  first,
  reading,
  removing,
  type Row,
  said,
} from "./checking";

type Deed = Row["deed"];

const a = { enabled: true, risk_level: "low" } as const;
const high = { enabled: true, risk_level: "high" } as const;
const b = { enabled: true } as const;
const held = { comment: "silent", analyzers: { a, b } } as const;
const raised = { analyzers: { a: { risk_level: "high" } } } as const;

const setting = (more: object, of: object = held): Deed => changing("one", { settings: { ...of, ...more } });
const renamed: Deed = (world) => {
  world.change("one", { name: "eins" });
};
const gone = removing("one");
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
    { title: "is withheld where a declared leaf has another value", deed: toMedium, changed: [medium] },
    { title: "goes out where a declared leaf has the value of the write already", goes: asPlanned, deed: toHigh },
    { title: "is withheld where an undeclared leaf of its field has changed", deed: bToOff, changed: [bOff] },
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
      deed: changing("one", { name: "uno" }),
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
});

describe("a deletion", () => {
  const at = "undeclared.one";
  const declared = { ...desired([]), deletions: [configurationId("one")] };
  checksOf(live({ one: { settings: held } }), declared, [
    { title: "goes out where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    { title: "is done where the configuration is gone", deed: gone, withheld: "done" },
    { title: "is withheld where a leaf has changed", deed: otherField, changed: [[at, commentChanged[1]]] },
    { title: "is withheld where the name has changed", deed: renamed, changed: [[at, nameChanged[1]]] },
  ]);
});

describe("a creation", () => {
  const taken = ["new", { path: "name", found: "new" }] as const;
  checksOf(live({ one: { settings: held } }), desired([declare("new", raised)]), [
    { title: "goes out where its name is free", goes: asPlanned, deed: () => undefined },
    {
      title: "is withheld where somebody has created a configuration of its name",
      deed: changing("another", { name: "new" }),
      changed: [taken],
    },
    {
      title: "is withheld where what somebody has created holds the same",
      deed: changing("another", { name: "new", settings: raised }),
      changed: [taken],
    },
    {
      title: "is withheld where somebody has given its name to a configuration",
      deed: changing("one", { name: "new" }),
      changed: [taken],
    },
  ]);

  checksOf(live({ one: { settings: held } }), desired([declare("caf\u00e9", raised)]), [
    {
      title: "is withheld where somebody has created its name in another Unicode normal form",
      deed: changing("another", { name: "cafe\u0301" }),
      changed: [["caf\u00e9", { path: "name", found: "caf\u00e9" }]],
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
  expect([...preflight.judge.seen.keys()]).toEqual(["one", "two"]);
});

const observed = live({ one: { settings: { comment: "silent" } }, two: { settings: { comment: "silent" } } });
const change = desired([declare("one", { comment: "enabled" })]);
const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
const isDisabled = { path: "comment", planned: "silent", found: "disabled" };
const changed = { withheld: { is: "changed" } } as const;

test("a write that is checked again counts once among those that have still to look", async () => {
  const { plan, preflight, check } = checking(observed, both);
  expect(preflight.waiting).toBe(2);
  for (const attempt of ["the first", "the second"]) {
    await check(plan.writes[0]);
    expect([attempt, preflight.waiting]).toEqual([attempt, 0]);
  }
});

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

const apart = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);

describe("a journal that cannot be written", () => {
  const record = (): never => fail("journal", "no space");
  const unrecorded = { withheld: { is: "unrecorded", because: "The journal cannot be used: no space" } };

  test("ends everything, without another look", async () => {
    let reads = 0;
    const { plan, preflight, check } = checking(observed, apart, { record, ...reading(() => (reads += 1)) });
    const [one, two] = plan.writes;
    expect(await check(one)).toEqual(unrecorded);
    const asked = reads;
    expect(await check(two, true)).toEqual({ ...unrecorded, unclear: true });
    expect([asked, reads]).toEqual([1, 1]);
    expect(preflight.halted).toEqual(unrecorded.withheld);
    expect(preflight.stateOf(first(plan)).isRecorded).toBe(false);
  });

  test("is no reason to hide a defect", async () => {
    const defect = (): never => {
      throw new RangeError("x");
    };
    const { plan, check } = checking(observed, change, { record: defect });
    await expect(check(first(plan))).rejects.toThrow(RangeError);
  });
});

describe("an interrupt", () => {
  const interrupted = { withheld: { is: "interrupted" } };

  test("before a look leaves it out", async () => {
    let reads = 0;
    const given = { signal: AbortSignal.abort(), ...reading(() => (reads += 1)) };
    const { plan, noted, check } = checking(observed, change, given);
    expect(await check(first(plan))).toEqual(interrupted);
    expect([reads, noted]).toEqual([0, []]);
  });

  test.each([
    ["is noticed after it", () => undefined],
    [
      "explains why it failed",
      () => {
        throw failure({ code: "interrupted", fault: "not-tried" });
      },
    ],
  ])("during a look %s", async (_title, onRead) => {
    const stop = new AbortController();
    const { plan, preflight, noted, check } = checking(observed, change, {
      signal: stop.signal,
      ...reading(() => {
        stop.abort();
        onRead();
      }),
    });
    expect(await check(first(plan), true)).toEqual({ ...interrupted, unclear: true });
    expect(noted).toEqual([]);
    expect(preflight.halted).toBeUndefined();
  });
});

describe("a look that fails", () => {
  const because = expect.stringMatching(/^not sent, since what it would replace could not be read: .*no$/) as string;

  /** Two writes, of which the first looks at a list that cannot be read. */
  async function refusedList(thrown: () => Error) {
    let reads = 0;
    const { plan, preflight, noted, check } = checking(observed, apart, {
      reader: (from) => ({
        ...from,
        configurations: () => {
          reads += 1;
          return Promise.reject(thrown());
        },
      }),
    });
    const [one, two] = plan.writes;
    expect(await check(one)).toEqual({ withheld: { is: "unread", because } });
    return { halted: preflight.halted, second: await check(two, true), two, reads, noted };
  }

  test.each<[string, () => Error]>([
    ...[undefined, 401, 403, 429, 503].map((status): [string, () => Error] => [
      `with ${status === undefined ? "no answer" : `status ${String(status)}`}`,
      () => failure({ status }),
    ]),
    ["for a reason of this machine", () => new ScanformError([error("service-answer", "no")])],
  ])("%s withholds its write and all others, which do not look", async (_what, thrown) => {
    const { halted, second, reads, noted } = await refusedList(thrown);
    expect(halted).toEqual({ is: "unread", because });
    expect(second).toEqual({ withheld: halted, unclear: true });
    expect([reads, noted]).toEqual([1, []]);
  });

  test.each([400, 404, 408, 500, 502, 504])("with status %d withholds its own write", async (status) => {
    const { halted, second, two, noted } = await refusedList(() => failure({ status }));
    expect(halted).toBeUndefined();
    expect(second).toEqual({ goes: two && shown(two) });
    expect(noted).toHaveLength(1);
  });

  test("by a defect is not hidden", async () => {
    const defect = () => {
      throw new RangeError("x");
    };
    const { plan, check } = checking(observed, change, reading(defect));
    await expect(check(first(plan))).rejects.toThrow(RangeError);
  });
});
