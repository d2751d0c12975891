import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Observed } from "../../../src/model/observed";
import { type Applied, apply } from "../../../src/reconcile/apply/apply";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { id, serviceOf } from "../../soak/service";
import { desiredFor, observed } from "../arbitrary";
import { memory } from "../memory";
import { Account, everyReading, readings, usual } from "../readings";
import { leavesUndeclared, seesLoss, undeclaredCases } from "../undeclared";
import type { Desired } from "../../../src/model/desired";
import { configurationId } from "../../../src/model/ids";
import { lacking } from "../../soak/promises";
import { declare, desired, give, live, names, planned } from "../account";
import { refusal } from "../service";
import { applying } from "./applying";

interface Done {
  readonly first: Plan;
  readonly applied: Applied;
  /** How many requests to write came. */
  readonly writes: number;
  /** The account afterwards. */
  readonly after: Observed;
}

/** What was applied is there, with as many requests as were planned, and nothing is left to do. */
function expectDone({ first, applied, writes, after }: Done): void {
  expect(applied.diagnostics).toEqual([]);
  expect(applied.verified).toBe(true);
  expect(applied.outcomes.every(({ status }) => status === "succeeded")).toBe(true);
  expect([writes, applied.sent]).toEqual([first.requests.planned, first.requests.planned]);
  expect(first.requests.lowerBound).toBeLessThanOrEqual(first.requests.planned);
  expect(first.requests.planned).toBeLessThanOrEqual(first.requests.oneByOne);
  expect(plan({ id }, first.desired, after).writes).toEqual([]);
}

const cases = observed.chain((live) => fc.tuple(fc.constant(live), desiredFor(live)));

test("applying over HTTP sends the planned number of requests, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ([live, desired]) => {
      const service = await serviceOf({ live });
      const { client, emulator } = service;
      try {
        const first = plan({ id }, desired, live);
        const applied = await apply(first, { reader: client, writer: client, grace: [0], sleep });
        const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
        expectDone({ first, applied, writes, after: await service.look() });
      } finally {
        await service.close();
      }
    }),
    { numRuns: 2 },
  );
});

test("applying converges under every open reading of the specification, and a second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom(...readings), async ([live, desired], reading) => {
      const account = new Account(live, reading);
      const { reader, writer, sent } = memory(account);
      const first = plan({ id }, desired, live);
      const applied = await apply(first, { reader, writer, grace: [0], sleep });
      expectDone({ first, applied, writes: sent.length, after: { ...live, ...account.observed } });
    }),
    { numRuns: 25 },
  );
});

test("an apply under any reading leaves what nobody declared as it was, or is not verified", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.constantFrom(...everyReading), leavesUndeclared);
  await fc.assert(property, { numRuns: 30 });
});

test("an apply to a service that loses a setting with a write is never verified", async () => {
  const property = fc.asyncProperty(undeclaredCases, fc.nat(6), fc.constantFrom(1, 2, 100), seesLoss);
  await fc.assert(property, { numRuns: 30 });
});

describe("an apply in which somebody else acts", () => {
  const silent = { comment: "silent" } as const;
  const observed = live(
    {
      keep: { settings: silent, has: ["stays", "leaves"] },
      put: { settings: { code_policies: [{ id: "p" }] }, has: ["of put"] },
      patched: { settings: silent, has: ["of patched"] },
      bulk1: { settings: { risk_threshold: 1 }, has: ["of bulk"] },
      bulk2: { settings: { risk_threshold: 1 } },
      gone: { settings: silent, has: ["rescued"] },
      undeclared: { settings: silent, has: ["stray"] },
    },
    ["has none"],
  );
  /** Takes every kind of write of configurations and repositories. */
  const declared: Desired = {
    ...desired(
      [
        declare("keep", silent),
        declare("put", { code_policies: [] }),
        declare("patched", { comment: "enabled" }),
        ...["bulk1", "bulk2"].map((name) => declare(name, { risk_threshold: 2 })),
        declare("new", silent),
      ],
      give("patched", names("leaves")),
      give("keep", names("rescued")),
      give("new", names("has none")),
    ),
    deletions: [configurationId("gone")],
  };
  const plan = planned(declared, observed);

  interface Deed {
    readonly what: string;
    readonly act: (account: Account) => void;
    /** Where the repository is then. */
    readonly place?: readonly [repository: string, configuration: string];
  }

  const ids = observed.configurations.map(({ id }) => id).filter((id) => id !== "bulk2");
  const deeds: readonly Deed[] = [
    ...["stays", "leaves", "rescued", "stray"].flatMap((name) =>
      ["keep", "patched", "gone", "undeclared"].map((to): Deed => ({
        what: `moves the repository "${name}" to ${to}`,
        act: (account) => {
          account.move(name, to);
        },
        place: [name, to],
      })),
    ),
    ...ids.flatMap((id): readonly Deed[] => [
      {
        what: `changes ${id}`,
        act: (account) => {
          account.change(id, { settings: { ...account.configurations.get(id)?.settings, comment: "disabled" } });
        },
      },
      {
        what: `renames ${id}`,
        act: (account) => {
          account.change(id, { name: "theirs" });
        },
      },
      {
        what: `deletes ${id}`,
        act: (account) => {
          account.remove(id);
        },
      },
    ]),
    {
      what: "creates another one",
      act: (account) => {
        account.change("theirs", { name: "new" });
      },
    },
  ];

  /** Applies, and lets somebody act right before that request, counted from 0. @returns undefined where there is no such */
  async function acting({ act }: Pick<Deed, "act">, at: number) {
    let requests = 0;
    const next = (account: Account): void => {
      if (requests === at) act(account);
      requests += 1;
    };
    const done = await applying(observed, declared, {
      grace: [0],
      reading: { ...usual, repositories: "is the whole set", omitted: "drops" },
      concurrency: 1,
      before: (_kind, account, write) => {
        next(account);
        const written =
          write.kind === "bulk" ? write.configurations : "configuration" in write ? [write.configuration] : [];
        if (!written.every((id) => account.configurations.has(id))) throw refusal(404);
      },
      look: (from, account) => ({
        ...from,
        list: (...given) => {
          next(account);
          return from.list(...given);
        },
        configuration: (...given) => {
          next(account);
          return from.configuration(...given);
        },
      }),
    });
    return { ...done, requests };
  }

  test("an apply in which nobody else acts sends every kind of write, and is verified", async () => {
    const { applied, sent } = await acting({ act: () => undefined }, -1);
    expect(sent).toEqual(["bulk", "put", "patch", "create", "assign", "delete"]);
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  });

  test.each(deeds)(
    "an apply is verified only where all that was planned is there and no repository is misplaced, when somebody $what before any of its requests",
    async ({ act, place }) => {
      const goals = new Map(plan.moves.map(({ repository, to: goal }) => [repository.id, goal]));
      for (let at = 0, total = Infinity; at < total; at += 1) {
        const { applied, account, requests } = await acting({ act }, at);
        total = requests - 1; // the two lists of the read-back are read at once
        if (at >= total || !applied.verified) continue;
        const misplaced = [...account.repositories.values()].filter(({ id, name, configuration_id: has }) => {
          const before = observed.repositories.find((each) => each.id === id)?.configuration_id;
          return !goals.has(id) && has !== before && !(name === place?.[0] && has === place?.[1]);
        });
        expect({ at, misplaced, lacks: lacking({ ...observed, ...account.observed }, plan) }).toEqual({
          at,
          misplaced: [],
          lacks: [],
        });
      }
    },
  );
});
