import { error } from "../../../src/diagnostics/diagnostic";
import { fail, ScanformError } from "../../../src/diagnostics/error";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { priorStateOf } from "../../../src/reconcile/apply/prior-state";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, give, ids, live, names, shown } from "../account";
import type { Account } from "../readings";
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
const commentChanged = ["one", { path: "comment", planned: "silent", found: "disabled" }] as const;
const toMedium = setting({ analyzers: { a: { ...a, risk_level: "medium" }, b } });
const toHigh = setting({ analyzers: { a: high, b } });
const bOff = { enabled: false } as const;
const bToOff = setting({ analyzers: { a, b: bOff } });
const otherField = setting({ comment: "disabled" });

describe("a PATCH", () => {
  const patch = (settings: object) => ({ PATCH: "one", name: "one", settings });
  checksOf("a PATCH", live({ one: { settings: held } }), desired([declare("one", raised)]), [
    { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    { title: "is withheld where a leaf that it changes has another value", deed: toMedium, changed: [medium] },
    { title: "is done where everything that is declared is there already", deed: toHigh, withheld: "done" },
    {
      title: "carries what this version does not know as it is",
      deed: setting({ newer: { than: [null, "us"] } }),
      goes: patch({ ...held, newer: { than: [null, "us"] }, analyzers: { a: high, b } }),
    },
    { title: "is withheld where the name has changed", deed: renamed, changed: [nameChanged] },
    { title: "is withheld where the configuration is gone", deed: gone, changed: [isGone] },
  ]);

  describe("of a configuration with a declared leaf that was to stay", () => {
    const both = { comment: "silent", ...raised } as const;
    checksOf(
      "a PATCH of a configuration with a declared leaf that was to stay",
      live({ one: { settings: held } }),
      desired([declare("one", both)]),
      [
        { title: "is withheld where it has another value", deed: otherField, changed: [commentChanged] },
        {
          title: "is withheld where it is gone",
          deed: changing("one", { settings: { analyzers: { a, b } } }),
          changed: [["one", { path: "comment", planned: "silent" }]],
        },
      ],
    );
  });
});

const declared = desired([declare("eins", {}, { id: configurationId("one") })]);
checksOf("a PATCH that renames", live({ one: { settings: held } }), declared, [
  { title: "is done where the name is the new one already", deed: renamed, withheld: "done" },
  {
    title: "is withheld where the name is a third one",
    deed: changing("one", { name: "uno" }),
    changed: [["eins", { path: "name", planned: "one", found: "uno" }]],
  },
]);

const before = { ...held, code_policies: [{ id: "p", enabled: true }] };
checksOf("a PUT", live({ one: { settings: before } }), desired([declare("one", { code_policies: [] })]), [
  { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
  { title: "is done where what it removes is gone already", deed: setting({}), withheld: "done" },
  {
    title: "is withheld where what it removes has changed",
    deed: setting({ code_policies: [{ id: "p", enabled: false }] }),
    changed: [["one", { path: 'code_policies["p"].enabled', planned: true, found: false }]],
  },
  { title: "is withheld where the name has changed", deed: renamed, changed: [nameChanged] },
  { title: "is withheld where the configuration is gone", deed: gone, changed: [isGone] },
]);

describe("a bulk update of everything", () => {
  const both = desired(["one", "two"].map((name) => declare(name, raised)));
  const left = { bulk: ["two"], ...held, analyzers: { a: high, b } };
  checksOf("a bulk update of everything", live({ one: { settings: held }, two: { settings: held } }), both, [
    { title: "goes out as planned where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    {
      title: "leaves a configuration that somebody has added a leaf to, to a write of its own",
      deed: setting({ risk_threshold: 3 }),
      goes: left,
      apart: ["one"],
    },
    { title: "goes out without a configuration that is gone", deed: gone, goes: left, changed: [isGone] },
  ]);
});

describe("a bulk update that lacks settings of its configurations", () => {
  const ids = ["zero", "one", "two", "three"];
  const settingsOf = (id: string) => ({ ...held, risk_threshold: ids.indexOf(id) });
  const world = live(Object.fromEntries(ids.map((id) => [id, { settings: settingsOf(id) }])));
  const declared = desired(ids.map((id) => declare(id, raised)));
  const of = (...configurations: string[]) => ({
    bulk: configurations,
    part: "rest",
    analyzers: { a: high, b },
  });
  const rest = { pick: (write: Write) => write.kind === "bulk" && write.part === "rest" };
  const left = of("two", "three");
  checksOf(
    "a bulk update that lacks settings of its configurations",
    world,
    declared,
    [
      { title: "goes out as planned where nobody has changed anything", deed: () => undefined, goes: asPlanned },
      {
        title:
          "leaves a configuration of which an undeclared leaf has changed in what it carries to a write of its own",
        deed: bToOff,
        goes: left,
        apart: ["one"],
      },
    ],
    rest,
  );
});

describe("a deletion", () => {
  const at = "undeclared.one";
  const declared = { ...desired([]), deletions: [configurationId("one")] };
  checksOf("a deletion", live({ one: { settings: held } }), declared, [
    { title: "goes out where nobody has changed anything", goes: asPlanned, deed: () => undefined },
    { title: "is done where the configuration is gone", deed: gone, withheld: "done" },
    { title: "is withheld where a leaf has changed", deed: otherField, changed: [[at, commentChanged[1]]] },
    { title: "is withheld where the name has changed", deed: renamed, changed: [[at, nameChanged[1]]] },
  ]);
});

checksOf("a creation", live({ one: { settings: held } }), desired([declare("new", raised)]), [
  { title: "goes out where its name is free", goes: asPlanned, deed: () => undefined },
]);

checksOf("a creation", live({ one: { settings: held } }), desired([declare("caf\u00e9", raised)]), [
  {
    title: "is withheld where somebody has created its name in another Unicode normal form",
    deed: changing("another", { name: "cafe\u0301" }),
    changed: [["caf\u00e9", { path: "name", found: "caf\u00e9" }]],
  },
]);

test("a creation goes out where its name is still shown at a configuration that this plan has renamed", async () => {
  const declared = desired([declare("one", raised), declare("eins", {}, { id: configurationId("one") })]);
  const { plan, check } = checking(live({ one: { settings: held } }), declared);
  const creation = plan.writes.find(({ kind }) => kind === "create");
  expect(await check(creation)).toEqual({ goes: { POST: { name: "one", settings: raised } } });
});

const observed = live({ one: { settings: { comment: "silent" } }, two: { settings: { comment: "silent" } } });
const change = desired([declare("one", { comment: "enabled" })]);
const both = desired(["one", "two"].map((name) => declare(name, { comment: "enabled" })));
const isDisabled = { path: "comment", planned: "silent", found: "disabled" };
const changed = { withheld: { is: "changed" } } as const;

const unexpected = { withheld: { is: "unexpected" } } as const;

test.each<[string, Settings, Checked | undefined]>([
  ["goes out where an earlier one had no effect", { comment: "silent" }, undefined],
  [
    "has nothing left to do where an earlier one took effect",
    { comment: "enabled" },
    { withheld: { is: "done" }, unclear: true },
  ],
])("a further attempt %s", async (_title, settings, expected) => {
  const { world, plan, sender, noted, check } = checking(observed, change);
  const write = first(plan);
  const sent = { goes: shown(write) };
  expect(await check(write)).toEqual(sent);
  world.change("one", { settings });
  expect(await check(write, true)).toEqual(expected ?? sent);
  expect(noted).toEqual([shown(write)]);
  expect(said(sender.stateOf(write).changed)).toEqual([]);
});

test("a further attempt looks again at what it replaces", async () => {
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

test("a further attempt in parts leaves out what has changed, and says it once", async () => {
  const { world, plan, sender, noted, check } = checking(observed, both);
  const write = first(plan);
  if (write.kind !== "bulk") throw new Error("no bulk update");
  world.change("one", { settings: { comment: "disabled" } });
  for (const id of [...write.configurations, ...write.configurations])
    expect(await check({ ...write, configurations: [id] })).toEqual(
      id === "one" ? changed : { goes: { bulk: ["two"], comment: "enabled" } },
    );
  expect(noted).toEqual([{ bulk: ["two"], comment: "enabled" }]);
  expect(said(sender.stateOf(write).changed)).toEqual([["one", isDisabled]]);
});

test("an attempt in parts leaves out what is neither as before an earlier one nor as that was to leave it", async () => {
  const { world, plan, check } = checking(observed, both);
  const write = first(plan);
  if (write.kind !== "bulk") throw new Error("no bulk update");
  await check(write);
  world.change("one", { settings: { comment: "disabled" } });
  for (const id of write.configurations)
    expect(await check({ ...write, configurations: [id] })).toEqual(
      id === "one" ? unexpected : { goes: { bulk: ["two"], comment: "enabled" } },
    );
});

test("a further attempt leaves out what was left out of an earlier one, although it is as before again", async () => {
  const { world, plan, check } = checking(observed, both);
  world.change("one", { settings: { comment: "disabled" } });
  await check(plan.writes[0]);
  world.change("one", { settings: { comment: "silent" } });
  expect(await check(plan.writes[0])).toEqual({ goes: { bulk: ["two"], comment: "enabled" } });
});

test("a further attempt leaves out repositories that were left out of an earlier one, although they are back", async () => {
  const routed = live({ one: {}, two: { has: ["r1", "r2"] }, three: {} });
  const { world, plan, sender, check } = checking(routed, desired([declare("one")], give("one", names("r1", "r2"))));
  world.move("r1", "three");
  await check(first(plan));
  world.move("r1", "two");
  expect(await check(first(plan))).toEqual({ goes: { assign: "one", repositories: ids("r2") } });
  expect(said(sender.stateOf(first(plan)).changed)).toHaveLength(1);
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

  test.each<[string, Settings, Checked]>([
    ["goes out where reads show the first one late", held, { goes: shown(next) }],
    ["is withheld where somebody has written since", { ...held, comment: "disabled" }, unexpected],
    ["is withheld where what the first one was to keep is gone", { comment: "enabled" }, unexpected],
  ])("a write that follows another one of the same apply %s", async (_title, settings, expected) => {
    const { world, plan, sender, check } = checking(before, change);
    await check(first(plan));
    sender.expect([next], priorStateOf(plan));
    world.change("one", { settings });
    expect(await check(next)).toEqual(expected);
    expect(said(sender.stateOf(next).changed)).toEqual([]);
  });

  test.each<[string, Parameters<Account["change"]>[1], boolean]>([
    ["goes out although reads show late what was written to its target", { settings: { comment: "silent" } }, true],
    ["is withheld where somebody has written to its target since", { settings: { comment: "disabled" } }, false],
    ["is withheld where its target, which that one has renamed, has a third name", { name: "third" }, false],
  ])("a write that follows another one of the same apply %s", async (_title, deed, goes) => {
    const routed = live({
      one: { name: "former", settings: { comment: "silent", code_policies: [{ id: "p" }] } },
      two: { has: ["r"] },
    });
    const target = declare("one", { comment: "enabled" }, { id: configurationId("one") });
    const declared = desired([target], give("one", names("r")));
    const { world, plan, check } = checking(routed, declared);
    const patch = first(plan);
    if (patch.kind !== "patch") throw new Error("no PATCH");
    const { repositories = [], ...body } = patch.body;
    await check({ ...patch, body });
    world.change("one", deed);
    const { configuration, carries } = patch;
    const assign = { kind: "assign", configuration, repositories, carries, id: patch.id, after: [] } as const;
    expect(await check(assign)).toEqual(goes ? { goes: shown(assign) } : changed);
  });
});

test("writes that have still to look are counted by their configurations, until they do", async () => {
  const declared = desired([...both.configurations, declare("new")]);
  const { plan, sender, check } = checking(observed, declared);
  expect(sender.waiting).toBe(3);
  await check(plan.writes.find(({ kind }) => kind === "bulk"));
  expect(sender.waiting).toBe(1);
});

const apart = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);

const record = (): never => fail("journal", "no space");
const unrecorded = { withheld: { is: "unrecorded", because: "The journal cannot be used: no space" } };

test("a journal that cannot be written ends everything, without another look", async () => {
  let reads = 0;
  const { plan, sender, check } = checking(observed, apart, { record, ...reading(() => (reads += 1)) });
  const [one, two] = plan.writes;
  expect(await check(one)).toEqual(unrecorded);
  const asked = reads;
  expect(await check(two, true)).toEqual({ ...unrecorded, unclear: true });
  expect([asked, reads]).toEqual([1, 1]);
  expect(sender.halted).toEqual(unrecorded.withheld);
  expect(sender.stateOf(first(plan)).isRecorded).toBe(false);
});

test("a journal that cannot be written is no reason to hide a defect", async () => {
  const defect = (): never => {
    throw new RangeError("x");
  };
  const { plan, check } = checking(observed, change, { record: defect });
  await expect(check(first(plan))).rejects.toThrow(RangeError);
});

const interrupted = { withheld: { is: "interrupted" } };

test.each([
  ["is noticed after it", () => undefined],
  [
    "explains why it failed",
    () => {
      throw failure({ code: "interrupted", fault: "not-tried" });
    },
  ],
])("an interrupt during a look %s", async (_title, onRead) => {
  const stop = new AbortController();
  const { plan, sender, noted, check } = checking(observed, change, {
    signal: stop.signal,
    ...reading(() => {
      stop.abort();
      onRead();
    }),
  });
  expect(await check(first(plan), true)).toEqual({ ...interrupted, unclear: true });
  expect(noted).toEqual([]);
  expect(sender.halted).toBeUndefined();
});

describe("a look that fails", () => {
  const because = expect.stringMatching(/^not sent, since what it would replace could not be read: .*no$/) as string;

  /** Two writes, of which the first looks at a configuration that cannot be read. */
  async function refused(thrown: () => Error) {
    const reads: string[] = [];
    const { plan, sender, noted, check } = checking(observed, apart, {
      reader: (from) => ({
        ...from,
        configuration: (account, id, ...given) => {
          reads.push(id);
          return id === "one" ? Promise.reject(thrown()) : from.configuration(account, id, ...given);
        },
      }),
    });
    const [one, two] = plan.writes;
    expect(await check(one)).toEqual({ withheld: { is: "unread", because } });
    return { halted: sender.halted, second: await check(two, true), two, reads, noted };
  }

  test.each<[string, () => Error]>([
    ...[undefined, 401, 403, 429, 503].map((status): [string, () => Error] => [
      `with ${status === undefined ? "no answer" : `status ${String(status)}`}`,
      () => failure({ status }),
    ]),
    ["for a reason of this machine", () => new ScanformError([error("service-answer", "no")])],
  ])("a look that fails %s withholds its write and all others, which do not look", async (_what, thrown) => {
    const { halted, second, reads, noted } = await refused(thrown);
    expect(halted).toEqual({ is: "unread", because });
    expect(second).toEqual({ withheld: halted, unclear: true });
    expect([reads, noted]).toEqual([["one"], []]);
  });

  test.each([408, 500])("a look that ends with status %d withholds its own write", async (status) => {
    const { halted, second, two, noted } = await refused(() => failure({ status }));
    expect(halted).toBeUndefined();
    expect(second).toEqual({ goes: two && shown(two) });
    expect(noted).toHaveLength(1);
  });

  test("a look that fails by a defect is not hidden", async () => {
    const defect = () => {
      throw new RangeError("x");
    };
    const { plan, check } = checking(observed, change, reading(defect));
    await expect(check(first(plan))).rejects.toThrow(RangeError);
  });
});
