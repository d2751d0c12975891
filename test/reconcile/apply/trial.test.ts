import type { DesiredConfiguration } from "../../../src/model/desired";
import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { declare, desired, give, ids, live, names, planned, shown } from "../account";
import { type Memory } from "../memory";
import { Account, type Reading, usual } from "../readings";
import { listing, lost, refusal } from "../service";
import { applying, type Given } from "./applying";

/** A bulk update takes the place of all settings, and a PATCH does not. */
const replacing: Reading = { ...usual, bulk: "replace" };

/** What "most" has shows what becomes of a setting, an analyzer and a policy. */
const held = {
  first: { comment: "silent", risk_threshold: 1 },
  most: {
    comment: "silent",
    risk_threshold: 2,
    analyzers: { a: { enabled: true, risk_level: "low" } },
    code_policies: [{ id: "p", enabled: true }],
  },
  third: { comment: "silent", analyzers: { b: { enabled: true } } },
  last: { comment: "silent" },
} as const satisfies Readonly<Record<string, Settings>>;
const others = ["first", "third", "last"] as const;

const observed = live({
  first: { settings: held.first, has: ["r0"] },
  most: { settings: held.most, has: ["r1", "r2"] },
  third: { settings: held.third },
  last: { settings: held.last },
});
const enabling = (name: string): DesiredConfiguration => declare(name, { comment: "enabled" });
const declared = desired(Object.keys(held).map(enabling));
const enabled = (name: keyof typeof held) => ({ ...held[name], comment: "enabled" });

const trial = { bulk: ["most"], part: "trial", comment: "enabled" };
const rest = { bulk: others, part: "rest", comment: "enabled" };
const patch = (name: string, settings: object) => ({ PATCH: name, name, settings });
const alone = others.map((name) => patch(name, enabled(name)));
const back = { PUT: "most", name: "most", settings: enabled("most"), repositories: ids("r1", "r2") };

const settingsIn = (account: Account, id: string): Settings | undefined =>
  account.configurations.get(configurationId(id))?.settings;

/** Applies, and gives what went out and which configurations were read by themselves. */
async function trying(given: Given = {}, what = declared, before = observed) {
  const sent: unknown[] = [];
  const reads: string[] = [];
  const { look = (from: Memory["reader"]) => from } = given;
  const done = await applying(before, what, {
    grace: [0],
    concurrency: 1,
    ...given,
    journal: { sending: (write) => sent.push(shown(write)), settled: () => undefined },
    look: (from, now) => {
      const reader = look(from, now);
      return {
        ...reader,
        configuration: (account, id, options) => {
          reads.push(id);
          return reader.configuration(account, id, options);
        },
      };
    },
  });
  return { ...done, sent, reads };
}

/** Somebody acts right before the first look. */
const before = (id: string, settings: Settings): Given => ({
  onStart: (account) => {
    account.change(id, { settings });
  },
});

/** The nth request to write is answered so. */
const answering = (nth: number, answer: () => Error): Given => {
  let asked = 0;
  return {
    before: () => {
      asked += 1;
      if (asked === nth) throw answer();
    },
  };
};

const unreadable = (id: string): Given => ({
  look: (from) => ({
    ...from,
    configuration: (account, each, options) =>
      each === id ? Promise.reject(refusal(500)) : from.configuration(account, each, options),
  }),
});

test("a bulk update of some settings is sent for the rest once the one with most to lose has lost nothing, by one more read", async () => {
  const { applied, sent, reads, looks, account } = await trying();
  expect(planned(declared, observed).requests).toMatchObject({ planned: 2, oneByOne: 4 });
  expect(sent).toEqual([trial, rest]);
  expect([reads, looks]).toEqual([["most"], { configurations: 2, repositories: 0 }]);
  expect(applied).toMatchObject({ verified: true, sent: 2, diagnostics: [] });
  for (const name of [...others, "most"] as const) expect(settingsIn(account, name)).toEqual(enabled(name));
});

