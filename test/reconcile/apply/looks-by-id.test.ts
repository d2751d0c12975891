import { configurationId } from "../../../src/model/ids";
import { ServiceError } from "../../../src/service/service-error";
import { ids, looking, refusal, type World } from "./look-world";

describe("configurations by id", () => {
  test.each<{ title: string; world: World; wanted: readonly string[]; requests: readonly string[] }>([
    { title: "one is a GET", world: {}, wanted: ["one"], requests: ["get one"] },
    { title: "two are a list of one page", world: {}, wanted: ["one", "two"], requests: ["list"] },
    {
      title: "one is a list of one page where another write waits",
      world: { waiting: 1 },
      wanted: ["one"],
      requests: ["list"],
    },
    {
      title: "two are two GETs where the list has two pages",
      world: { live: 101 },
      wanted: ["one", "two"],
      requests: ["get one", "get two"],
    },
    {
      title: "one is a GET where the list has as many pages as writes wait",
      world: { live: 300, waiting: 2 },
      wanted: ["one"],
      requests: ["get one"],
    },
    {
      title: "one is a list where more writes wait than it has pages",
      world: { live: 200, waiting: 2 },
      wanted: ["one"],
      requests: ["list"],
    },
    {
      title: "one is a GET where only 10 of the writes that wait would share 11 pages",
      world: { live: 1100, waiting: 500 },
      wanted: ["one"],
      requests: ["get one"],
    },
    {
      title: "one is a list of 10 pages where 10 or more writes would share it",
      world: { live: 1000, waiting: 500 },
      wanted: ["one"],
      requests: ["list"],
    },
    {
      title: "of an account that was empty are a list of one page",
      world: { live: 0, waiting: 1 },
      wanted: ["one"],
      requests: ["list"],
    },
    {
      title: "one that a list lacks is asked for by itself",
      world: { waiting: 1 },
      wanted: ["one", "three"],
      requests: ["list", "get three"],
    },
  ])("$title", async ({ world, wanted, requests }) => {
    const { looks, asked } = looking(world);
    const found = await looks.configurationsOf(ids(...wanted));
    expect(asked).toEqual(requests);
    expect(wanted.filter((id) => found.has(configurationId(id)))).toEqual(wanted.filter((id) => id !== "three"));
  });

  test("are taken from a list that is fresh or about to be read", async () => {
    const { looks, asked, world } = looking({ live: 1000 });
    const [list, found] = await Promise.all([looks.configurations(), looks.configurationsOf(ids("one"))]);
    expect(found.get(configurationId("one"))).toBe(list[0]);
    world.time = 999;
    await looks.configurationsOf(ids("two"));
    expect(asked).toEqual(["list"]);
    world.time = 1000;
    await looks.configurationsOf(ids("two"));
    expect(asked).toEqual(["list", "get two"]);
  });

  test("are chosen by the pages that the list had when it was read last", async () => {
    const { looks, asked, world } = looking({ pages: 3 });
    await looks.configurations();
    world.time = 1000;
    await looks.configurationsOf(ids("one", "two"));
    expect(asked).toEqual(["list", "get one", "get two"]);
  });

  test("that cannot be read are a failure", async () => {
    const failing = (): never => {
      throw refusal(500);
    };
    await expect(looking({ onRead: failing }).looks.configurationsOf(ids("one"))).rejects.toThrow(ServiceError);
  });
});

describe("the triage of a finding", () => {
  test("is one GET", async () => {
    const { looks, asked } = looking();
    expect(await looks.triage("wont_fix")).toEqual({ is: "set", category: "wont_fix" });
    await looks.triage("wont_fix");
    expect(asked).toEqual(["triage wont_fix", "triage wont_fix"]);
  });

  test("is looked up in the list of findings where its answer is not clear, which is shared", async () => {
    const { looks, asked } = looking();
    const both = await Promise.all([looks.triage("unclear"), looks.triage("unclear")]);
    expect(both).toEqual([{ is: "unclear" }, { is: "unclear" }]);
    expect(asked).toEqual(["triage unclear", "triage unclear", "findings"]);
  });
});
