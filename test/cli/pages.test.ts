import type { Profile, SeedAccount } from "../../src/emulator";
import { accountId, baselineId, repositoriesNamed, seedOf } from "../support/account";
import { idOf } from "../support/declare";
import { desk } from "../support/desk";

/** 30 of each, all repositories with the first configuration. */
const thirty: Partial<SeedAccount> = {
  configurations: Array.from({ length: 30 }, (_, at) => ({
    ...(at === 0 ? { id: baselineId } : {}),
    name: `c${String(at)}`,
    configuration: { comment: "silent", analyzers: { secrets: { enabled: true, excludes: ["a"] } } },
  })),
  repositories: repositoriesNamed(
    Array.from({ length: 30 }, (_, at) => `r${String(at)}`),
    baselineId,
  ),
};

describe.each<Partial<Profile>>([
  { page_size: 16 },
  { page_size: 16, page_envelope: "pagination" },
  { page_size: 12, page_query: "page_only" },
])("where lists come in pages of no round length, %j", (profile) => {
  const at = async (app: Parameters<typeof desk>[0]) => {
    const made = await desk(app, seedOf(thirty));
    made.emulator.setProfile({ ...profile, update_repositories: "whole_set" });
    return made;
  };

  test("a request that names repositories names all of them", async () => {
    const made = await at({
      configurations: { c: { name: "c0", analyzers: { secrets: { excludes: [] } } } },
    });
    expect((await made.apply()).code).toBe(0);
    const held = made.emulator.store.repositories(accountId).filter((each) => each.configuration_id === baselineId);
    expect(held).toHaveLength(30);
  });

  test("nothing is created that stands on another page, and what is created is found again", async () => {
    const made = await at({
      configurations: { c: { name: "c29", comment: "enabled" }, n: { name: "new" } },
    });
    expect((await made.apply()).code).toBe(0);
    expect(made.emulator.store.configurations(accountId)).toHaveLength(31);
    const before = made.writes().length;
    expect((await made.apply()).code).toBe(0);
    expect(made.writes()).toHaveLength(before);
  });

  test("a rule takes the repositories of every page", async () => {
    const made = await at({
      configurations: { c: { name: "c1" } },
      assignments: { all: [{ repository_pattern: "%", configuration_id: idOf("c") }] },
    });
    expect((await made.apply()).code).toBe(0);
    expect(new Set(made.emulator.store.repositories(accountId).map((each) => each.configuration_id)).size).toBe(1);
  });
});