describe("several bulk updates of the same configurations", () => {
  const all = (["enabled", "disabled"] as const).flatMap((comment) =>
    [true, false].flatMap((show_scan_confirmation) => [0, 1, 2].map(() => ({ comment, show_scan_confirmation }))),
  );
  const world = live(
    Object.fromEntries(
      all.map(({ show_scan_confirmation }, at) => [
        `c${String(at)}`,
        { settings: { comment: "silent", risk_threshold: at, show_scan_confirmation: !show_scan_confirmation } },
      ]),
    ),
  );
  const whole = desired(all.map((each, at) => declare(`c${String(at)}`, each)));
  const { requests, writes } = planned(whole, world);
  const kinds = (bulks: number, patches: number): readonly string[] => [
    ...Array<string>(bulks).fill("bulk"),
    ...Array<string>(patches).fill("patch"),
  ];

  test("a further bulk update of the same configurations keeps what an earlier one wrote", async () => {
    expect(requests.planned).toBe(8);
    const { applied, sent } = await applying(world, whole, { grace: [0], concurrency: 1 });
    expect(sent).toEqual(kinds(8, 0));
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  });

  test("a further trial of which somebody has done all shows nothing, so that each of the others gets a write of its own", async () => {
    const last = writes.findLast((each) => each.kind === "bulk" && each.part === "trial");
    if (last?.kind !== "bulk") throw new Error("no trial");
    const [id = ""] = last.configurations;
    const its = world.configurations.find((each) => each.id === id)?.settings;
    const done = before(id, { ...its, ...last.updates });
    const { applied, sent } = await applying(world, whole, { grace: [0], concurrency: 1, ...done });
    expect(sent).toEqual(kinds(6, 5));
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  });
});

test("a trial that shows late is read again, until what it wrote is there", async () => {
  let waited = 0;
  const { applied, sent, waits } = await trying({
    grace: [0, 250, 1000],
    onWait: () => (waited += 1),
    look: (from) => ({
      ...from,
      configuration: async (...given) => {
        const { id, ...now } = await from.configuration(...given);
        return waited < 2 ? { ...now, id, settings: held.most } : { ...now, id };
      },
    }),
  });
  expect(sent).toEqual([trial, rest]);
  expect(waits).toEqual([250, 1000]);
  expect(applied.verified).toBe(true);
});

test("a trial that never shows what it wrote is followed by a write for each of the others, and by its own with the other verb", async () => {
  const { applied, sent, account } = await trying({
    after: (kind, now) => {
      if (kind === "bulk") now.change("most", { settings: held.most });
    },
  });
  expect(sent).toEqual([trial, ...alone, back]);
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  expect(settingsIn(account, "most")).toEqual(enabled("most"));
});

