import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/entities";
import { accountId } from "../../src/model/ids";
import { plan, type PlanOptions } from "../../src/reconcile/plan/plan";
import { rehearse, Stage } from "../../src/rehearsal";
import { decide, deciding, declare, desired, first, give, live, names, second, triaged } from "../reconcile/account";

const planned = (declaration: Desired, observed: Observed, options: PlanOptions = {}) =>
  plan({ id: accountId("account") }, declaration, observed, options);

/** An analyzer is to go: only a PUT removes, and not where it merges. */
const removal = desired([
  declare("base", { comment: "silent", analyzers: { a: { enabled: true } } }, { exclusiveAnalyzers: true }),
]);
const withTwo = live({
  base: { settings: { comment: "silent", analyzers: { a: { enabled: true }, b: { enabled: true } } }, has: ["r"] },
  other: { settings: { risk_threshold: 2 }, has: ["s"] },
});

test("a plan without requests holds under every reading", async () => {
  const observed = live({ base: { settings: { comment: "silent" } } });
  const rehearsal = await rehearse(planned(desired([declare("base", { comment: "silent" })]), observed));
  expect(rehearsal).toEqual({ readings: 48, converged: 48, requests: [0, 0], leftovers: [] });
});

test("new settings, new names, new configurations and moves hold under every reading", async () => {
  const declaration = desired(
    [
      declare("base", { comment: "enabled", analyzers: { a: { blocking: true } } }, { renamedFrom: ["old"] }),
      declare("new", { risk_threshold: 1 }),
    ],
    give("new", names("r")),
    give("base", names("s")),
  );
  const observed = live({ x: { name: "old", settings: { analyzers: { a: { enabled: true } } }, has: ["r", "t"] } }, [
    "s",
  ]);
  const rehearsal = await rehearse(planned(declaration, observed));
  expect(rehearsal).toEqual({ readings: 48, converged: 48, requests: [2, 2], leftovers: [] });
});

describe("a plan that does not hold under some readings", () => {
  test("names each of these, the address, the leaf and the request that should have brought it", async () => {
    const { readings, converged, requests, leftovers } = await rehearse(planned(removal, withTwo));
    expect({ readings, converged, requests }).toEqual({ readings: 48, converged: 40, requests: [1, 2] });
    expect(leftovers).toHaveLength(8);
    for (const each of leftovers)
      expect(each).toEqual({
        reading: expect.stringMatching(/^patch_merge=deep,.*put_omitted=merged/) as string,
        address: "scanform_configuration.base",
        path: 'analyzers["b"].enabled',
        step: "request 1 of 1, PUT of base",
      });
  });

  test("counts the requests of a second attempt", async () => {
    const stage = new Stage(planned(removal, withTwo));
    const under = async (...of: readonly string[]) => {
      const reading = stage.readings.find(({ name }) => of.every((each) => name.includes(each)));
      if (reading === undefined) throw new Error("no such reading");
      const { converged, sent } = await stage.rehearse(reading);
      return { converged, sent };
    };
    expect(await under("put_omitted=removed")).toEqual({ converged: true, sent: 1 });
    expect(await under("patch_merge=shallow", "put_omitted=merged")).toEqual({ converged: true, sent: 2 });
    expect(await under("patch_merge=deep", "put_omitted=merged")).toEqual({ converged: false, sent: 2 });
  });
});

test("triages are requests that hold under every reading", async () => {
  const observed = { ...withTwo, triages: triaged({ [first]: null, [second]: "accepted_risk" }) };
  const triages = [decide(first), decide(second, { expires: "1960-01-01", category: "accepted_risk" })];
  expect(await rehearse(planned(deciding(...triages), observed))).toEqual({
    readings: 48,
    converged: 48,
    requests: [2, 2],
    leftovers: [],
  });
});

test("the account that the plan was made from stays as it was", async () => {
  const before = structuredClone(withTwo);
  const made = planned(removal, withTwo);
  const first = await rehearse(made);
  expect(withTwo).toEqual(before);
  expect(await rehearse(made)).toEqual(first);
});

describe("between two readings", () => {
  const made = planned(removal, withTwo);

  test("the progress is reported", async () => {
    const told: (readonly [number, number])[] = [];
    await rehearse(made, { onProgress: (done, total) => told.push([done, total]) });
    expect(told).toEqual(Array.from({ length: 48 }, (_, at) => [at + 1, 48]));
  });

  test("a rehearsal can be stopped", async () => {
    const stop = new AbortController();
    let done = 0;
    const stopped = rehearse(made, {
      signal: stop.signal,
      onProgress: () => {
        done += 1;
        // as Ctrl-C, which arrives while nothing else runs
        if (done === 3)
          setImmediate(() => {
            stop.abort();
          });
      },
    });
    await expect(stopped).rejects.toMatchObject({ diagnostics: [{ code: "interrupted" }] });
    expect(done).toBe(3);
  });
});
