import fc from "fast-check";
import { fail } from "../../../src/diagnostics/error";
import type { Json } from "../../../src/model/json";
import { bisect, type SendSome } from "../../../src/reconcile/apply/bisect";
import { failureOf, type Reason, withheldFailure } from "../../../src/reconcile/apply/write-result";
import { refusal } from "../service";

/** A service that answers by what it is sent, and what it was sent. */
function service(answer: (ids: readonly string[]) => Error | Reason | readonly Json[]) {
  const sent: (readonly string[])[] = [];
  const taken = new Set<string>();
  const send: SendSome<string> = (ids) => {
    sent.push(ids);
    const answered = answer(ids);
    if (answered instanceof Error) return Promise.resolve({ failure: failureOf(answered, ids) });
    if ("is" in answered) return Promise.resolve({ failure: withheldFailure(answered, false, ids) });
    for (const id of ids) taken.add(id);
    return Promise.resolve({ receipt: { errors: answered, requestId: "q" } });
  };
  return { send, sent, taken };
}

const ids = fc
  .integer({ min: 1, max: 300 })
  .map((count) => Array.from({ length: count }, (_, at) => `id-${String(at)}-`));

test("names the refused ids of a large request and sends all others", async () => {
  const cases = ids.chain((all) =>
    fc.tuple(fc.constant(all), fc.subarray(all, { maxLength: Math.min(4, all.length) })),
  );
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom(400, 404, 413, 422, 500), async ([all, bad], status) => {
      fc.pre(bad.length < all.length);
      const { send, sent, taken } = service((some) => (some.some((id) => bad.includes(id)) ? refusal(status) : []));
      const { failures } = await bisect(all, send, undefined);
      expect(failures.flatMap((each) => each.ids).sort()).toEqual([...bad].sort());
      expect(failures.every((each) => each.refused === status < 500)).toBe(true);
      expect([...taken].sort()).toEqual(all.filter((id) => !bad.includes(id)).sort());
      expect(sent.length).toBeLessThanOrEqual(1 + 2 * bad.length * Math.ceil(Math.log2(all.length + 1)));
    }),
    { numRuns: 40 },
  );
});

test("halves a request until it fits the limit of the service", async () => {
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 1, max: 50 }), async (all, limit) => {
      const { send, sent, taken } = service((some) => (some.length > limit ? refusal(413) : []));
      expect(await bisect(all, send, undefined)).toEqual({ failures: [], some: true, requestId: "q" });
      expect(taken.size).toBe(all.length);
      expect(sent.length).toBeLessThanOrEqual(4 * Math.ceil(all.length / limit));
    }),
    { numRuns: 40 },
  );
});

test("gives up after eight refused single ids when none was accepted, and explains why the rest was not sent", async () => {
  const all = Array.from({ length: 16 }, (_, at) => `id-${String(at)}`);
  const { send, sent } = service(() => refusal(422));
  const { failures, some } = await bisect(all, send, undefined);
  expect(some).toBe(false);
  expect(sent.filter((ids) => ids.length === 1).flat()).toEqual(all.slice(0, 8));
  expect(failures.at(-1)).toMatchObject({
    ids: all.slice(8),
    error: expect.stringMatching(/^not sent, since 8 others were refused: .*status 422/s) as string,
  });
});

test.each([200, 302, 401, 403, 408, 429, 503])(
  "does not bisect after status %i, which does not depend on the ids",
  async (status) => {
    const { send, sent } = service(() => refusal(status));
    const { failures } = await bisect(["a", "b", "c"], send, undefined);
    expect(failures).toMatchObject([{ ids: ["a", "b", "c"], status }]);
    expect(sent).toHaveLength(1);
  },
);

test("does not count an id that is withheld as refused, and sends those that follow it", async () => {
  const all = Array.from({ length: 32 }, (_, at) => `id-${String(at)}`);
  const withheld = all.slice(0, 16);
  const { send, taken } = service((ids) => {
    if (ids.length > 1) return refusal(413);
    return withheld.some((id) => ids.includes(id)) ? { is: "changed" } : [];
  });
  const { failures } = await bisect(all, send, undefined);
  expect(failures.map(({ ids, withheld: why }) => [...ids, why?.is])).toEqual(withheld.map((id) => [id, "changed"]));
  expect([...taken]).toEqual(all.slice(16));
});

test("sends no half after an interrupt", async () => {
  const interrupt = new AbortController();
  const { send, sent } = service(() => {
    interrupt.abort();
    return refusal(422);
  });
  await bisect(["a", "b"], send, interrupt.signal);
  expect(sent).toHaveLength(1);
});

test.each<[string, Json]>([
  ["by a field", { configuration_id: "b", error: "no" }],
  ["in a sentence", "configuration B was not found"],
  ["somewhere deep", { details: [{ target: { ref: ["x", "b"] } }] }],
])("attributes an item of `errors` to the id that it names %s", async (_, item) => {
  const { send } = service(() => [item]);
  expect((await bisect(["zz", "b"], send, undefined)).failures).toMatchObject([{ ids: ["b"], requestId: "q" }]);
});

test("rethrows a defect", async () => {
  const { send } = service(() => new TypeError("x"));
  await expect(bisect(["a", "b"], send, undefined)).rejects.toThrow(TypeError);
  const { send: failing } = service(() => {
    try {
      return fail("usage", "no status");
    } catch (thrown) {
      return thrown as Error;
    }
  });
  expect((await bisect(["a", "b"], failing, undefined)).failures).toHaveLength(1);
});
