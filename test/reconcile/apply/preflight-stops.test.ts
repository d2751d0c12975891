import { error } from "../../../src/diagnostics/diagnostic";
import { fail, ScanformError } from "../../../src/diagnostics/error";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, live, shown } from "../account";
import { checking, first, reading } from "./checking";

const observed = live({ one: { settings: { comment: "silent" } }, two: { settings: { comment: "silent" } } });
const change = desired([declare("one", { comment: "enabled" })]);
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
        throw new ServiceError({ method: "GET", path: "/v1", code: "interrupted", detail: "no", fault: "not-tried" });
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
  const refusal = (status?: number) =>
    new ServiceError({
      method: "GET",
      path: "/v1",
      code: "service-error",
      detail: "no",
      ...(status === undefined ? {} : { status }),
    });
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
      () => refusal(status),
    ]),
    ["for a reason of this machine", () => new ScanformError([error("service-answer", "no")])],
  ])("%s withholds its write and all others, which do not look", async (_what, thrown) => {
    const { halted, second, reads, noted } = await refusedList(thrown);
    expect(halted).toEqual({ is: "unread", because });
    expect(second).toEqual({ withheld: halted, unclear: true });
    expect([reads, noted]).toEqual([1, []]);
  });

  test.each([400, 404, 408, 500, 502, 504])("with status %d withholds its own write", async (status) => {
    const { halted, second, two, noted } = await refusedList(() => refusal(status));
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
