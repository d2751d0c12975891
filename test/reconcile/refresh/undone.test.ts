import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { apply } from "../../../src/reconcile/apply/apply";
import { isEmpty, plan } from "../../../src/reconcile/plan/plan";
import type { Reader } from "../../../src/reconcile/ports";
import { replan } from "../../../src/reconcile/refresh/replan";
import { undone } from "../../../src/reconcile/refresh/undone";
import { decide, deciding, declare, desired, first, give, live, names, planned } from "../account";
import { desiredFor, observed } from "../arbitrary";
import { memory } from "../memory";
import { Account, type Reading, readings } from "../readings";
import { answering, paging, refusal } from "../service";

const id = accountId("account");
const noWait = { grace: [0], sleep: () => Promise.resolve() };

const showing = (observed: Observed): Reader =>
  answering({
    ...paging(observed),
    configuration: () => Promise.reject(refusal(404)), // repositories still name one that is deleted
  });

/** Deletes whatever is not declared. */
const pruning = { prune: true, force: true };

/** Applies a plan to a service that refuses some of the writes, and all after them. */
async function appliedInPart(before: Observed, declared: Desired, takes: readonly boolean[], reading: Reading) {
  const account = new Account(before, reading);
  const reviewed = plan({ id }, declared, before, pruning);
  let sent = 0;
  const { reader, writer } = memory(account, () => {
    sent += 1;
    if (takes[sent - 1] !== true) throw refusal(403);
    return undefined;
  });
  await apply(reviewed, { reader, writer, ...noWait });
  return { account, reviewed, now: { ...before, ...account.observed } };
}

const half = observed.chain((before) =>
  fc.record({
    before: fc.constant(before),
    declared: desiredFor(before).map((each): Desired => ({ ...each, managedScope: { all: true } })),
    takes: fc.array(fc.boolean(), { maxLength: 6 }),
    reading: fc.constantFrom(...readings),
  }),
);

test("an apply of which any writes were refused is continued with the same plan, and is whole then", async () => {
  let continued = 0;
  await fc.assert(
    fc.asyncProperty(half, async ({ before, declared, takes, reading }) => {
      const { account, reviewed, now } = await appliedInPart(before, declared, takes, {
        ...reading,
        merge: "deep",
        put: "replaces",
      });
      const rest = await replan(showing(now), reviewed, "saved.plan");
      if (!isEmpty(rest) && rest.writes.length < reviewed.writes.length) continued += 1;
      const { reader, writer } = memory(account);
      expect(await apply(rest, { reader, writer, ...noWait })).toMatchObject({ verified: true });
      expect(plan({ id }, declared, { ...before, ...account.observed }, pruning).writes).toEqual([]);
    }),
    { numRuns: 20 },
  );
  expect(continued).toBeGreaterThan(3);
});

const before = live({ one: { settings: { comment: "enabled" }, has: ["own"] }, two: { has: ["r", "s"] } });
const declared = desired(
  [declare("one", { comment: "silent" }), declare("new", { comment: "disabled" })],
  give("one", names("r")),
  give("new", names("s")),
);
const reviewed = planned(declared, before);

test("what is done is taken back: a creation, a move, a leaf", () => {
  const now = live({
    one: { settings: { comment: "silent" }, has: ["own", "r"] },
    two: {},
    new: { settings: { comment: "disabled" }, has: ["s"] },
  });
  const was = undone(now, reviewed);
  expect(was.configurations.map(({ name, settings }) => [name, settings])).toEqual([
    ["one", { comment: "enabled" }],
    ["two", {}],
  ]);
  expect(planned(declared, was).digest).toBe(reviewed.digest);
});

test("what somebody else did stays: another value, another place, a configuration of the name", () => {
  const now = live({
    one: { settings: { comment: "disabled", risk_threshold: 1 }, has: ["own"] },
    two: { has: ["s"] },
    three: { has: ["r"] },
    new: { settings: { comment: "silent" } },
  });
  expect(undone(now, reviewed)).toBe(now);
});

test("a deleted configuration is there again, with the repositories that still had it", () => {
  const deleting: Desired = { ...desired([]), deletions: [configurationId("two")] };
  const gone = planned(deleting, before);
  const now: Observed = {
    configurations: before.configurations.filter(({ name }) => name !== "two"),
    repositories: before.repositories.map(({ configuration_id: had, ...each }) =>
      had === configurationId("two") || had === undefined ? each : { ...each, configuration_id: had },
    ),
  };
  const was = undone(now, gone);
  expect(was.configurations.map(({ id }) => id).sort()).toEqual(before.configurations.map(({ id }) => id).sort());
  expect(was.repositories).toEqual(before.repositories);
});

test("one of two deletions is done, and the other is left", async () => {
  const deleting: Desired = { ...desired([]), deletions: [configurationId("one"), configurationId("two")] };
  const both = live({ one: {}, two: {} });
  const rest = await replan(showing(live({ two: {} })), planned(deleting, both), "saved.plan");
  expect(rest.writes).toMatchObject([{ kind: "delete", configuration: "two" }]);
});

test("one that still has the name of one that is to be created is not that one", () => {
  const renaming = desired([declare("renamed", {}, { id: configurationId("old") }), declare("old")]);
  const account = live({ old: {} });
  expect(undone(account, planned(renaming, account))).toBe(account);
});

test("a name that is live twice is not taken for the configuration that is to be created", () => {
  const account = live({ one: { name: "new" }, two: { name: "new" } });
  expect(undone(account, planned(desired([declare("new")]), live({})))).toBe(account);
});

test("a triage that is removed is not known any more, and was set before", () => {
  const expired = deciding(decide(first, { expires: "2029-12-31" }));
  const at = Date.parse("2030-01-01");
  const set = { ...live({}), triages: { at, found: new Map([[first, { is: "set", category: "wont_fix" } as const]]) } };
  const removed = { ...live({}), triages: { at, found: new Map() } };
  expect(undone(removed, planned(expired, set)).triages).toEqual(set.triages);
});