describe("where a bulk update replaces what it does not give", () => {
  const note = { code: "bulk-update-replaces", severity: "warning", address: declare("most").address };

  test("the trial gets back all that it had, with its repositories, and each of the others a write of its own", async () => {
    const { applied, sent, account } = await trying({ reading: replacing });
    expect(sent).toEqual([trial, back, ...alone]);
    expect(applied).toMatchObject({
      verified: true,
      unexpected: [],
      diagnostics: [note],
    });
    for (const path of ["risk_threshold", 'analyzers["a"]', 'code_policies["p"]'])
      expect(applied.diagnostics[0]?.detail).toContain(path);
    expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
    for (const name of [...others, "most"] as const) expect(settingsIn(account, name)).toEqual(enabled(name));
    expect(account.observed.repositories.map((each) => each.configuration_id)).toEqual(["first", "most", "most"]);
  });

  test("the trial gets back repositories that the service takes where a PUT does not list them", async () => {
    const { account } = await trying({ reading: { ...replacing, omitted: "drops", repositories: "is the whole set" } });
    expect([...account.ways.values()].every(({ length }) => length === 1)).toBe(true);
  });

  test("no further bulk update of some settings goes out, also of other settings", async () => {
    const more = { x1: 11, x2: 12, x3: 13, x4: 14 };
    const world = {
      ...observed,
      configurations: [
        ...observed.configurations,
        ...live(
          Object.fromEntries(
            Object.entries(more).map(([id, risk_threshold]) => [
              id,
              { settings: { risk_threshold, show_scan_confirmation: false } },
            ]),
          ),
        ).configurations,
      ],
    };
    const confirmed = Object.keys(more).map((name) => declare(name, { show_scan_confirmation: true }));
    const all = desired([...declared.configurations, ...confirmed]);
    expect(planned(all, world).writes.map(({ kind }) => kind)).toEqual(["bulk", "bulk", "bulk", "bulk"]);
    const { applied, sent } = await trying({ reading: replacing }, all, world);
    expect(sent).toEqual([
      trial,
      back,
      ...alone,
      ...Object.entries(more).map(([name, risk_threshold]) =>
        patch(name, { risk_threshold, show_scan_confirmation: true }),
      ),
    ]);
    expect(applied).toMatchObject({ verified: true, diagnostics: [note] });
  });

  test.each([
    ["is refused", () => refusal(422)],
    ["has no answer and no effect", lost],
  ])("what the trial has lost is an error where the PUT %s, and the others are written", async (_what, answer) => {
    const { applied, sent, account } = await trying({ reading: replacing, ...answering(2, answer) });
    expect(sent).toEqual([trial, back, ...alone]);
    expect(applied.verified).toBe(false);
    const said = applied.diagnostics.find(({ code }) => code === note.code);
    expect(said?.detail).toContain("They could not be put back");
    expect(applied.outcomes).toMatchObject([
      {
        address: declare("most").address,
        status: "failed",
        code: "changed-with-write",
        error: expect.stringMatching(
          /^risk_threshold was 2 right before this write and is not set after it; /,
        ) as string,
      },
      ...others.map((name) => ({ address: declare(name).address, status: "succeeded" })),
    ]);
    expect(applied.unexpected.map(({ path, now }) => [path, now])).toEqual([
      ["risk_threshold", undefined],
      ['analyzers["a"]', undefined],
      ['code_policies["p"]', undefined],
    ]);
    for (const name of others) expect(settingsIn(account, name)).toEqual(enabled(name));
  });

  test("what the trial has lost is an error where the repositories to put back cannot be read", async () => {
    const look: Given["look"] = (from) => ({
      ...from,
      ...listing({ repositories: () => Promise.reject(refusal(500)) }, from),
    });
    const { applied, sent } = await trying({ reading: replacing, look });
    expect(sent).toEqual([trial, ...alone]);
    expect(applied).toMatchObject({ verified: false, unexpected: [{ path: "risk_threshold" }, {}, {}] });
  });

  test("the trial gets back no repository that this apply has just moved away", async () => {
    const routed = desired(declared.configurations, give("last", names("r1")));
    const { account } = await trying({ reading: replacing }, routed);
    expect(account.observed.repositories.map((each) => each.configuration_id)).toEqual(["first", "last", "most"]);
  });

  test("what the trial has lost is an error where it could not be read, and the others lose nothing", async () => {
    const { applied, sent, account } = await trying({ reading: replacing, ...unreadable("most") });
    expect(sent).toEqual([trial, ...alone]);
    expect(applied).toMatchObject({ verified: false, unexpected: [{ path: "risk_threshold" }, {}, {}] });
    for (const name of others) expect(settingsIn(account, name)).toEqual(enabled(name));
  });
});

