import { ServiceError } from "../../../src/service/service-error";
import { ids, looking, numberOf, refusal } from "./look-world";

describe("a shared list", () => {
  test.each([
    { age: 0, reads: 1 },
    { age: 999, reads: 1 },
    { age: 1000, reads: 2 },
    { age: 5000, reads: 2 },
  ])("that began $age ms ago is read $reads times", async ({ age, reads }) => {
    const { looks, asked, world } = looking();
    world.time = 100;
    await looks.configurations();
    await looks.repositories();
    world.time += age;
    await looks.configurations();
    await looks.repositories();
    expect(asked).toEqual(Array.from({ length: reads }, () => ["list", "repositories"]).flat());
  });

  test("is as old as its beginning, however long it took", async () => {
    const { looks, asked, world } = looking({
      onRead: () => {
        world.time += 1000;
      },
    });
    expect(numberOf(await looks.configurations())).toBe(1);
    expect(numberOf(await looks.configurations())).toBe(2);
    expect(asked).toEqual(["list", "list"]);
  });

  test("is read once for all who ask in the same turn of the event loop", async () => {
    const { looks, asked } = looking();
    const all = await Promise.all([looks.configurations(), looks.configurations(), looks.configurations()]);
    expect(all.map(numberOf)).toEqual([1, 1, 1]);
    expect(asked).toEqual(["list"]);
  });

  test("is without repetition, and asked for without waiting for a free place", async () => {
    const { looks, options } = looking();
    expect((await looks.configurations()).map(({ id }) => id)).toEqual(["one", "two"]);
    await looks.repositories();
    await looks.configurationsOf(ids("three"));
    await looks.triage("unclear");
    expect(options).toHaveLength(5);
    expect(options.every((each) => each?.urgent === true)).toBe(true);
  });

  test("is ended by the signal of the apply, unless it is read anew", async () => {
    const { signal } = new AbortController();
    const { looks, asked, options } = looking({ signal });
    await looks.rereadConfigurations();
    looks.forget();
    await looks.configurations();
    await looks.repositories();
    await looks.configurationsOf(ids("three"));
    await looks.triage("unclear");
    expect(asked).toEqual(["list", "list", "repositories", "get three", "triage unclear", "findings"]);
    expect(options.map((each) => each?.signal)).toEqual([undefined, signal, signal, signal, signal, signal]);
  });

  describe("that is being read", () => {
    /** A list of which the first reading ends when a test says so. */
    function slow() {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let begun = (): void => undefined;
      const isUnderWay = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let reads = 0;
      const made = looking({
        onRead: () => {
          reads += 1;
          begun();
          return reads === 1 ? ended : undefined;
        },
      });
      return { ...made, end, isUnderWay };
    }

    test("serves who asked less than 1 s after its beginning", async () => {
      const { looks, asked, world, end, isUnderWay } = slow();
      const first = looks.configurations();
      await isUnderWay;
      world.time = 999;
      const second = looks.configurations();
      end();
      expect([numberOf(await first), numberOf(await second)]).toEqual([1, 1]);
      expect(asked).toEqual(["list"]);
    });

    test("is read again, after it has ended, for all who asked later than that", async () => {
      const { looks, asked, world, end, isUnderWay } = slow();
      const first = looks.configurations();
      await isUnderWay;
      world.time = 1000;
      const others = [looks.configurations(), looks.configurations()];
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).toEqual(["list"]);
      end();
      expect(numberOf(await first)).toBe(1);
      expect((await Promise.all(others)).map(numberOf)).toEqual([2, 2]);
      expect(asked).toEqual(["list", "list"]);
    });

    test("is read again for who needs a reading that begins later", async () => {
      const { looks, asked, end, isUnderWay } = slow();
      const first = looks.configurations();
      await isUnderWay;
      const others = [looks.rereadConfigurations(), looks.rereadConfigurations()];
      end();
      expect(numberOf(await first)).toBe(1);
      expect((await Promise.all(others)).map(numberOf)).toEqual([2, 2]);
      expect(asked).toEqual(["list", "list"]);
    });
  });

  test("is read anew however fresh the last reading is, and is a look for others then", async () => {
    const { looks, asked } = looking();
    await looks.configurations();
    expect(numberOf(await looks.rereadConfigurations())).toBe(2);
    expect(numberOf(await looks.configurations())).toBe(2);
    expect(asked).toHaveLength(2);
  });

  test("is read again once what was read is forgotten", async () => {
    const { looks, asked } = looking();
    await Promise.all([looks.configurations(), looks.repositories(), looks.triage("unclear")]);
    looks.forget();
    await Promise.all([looks.configurations(), looks.repositories(), looks.triage("unclear")]);
    for (const each of ["list", "repositories", "findings"])
      expect(asked.filter((request) => request === each)).toHaveLength(2);
  });

  test("that cannot be read fails for all who wait for it, and is read again for the next", async () => {
    let isBroken = true;
    const { looks, asked } = looking({
      onRead: () => {
        if (isBroken) throw refusal(500);
      },
    });
    const both = await Promise.allSettled([looks.configurations(), looks.configurations()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toHaveLength(1);
    isBroken = false;
    expect(numberOf(await looks.configurations())).toBe(1);
    expect(asked).toHaveLength(2);
  });

  test("that cannot be read does not fail for who needs a reading that begins later", async () => {
    const { looks, asked } = looking({
      onRead: () => {
        if (asked.length === 1) throw refusal(500);
      },
    });
    const failing = looks.configurations();
    const anew = looks.rereadConfigurations();
    await expect(failing).rejects.toThrow(ServiceError);
    expect(numberOf(await anew)).toBe(1);
  });
});
