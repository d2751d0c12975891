import type { Observed } from "../../src/model/entities";
import { configurationId } from "../../src/model/ids";
import type { WriteResult } from "../../src/reconcile/execute/result";
import { otherVerb } from "../../src/reconcile/other-verb";
import type { Plan } from "../../src/reconcile/plan";
import { readBack } from "../../src/reconcile/read-back";
import { verify } from "../../src/reconcile/verify";
import type { Write } from "../../src/reconcile/write";
import { declare, desired, give, ids, live, names, planned, shown } from "./account";

const created = (write: Write): WriteResult => ({
  write,
  status: "succeeded",
  ...(write.kind === "create" ? { created: configurationId(`new ${write.body.name}`) } : {}),
});

/** What is tried once more when all writes have succeeded and this is what is read. */
function tried(plan: Plan, seen: Observed): readonly unknown[] {
  const results = plan.writes.map(created);
  const given = new Map(
    results.flatMap(({ write, ...each }) =>
      "created" in each && each.created ? [[write.carries[0], each.created] as const] : [],
    ),
  );
  const byAddress = new Map([...given].flatMap(([at, id]) => (at === undefined ? [] : [[at, id] as const])));
  const missing = verify(plan, seen, byAddress);
  return otherVerb(plan, results, { missing, seen, unread: [] }).map(shown);
}

test("a repository that was given away with success is not taken back by reads that lag", () => {
  const observed = live({ baseline: { settings: { comment: "silent" }, has: ["kept", "moved"] } });
  const declaration = desired(
    [declare("baseline", { comment: "enabled" }), declare("new")],
    give("new", names("moved")),
  );
  expect(tried(planned(declaration, observed), observed)).toEqual([
    { PUT: "baseline", name: "baseline", settings: { comment: "enabled" }, repositories: ids("kept") },
    { assign: "new new", repositories: ids("moved") },
  ]);
});

test("a repository that was gained with success stays with it when reads lag", () => {
  const observed = live({ one: { has: ["r"] }, two: { settings: { comment: "silent" }, has: ["own"] } });
  const declaration = desired([declare("two", { comment: "enabled" })], give("two", names("r")));
  expect(tried(planned(declaration, observed), observed)).toEqual([
    { PUT: "two", name: "two", settings: { comment: "enabled" }, repositories: ids("own", "r") },
    { assign: "two", repositories: ids("r") },
  ]);
});

test("what somebody else has changed meanwhile is left, and what is gone is put back", () => {
  const held = {
    comment: "silent",
    risk_threshold: 3,
    show_scan_confirmation: true,
    analyzers: { a: { enabled: true, blocking: true }, b: { enabled: true } },
    code_policies: [{ id: "p", enabled: true }],
  } as const;
  const plan = planned(desired([declare("one", { comment: "enabled" })]), live({ one: { settings: held } }));
  const now = { ...held, risk_threshold: 9, analyzers: { a: { enabled: false } }, code_policies: undefined } as const;
  const { show_scan_confirmation: _gone, code_policies: _too, ...left } = now;
  expect(tried(plan, live({ one: { settings: left } }))).toEqual([
    {
      PUT: "one",
      name: "one",
      settings: {
        ...held,
        comment: "enabled",
        risk_threshold: 9,
        analyzers: { a: { enabled: false, blocking: true }, b: { enabled: true } },
      },
    },
  ]);
});

describe("reading back", () => {
  /** Reads this, and says how often repositories were asked for. */
  const reading = (seen: Observed) => {
    const asked = { repositories: 0 };
    const reader = {
      configurations: () => Promise.resolve(seen.configurations),
      repositories: () => {
        asked.repositories += 1;
        return Promise.resolve(seen.repositories);
      },
    };
    return { asked, looking: { reader, grace: [0], sleep: () => Promise.resolve() } };
  };
  const observed = live({ one: { settings: { comment: "silent" }, has: ["r"] }, two: {} });
  const plan = planned(desired([declare("one", { comment: "enabled" })]), observed);

  test("takes what a list shows twice for one thing", async () => {
    const twice = { configurations: [...observed.configurations, ...observed.configurations], repositories: [] };
    const { seen } = await readBack(plan, plan.writes.map(created), reading(twice).looking);
    expect(seen?.configurations).toEqual(observed.configurations);
  });

  test("does not ask who has which repository when nothing can be tried another way", async () => {
    const refused = plan.writes.map((write): WriteResult => {
      return { write, status: "failed", failures: [{ ids: [], error: "no", refused: true }] };
    });
    const { asked, looking } = reading(observed);
    expect((await readBack(plan, refused, looking)).missing).toHaveLength(1);
    expect(asked.repositories).toBe(0);
    await readBack(plan, plan.writes.map(created), looking);
    expect(asked.repositories).toBe(1);
  });

  test("finds a repository that the second attempt lost, though the plan named none", async () => {
    const first = plan.writes.map(created);
    const more = otherVerb(plan, first, await readBack(plan, first, reading(observed).looking));
    expect(more.map(shown)).toMatchObject([{ PUT: "one", repositories: ids("r") }]);
    const lost = live({ one: { settings: { comment: "enabled" } }, two: { has: ["r"] } });
    const { missing } = await readBack(plan, [...first, ...more.map(created)], reading(lost).looking);
    expect(missing).toMatchObject([{ path: "repository id of r", expected: "one", found: "two" }]);
  });
});
