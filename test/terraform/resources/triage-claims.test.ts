import type { Session } from "../../../src/terraform/account/session";
import { claimed, inTurn, isSet, wasSet } from "../../../src/terraform/resources/triage-claims";
import { Unknown } from "../../../src/terraform/values/value";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const run = async (): Promise<Session> => (await inMemory(live({}))).session;

test("the second of two resources that want the triage of one finding is refused, in any case, in one run", async () => {
  const session = await run();
  expect(claimed(session, "finding-a", false)).toEqual([]);
  expect(claimed(session, "finding-b", false)).toEqual([]);
  expect(claimed(session, "FINDING-A", false)).toEqual([
    {
      code: "finding-claimed-twice",
      severity: "error",
      summary: "Two triages of one finding",
      detail: "Another resource decides about FINDING-A too. Remove one of them.",
      attribute: ["finding_id"],
    },
  ]);
  expect(claimed(session, "finding-a", true)).toEqual([]);
  expect(claimed(await run(), "finding-a", false)).toEqual([]);
});

test("a finding that is not known yet is claimed by nobody", async () => {
  const session = await run();
  for (const finding of [new Unknown(), new Unknown(), null, null])
    expect(claimed(session, finding, false)).toEqual([]);
});

test("what replaces another claims the finding for those that come after it", async () => {
  const session = await run();
  expect(claimed(session, "finding-a", true)).toEqual([]);
  expect(claimed(session, "finding-a", false)).toHaveLength(1);
});

test("what is set is set in this run only, in any case", async () => {
  const session = await run();
  expect(isSet(session, "finding-a")).toBe(false);
  wasSet(session, "Finding-A");
  expect([isSet(session, "finding-A"), isSet(session, "finding-b"), isSet(await run(), "finding-a")]).toEqual([
    true,
    false,
    false,
  ]);
});

describe("what is done to one finding", () => {
  /** Work that waits to be ended, and what was begun and ended. */
  function works() {
    const log: string[] = [];
    const ends = new Map<string, (thrown?: Error) => void>();
    const work = (name: string) => () => {
      log.push(`${name} begun`);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (thrown) => {
          log.push(`${name} ended`);
          if (thrown === undefined) resolve(name);
          else reject(thrown);
        });
      });
    };
    const end = async (name: string, thrown?: Error): Promise<void> => {
      ends.get(name)?.(thrown);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { log, work, end };
  }

  test("is done one after the other, in any case, also after a failure, of which only who asked hears", async () => {
    const session = await run();
    const { log, work, end } = works();
    const first = inTurn(session, "finding-a", work("first"));
    const second = inTurn(session, "FINDING-A", work("second"));
    const third = inTurn(session, "finding-a", work("third"));
    const failed = expect(first).rejects.toThrow("no");
    await end("none");
    expect(log).toEqual(["first begun"]);
    await end("first", new Error("no"));
    await failed;
    expect(log).toEqual(["first begun", "first ended", "second begun"]);
    await end("second");
    await end("third");
    expect(await Promise.all([second, third])).toEqual(["second", "third"]);
    expect(log.slice(2)).toEqual(["second begun", "second ended", "third begun", "third ended"]);
  });

  test("does not wait for what is done to another", async () => {
    const session = await run();
    const { log, work, end } = works();
    const both = [inTurn(session, "finding-a", work("a")), inTurn(session, "finding-b", work("b"))];
    await end("none");
    expect(log).toEqual(["a begun", "b begun"]);
    await end("b");
    await end("a");
    expect(await Promise.all(both)).toEqual(["a", "b"]);
  });
});
