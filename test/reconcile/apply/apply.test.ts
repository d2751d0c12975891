import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Observed } from "../../../src/model/entities";
import { type Applied, apply } from "../../../src/reconcile/apply/apply";
import { type Plan, plan } from "../../../src/reconcile/plan/plan";
import { id, serviceOf } from "../../soak/service";
import { desiredFor, observed } from "../arbitrary";
import { memory } from "../memory";
import { Account, readings } from "../readings";

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
    { numRuns: 3 },
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
