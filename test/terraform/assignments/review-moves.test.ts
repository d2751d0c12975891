import { compareSettings } from "../../../src/model/compare-settings";
import { repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { moveDiagnostics } from "../../../src/terraform/assignments/route-repositories";
import type { RepositoryEffect } from "../../../src/terraform/verdict/repository-effect";

const moving = (before: Settings, after: Settings, ...names: readonly string[]): RepositoryEffect => ({
  what: '"first" -> "second" (rule 1: %)',
  changes: compareSettings(before, after),
  repositories: names.map((name) => ({ id: repositoryId(`id of ${name}`), name })),
});
const weaker = moving({ comment: "enabled" }, { comment: "disabled" }, "api", "web");
const stronger = moving({ comment: "disabled" }, { comment: "enabled" }, "docs");
const unclassified = moving({ risk_threshold: 1 }, { risk_threshold: 2 }, "jobs");
const ofNow = "is reviewed with that one.\n";

test.each([
  ["weakens", [stronger, unclassified, weaker], 'Routing weakens 2 repositories, 1 unclassified, such as "api"'],
  ["unclassified", [stronger, unclassified], 'Routing is unclassified for 1 repository: "jobs"'],
  ["repositories-move", [stronger], "1 repository moves"],
])("moves that are known are one warning, %s, which says what it is judged by", (code, moves, summary) => {
  const [warned, ...others] = moveDiagnostics(moves);
  expect(others).toEqual([]);
  expect(warned).toMatchObject({ code, summary, severity: "warning", attribute: ["rules"] });
  expect(warned?.detail.includes(ofNow)).toBe(code !== "repositories-move");
});

test("gives no warning when no repository moves", () => {
  expect(moveDiagnostics([])).toEqual([]);
});

test("repositories that a rule may select are unclassified", () => {
  const [warned] = moveDiagnostics([stronger], { rule: 1, repositories: [repository("wiki")] });
  expect(warned).toMatchObject({ code: "unclassified", summary: 'Routing is unclassified for 1 repository: "wiki"' });
  expect(warned?.detail).toContain("which rule 2 may select");
});

function repository(name: string) {
  return { id: repositoryId(`id of ${name}`), name, provider_repo_id: 1, enabled: true };
}
