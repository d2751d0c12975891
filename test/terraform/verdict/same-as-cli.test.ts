import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/entities";
import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { plan as planOf } from "../../../src/reconcile/plan/plan";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { allSettings } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { isObjectValue, listIn, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
import { policies, settings, slugs, uuid } from "../../reconcile/arbitrary";
import { inMemory } from "../in-memory";
import { plan } from "../life";
import { blank } from "../session";
import { rule } from "../acme";

const [oldId, thereId] = [uuid("a", 1), uuid("a", 2)];
const live = (id: string, name: string, held: Settings): Configuration => ({
  id: configurationId(id),
  name,
  settings: held,
});
const account = (configurations: readonly Configuration[]): Observed => ({
  configurations,
  repositories: [1, 2, 3].map((at) => ({
    id: repositoryId(uuid("b", at)),
    name: `r${String(at)}`,
    provider_repo_id: at,
    enabled: true,
    configuration_id: configurationId(oldId),
  })),
  analyzers: slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
  policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: "t", question: "q" })),
});

/** The class that a plan of the CLI gives to all repositories, which are in one group at most. */
function byCli(observed: Observed, declared: Desired): string {
  const [effect] = planOf({ id: accountId("account") }, declared, observed).effects;
  return effect === undefined ? "none" : named(effect.class, effect.repositories.length, effect.mixed);
}

const named = (kind: string, count: number, mixed: boolean): string =>
  kind === "weakens" || kind === "unclassified" ? `${kind} ${String(count)}${mixed ? ", mixed" : ""}` : "none";

/** The class and the count of the warnings of the provider. */
function byProvider(diagnostics: readonly Diagnostic[]): string {
  const [warning] = diagnostics.filter(({ code }) => code === "weakens" || code === "unclassified");
  const count = Number(/(\d+) repositor/.exec(warning?.summary ?? "")?.[1]);
  return named(warning?.code ?? "none", count, warning?.summary.includes("stronger settings)") === true);
}

/** Whether the attribute `review` lists a leaf with this verdict. */
const has = ({ review = null }: ObjectValue, ...verdicts: readonly string[]): boolean =>
  verdicts.some((verdict) => isObjectValue(review) && listIn(review[verdict]).length > 0);

const declaring = (name: string, held: Settings): Desired["configurations"] => [
  { address: address(name), name, settings: held },
];
const routing = (target: Desired["assignments"][number]["rules"][number]["target"]): Desired["assignments"] => [
  { address: address("routing"), rules: [{ target, repositoryPattern: "%" }] },
];
const rules = (id: Value): ObjectValue => ({ rules: [rule({ configuration_id: id, repository_pattern: "%" })] });
const entry = (name: string, held: Settings): ObjectValue => ({ name, ...allSettings(held) });

describe("the class that the provider's warning gives to the repositories is that of the CLI's plan", () => {
  const holds = (check: (before: Settings, after: Settings) => Promise<void>) =>
    fc.assert(fc.asyncProperty(settings, settings, check), { numRuns: 30 });

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for an edit in place, of which the review hides nothing", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const prior = blank(configuration.schema, { id: oldId, ...entry("old", before) });
      const { planned, diagnostics } = await plan(session, configuration, prior, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect(byProvider(diagnostics)).toBe(expected);
      if (expected.startsWith("weakens")) expect(has(planned, "weaker", "unclassified")).toBe(true);
      else expect(has(planned, "weaker")).toBe(false);
      if (expected.startsWith("unclassified")) expect(has(planned, "unclassified")).toBe(true);
    }));

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for a configuration that is taken over", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const { planned, diagnostics } = await plan(session, configuration, null, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect([byProvider(diagnostics), has(planned, "unclassified")]).toEqual([expected, true]);
    }));

  test("the class that the provider's warning gives to the repositories is that of the CLI's plan for a move to one that exists", () =>
    holds(async (before, there) => {
      const observed = account([live(oldId, "old", before), live(thereId, "there", there)]);
      const { session } = await inMemory(observed);
      const { diagnostics } = await plan(session, repositoryAssignments, null, rules(thereId));
      const target = { configuration: { id: configurationId(thereId) } };
      expect(byProvider(diagnostics)).toBe(byCli(observed, { configurations: [], assignments: routing(target) }));
    }));
});

test("a move to a configuration that is new is unclassified: its settings are reviewed with it", async () => {
  const { session } = await inMemory(account([live(oldId, "old", {})]));
  const { diagnostics } = await plan(session, repositoryAssignments, null, rules(new Unknown()));
  expect(byProvider(diagnostics)).toBe("unclassified 3");
});
