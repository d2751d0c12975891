import { expectationOf } from "../../../src/cli/init/declared-code";
import { importAccount } from "../../../src/generate/import/import-account";
import type { Observed } from "../../../src/model/entities";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { uuid } from "../../reconcile/arbitrary";

/** What the test of a project says, of configurations by their names and repositories as name and configuration. */
function expected(configurations: readonly string[], repositories: readonly (readonly [string | undefined, number])[]) {
  const live: Observed = {
    configurations: configurations.map((name, at) => ({ id: configurationId(uuid("a", at)), name, settings: {} })),
    repositories: repositories.map(([name, at], index) => ({
      id: repositoryId(uuid("b", index)),
      ...(name === undefined ? {} : { name }),
      provider_repo_id: index,
      enabled: true,
      configuration_id: configurationId(uuid("a", at)),
    })),
  };
  return expectationOf(importAccount(live), live);
}

test("a repository whose name is there once is expected to get its configuration", () => {
  expect(expected(["strict"], [["web", 0]])).toEqual({ repository: "web", configuration: "strict" });
});

test("a repository whose name another has too is passed over, since a name does not tell them apart", () => {
  const repositories = [
    ["twice", 0],
    ["twice", 0],
    ["once", 1],
  ] as const;
  expect(expected(["strict", "relaxed"], repositories)).toEqual({ repository: "once", configuration: "relaxed" });
});

test("a configuration whose name another has too is passed over", () => {
  const repositories = [
    ["web", 0],
    ["api", 2],
  ] as const;
  expect(expected(["strict", "strict", "other"], repositories)).toEqual({ repository: "api", configuration: "other" });
  expect(expected(["strict", "Strict", "other"], [])).toEqual({ configuration: "other" });
  expect(expected(["strict", "strict"], [["web", 0]])).toBeUndefined();
});

test("no repository is expected to be routed where a rule has ids, which the test does not know", () => {
  const repositories = [
    [undefined, 0],
    ["web", 1],
    ["api", 1],
  ] as const;
  expect(expected(["strict", "relaxed"], repositories)).toEqual({ configuration: "relaxed" });
});

test("a repository with an empty name is not called by it", () => {
  expect(expected(["strict"], [["", 0]])).toEqual({ configuration: "strict" });
});