test.each<[string, () => Error]>([
  ["is refused", () => refusal(422)],
  ["has no answer", lost],
])("the trial gets a write of its own as well where it %s", async (_what, answer) => {
  const { applied, sent } = await trying(answering(1, answer));
  expect(sent).toEqual([trial, patch("most", enabled("most")), ...alone]);
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

describe("each of the others gets a write of its own, and the trial none", () => {
  const one = { address: declare("most").address };

  test.each<[string, Given, readonly unknown[], object]>([
    [
      "where the trial is withheld, since somebody has changed what it writes",
      before("most", { ...held.most, comment: "disabled" }),
      alone,
      { ...one, status: "skipped", code: "changed-since-planned" },
    ],
    ["where the trial cannot be read", unreadable("most"), [trial, ...alone], { ...one, status: "succeeded" }],
  ])("%s", async (_title, given, writes, outcome) => {
    const { applied, sent, account } = await trying(given);
    expect(sent).toEqual(writes);
    expect(applied.outcomes).toMatchObject([
      outcome,
      ...others.map((name) => ({ address: declare(name).address, status: "succeeded" })),
    ]);
    for (const name of others) expect(settingsIn(account, name)).toEqual(enabled(name));
  });
});

test("a trial shows nothing of a level at which it has nothing itself where somebody has taken all from it before the look, each of the others gets a write of its own", async () => {
  const { applied, sent, account } = await trying({
    reading: replacing,
    ...before("most", { comment: "silent" }),
  });
  expect(sent).toEqual([trial, { ...rest, bulk: ["last"] }, ...alone.slice(0, 2)]);
  expect(applied.verified).toBe(true);
  for (const name of others) expect(settingsIn(account, name)).toEqual(enabled(name));
});

test("a trial shows nothing of a level at which it has nothing itself where one of the others has got a policy meanwhile, that one gets a write of its own", async () => {
  const policy = [{ id: "p", enabled: true }];
  const { sent, account } = await trying({
    onStart: (now) => {
      now.change("most", { settings: { comment: "silent", risk_threshold: 2, analyzers: held.most.analyzers } });
      now.change("last", { settings: { comment: "silent", code_policies: policy } });
    },
  });
  const own = { comment: "enabled", code_policies: policy };
  expect(sent).toEqual([trial, { ...rest, bulk: ["first", "third"] }, patch("last", own)]);
  expect(settingsIn(account, "last")).toEqual(own);
});

describe("after an interrupt", () => {
  const stop = (reading: Reading, kinds: readonly string[]): Given => {
    const interrupt = new AbortController();
    let asked = 0;
    return {
      reading,
      signal: interrupt.signal,
      before: (kind) => {
        expect(kind).toBe(kinds[asked]);
        asked += 1;
        if (asked === kinds.length) interrupt.abort();
      },
    };
  };
  const skipped = others.map((name) => ({
    address: declare(name).address,
    status: "skipped",
    error: "interrupted",
  }));

  test("during the trial nothing more goes out", async () => {
    const { applied, sent, account } = await trying(stop(usual, ["bulk"]));
    expect(sent).toEqual([trial]);
    expect(applied.outcomes).toMatchObject([{ status: "succeeded" }, ...skipped]);
    for (const name of others) expect(settingsIn(account, name)).toEqual(held[name]);
  });

  test("during a trial that loses something nothing is put back, and what is lost is an error", async () => {
    const { applied, sent } = await trying(stop(replacing, ["bulk"]));
    expect(sent).toEqual([trial]);
    expect(applied).toMatchObject({ verified: false, unexpected: [{ path: "risk_threshold" }, {}, {}] });
    expect(applied.outcomes).toMatchObject([{ code: "changed-with-write" }, ...skipped]);
  });

  test("during the PUT of what the trial had, that is awaited and the others are not written", async () => {
    const { applied, sent, account } = await trying(stop(replacing, ["bulk", "put"]));
    expect(sent).toEqual([trial, back]);
    expect(settingsIn(account, "most")).toEqual(enabled("most"));
    expect(applied).toMatchObject({ verified: false, unexpected: [] });
    expect(applied.outcomes).toMatchObject([{ status: "succeeded" }, ...skipped]);
  });
});

describe("a member in which somebody has changed an undeclared leaf of a setting that the bulk update carries", () => {
  const entry = (enabled: boolean, blocking: boolean): Settings => ({
    analyzers: { a: { enabled, risk_level: "low" }, b: { blocking } },
  });
  const members = ["one", "two", "three", "four"];
  const world = live(
    Object.fromEntries(members.map((id, at) => [id, { settings: { ...entry(true, true), risk_threshold: at } }])),
  );
  const off = desired(members.map((name) => declare(name, { analyzers: { a: { enabled: false } } })));
  const bulk = (part: string, ...configurations: string[]) => ({
    bulk: configurations,
    part,
    ...entry(false, true),
  });

  test.each([
    [
      "of the rest gets a PATCH of its own",
      "three",
      [
        bulk("trial", "one"),
        bulk("rest", "two", "four"),
        patch("three", { ...entry(false, false), risk_threshold: 2 }),
      ],
    ],
    [
      "of which the trial was to be made gets a PATCH of its own, like all others",
      "one",
      [
        ...[1, 2, 3].map((at) => patch(members[at] ?? "", { ...entry(false, true), risk_threshold: at })),
        patch("one", { ...entry(false, false), risk_threshold: 0 }),
      ],
    ],
  ])("%s, and loses nothing", async (_title, id, writes) => {
    const changed = { ...entry(true, false), risk_threshold: members.indexOf(id) };
    const { applied, sent, account } = await trying(before(id, changed), off, world);
    expect(sent).toEqual(writes);
    expect(settingsIn(account, id)).toEqual({ ...changed, ...entry(false, false) });
    expect(applied).toMatchObject({
      verified: true,
      diagnostics: [{ code: "changed-meanwhile", address: declare(id).address }],
    });
  });
});
