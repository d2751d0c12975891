import { Originals, TriageClaims } from "../../../../src/terraform/account/ledger/ledger";
import { live } from "../../../reconcile/account";
import { configurationId, repositoryId } from "../../../../src/model/ids";
import { PlannedSettings } from "../../../../src/terraform/account/ledger/planned-settings";

const before = live({ one: { has: ["x"], settings: { comment: "silent" } }, two: {} });
const after = live({ one: { settings: { comment: "enabled" } }, two: { has: ["x"] }, three: {} });

const given =
  <T>(value: T) =>
  () =>
    Promise.resolve(value);

test("returns lists as they were before the first write, and reads each once", async () => {
  const originals = new Originals();
  originals.keep(before.configurations, before.repositories);
  originals.keep(after.configurations, after.repositories);
  const { configurations: now, repositories } = after;
  expect(await originals.repositories(given(repositories))).toEqual(before.repositories);
  const first = await originals.configurations(given(now));
  const settings = Object.fromEntries(first.map((each) => [each.id, each.settings]));
  expect(await originals.configurations(given([]))).toBe(first);
  expect(await originals.repositories(given([]))).toHaveLength(repositories.length);
  expect(settings).toEqual({ one: { comment: "silent" }, two: {}, three: {} });
});

test("restores deleted configurations", async () => {
  const originals = new Originals();
  originals.keep(before.configurations, []);
  expect(await originals.configurations(given([]))).toEqual(before.configurations);
});

const [one, two] = [configurationId("one"), configurationId("two")];
const { configurations, repositories } = live({ one: { has: ["x", "y"], name: "first" } });
const [first] = configurations;

test("a repository that is planned twice arrives once, where it was planned last", () => {
  const settings = new PlannedSettings();
  const [x, y] = repositories;
  if (x === undefined || y === undefined) throw new Error("there are none");
  expect(settings.arrivingAt(two)).toEqual([]);
  settings.moves.set(x.id, { repository: x, from: one, listed: first, to: undefined });
  settings.moves.set(x.id, { repository: x, from: one, listed: first, to: two });
  settings.moves.set(y.id, { repository: y, from: undefined, listed: undefined, to: configurationId("three") });
  expect(settings.arrivingAt(two)).toEqual([{ repository: x, from: one, listed: first, to: two }]);
  expect([x.id, y.id, repositoryId("z")].map((id) => settings.moves.has(id))).toEqual([true, true, false]);
});

describe("releasing a triage", () => {
  const release = async (triages: TriageClaims, finding: string): Promise<boolean> => {
    let removed = false;
    await triages.release(finding, () => {
      removed = true;
      return Promise.resolve();
    });
    return removed;
  };

  test("does nothing after another resource has set it, in upper or lower case", async () => {
    const triages = new TriageClaims();
    expect(await release(triages, "finding-a")).toBe(true);
    await triages.set("Finding-A", () => Promise.resolve());
    expect([await release(triages, "finding-A"), await release(triages, "finding-b")]).toEqual([false, true]);
    expect(await release(new TriageClaims(), "finding-a")).toBe(true);
  });

  test("goes on after a failure to set it", async () => {
    const triages = new TriageClaims();
    await expect(triages.set("finding-a", () => Promise.reject(new Error("there is none")))).rejects.toThrow();
    expect(await release(triages, "finding-a")).toBe(true);
  });

  test("does not affect the removal of an expired triage", async () => {
    const triages = new TriageClaims();
    await triages.set("finding-a", () => Promise.resolve());
    const work = jest.fn(() => Promise.resolve());
    await triages.remove("finding-a", work);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe("the work on one finding", () => {
  /** Work that waits until a test ends it, and a log of what has begun and ended. */
  function works() {
    const log: string[] = [];
    const ends = new Map<string, (thrown?: Error) => void>();
    const begin = (name: string): Promise<void> => {
      log.push(`${name} begun`);
      return new Promise((resolve, reject) => {
        ends.set(name, (thrown) => {
          log.push(`${name} ended`);
          if (thrown === undefined) resolve();
          else reject(thrown);
        });
      });
    };
    const end = async (name: string, thrown?: Error): Promise<void> => {
      ends.get(name)?.(thrown);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { log, begin, end };
  }

  test("runs one at a time, in upper or lower case, also after a failure, which only its caller sees", async () => {
    const triages = new TriageClaims();
    const { log, begin, end } = works();
    const first = triages.set("finding-a", () => begin("first"));
    const second = triages.remove("FINDING-A", () => begin("second"));
    const third = triages.set("finding-a", () => begin("third"));
    const failed = expect(first).rejects.toThrow("no");
    await end("none");
    expect(log).toEqual(["first begun"]);
    await end("first", new Error("no"));
    await failed;
    expect(log).toEqual(["first begun", "first ended", "second begun"]);
    await end("second");
    await end("third");
    await Promise.all([second, third]);
    expect(log.slice(2)).toEqual(["second begun", "second ended", "third begun", "third ended"]);
  });

  test("does not wait for the work on another finding", async () => {
    const triages = new TriageClaims();
    const { log, begin, end } = works();
    const both = [triages.remove("finding-a", () => begin("a")), triages.release("finding-b", () => begin("b"))];
    await end("none");
    expect(log).toEqual(["a begun", "b begun"]);
    await end("b");
    await end("a");
    await Promise.all(both);
  });
});
