import { setImmediate } from "node:timers/promises";
import { Walk } from "../../../../src/terraform/account/ledger/walk";

/** How long nothing must have happened, and the time between two looks, in milliseconds. */
const calm = 1000;
const pause = 25;

/** Asks in the plan of a resource whether this is a plan. @param during is called at each look, with its number */
async function asked(walk: Walk, during: (look: number) => unknown = () => undefined, stop = new AbortController()) {
  let looks = 0;
  let waited = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    waited += milliseconds;
    looks += 1;
    await during(looks);
    await setImmediate(); // one resource after the other, as after a timer
  };
  const isPlan = await walk.plan(() => walk.isPlan({ sleep, signal: stop.signal }));
  return { isPlan, waited };
}

describe("whether this is a plan", () => {
  test("is known without a wait where something was refreshed or applied", async () => {
    const [planning, applying, both] = [new Walk(), new Walk(), new Walk()];
    planning.read();
    applying.apply();
    both.read();
    both.apply();
    expect(await asked(planning)).toEqual({ isPlan: true, waited: 0 });
    expect(await asked(applying)).toEqual({ isPlan: false, waited: 0 });
    expect(await asked(both)).toEqual({ isPlan: false, waited: 0 });
  });

  test("is certain when for a second nothing is refreshed, planned or applied", async () => {
    expect(await asked(new Walk())).toEqual({ isPlan: true, waited: calm });
  });

  test("is known as soon as something is applied or refreshed during the wait", async () => {
    const [planning, applying] = [new Walk(), new Walk()];
    const third = (happens: () => void) => (look: number) => {
      if (look === 3) happens();
    };
    expect(
      await asked(
        planning,
        third(() => {
          planning.read();
        }),
      ),
    ).toEqual({ isPlan: true, waited: 3 * pause });
    expect(
      await asked(
        applying,
        third(() => {
          applying.apply();
        }),
      ),
    ).toEqual({ isPlan: false, waited: 3 * pause });
  });

  test("is certain only a second after another resource has been planned, also when it is asked again", async () => {
    const walk = new Walk();
    expect(await asked(walk)).toEqual({ isPlan: true, waited: calm });
    let finish: () => void = () => undefined;
    const other = walk.plan(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const tenth = async (look: number): Promise<void> => {
      if (look !== 10) return;
      finish();
      await other;
    };
    expect(await asked(walk, tenth)).toEqual({ isPlan: true, waited: 9 * pause + calm });
  });

  test("is waited for by several resources at once, none of which waits for the others", async () => {
    const walk = new Walk();
    const answers = await Promise.all([asked(walk), asked(walk), asked(walk)]);
    expect(answers).toEqual(Array(3).fill({ isPlan: true, waited: calm }));
  });

  test("is not waited for after a stop", async () => {
    const stop = new AbortController();
    const second = (look: number): void => {
      if (look === 2) stop.abort();
    };
    expect(await asked(new Walk(), second, stop)).toEqual({ isPlan: true, waited: 2 * pause });
    expect(await asked(new Walk(), undefined, stop)).toEqual({ isPlan: true, waited: 0 });
  });
});

test("a resource whose plan fails is planned no longer", async () => {
  const walk = new Walk();
  await expect(walk.plan(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await asked(walk)).toEqual({ isPlan: true, waited: calm });
});
