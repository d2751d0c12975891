import fc from "fast-check";
import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/entities";
import { accountId, address, configurationId, repositoryId } from "../../../src/model/ids";
import { compareSettings } from "../../../src/model/compare-settings";
import { target as targetOf } from "../../../src/reconcile/plan/merge";
import type { Settings } from "../../../src/model/settings";
import { plan as planOf } from "../../../src/reconcile/plan/plan";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { allSettings } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { isObjectValue, isUnknown, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
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
  return named(warning?.code ?? "none", count, warning?.summary.includes("also strengthen") === true);
}

/** The same of the attribute `review`. */
function byReview({ review }: ObjectValue): string {
  const { weakens = 0, unclassified = 0, summary = "" } = isObjectValue(review) ? review : {};
  const kind = weakens === 0 ? (unclassified === 0 ? "none" : "unclassified") : "weakens";
  const mixed = typeof summary === "string" && summary.includes("also strengthen");
  return named(kind, Number(weakens === 0 ? unclassified : weakens), mixed);
}

const declaring = (name: string, held: Settings): Desired["configurations"] => [
  { address: address(name), name, settings: held },
];
const routing = (target: Desired["assignments"][number]["rules"][number]["target"]): Desired["assignments"] => [
  { address: address("routing"), rules: [{ target, repositoryPattern: "%" }] },
];
const rules = (id: Value): ObjectValue => ({ rules: [rule({ configuration_id: id, repository_pattern: "%" })] });
const entry = (name: string, held: Settings): ObjectValue => ({ name, ...allSettings(held) });

describe("the class that the provider's warning and review give to the repositories is that of the CLI's plan", () => {
  const holds = (check: (before: Settings, after: Settings) => Promise<void>) =>
    fc.assert(fc.asyncProperty(settings, settings, check), { numRuns: 30 });

  test("for an edit in place", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const prior = blank(configuration.schema, { id: oldId, ...entry("old", before) });
      const { planned, diagnostics } = await plan(session, configuration, prior, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect([byProvider(diagnostics), byReview(planned)]).toEqual([expected, expected]);
    }));

  test("for a configuration that is taken over", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const { planned, diagnostics } = await plan(session, configuration, null, entry("old", after));
      const expected = byCli(observed, { configurations: declaring("old", after), assignments: [] });
      expect([byProvider(diagnostics), byReview(planned)]).toEqual([expected, expected]);
    }));

  test("for a new configuration and a move", () =>
    holds(async (before, after) => {
      const observed = account([live(oldId, "old", before)]);
      const { session } = await inMemory(observed);
      const made = await plan(session, configuration, null, entry("new", after));
      expect(byProvider(made.diagnostics)).toBe("none");
      const { diagnostics } = await plan(session, repositoryAssignments, null, rules(new Unknown()));
      const target = { configuration: { address: address("new") } };
      const declared = { configurations: declaring("new", after), assignments: routing(target) };
      expect(byProvider(diagnostics)).toBe(byCli(observed, declared));
    }));

  test("for a move to one that exists, which may change in the same plan, before or after it is planned", () =>
    fc.assert(
      fc.asyncProperty(settings, settings, settings, fc.boolean(), async (before, there, after, first) => {
        const observed = account([live(oldId, "old", before), live(thereId, "there", there)]);
        const { session } = await inMemory(observed);
        const prior = blank(configuration.schema, { id: thereId, ...entry("there", there) });
        const change = () => plan(session, configuration, prior, entry("there", after));
        const move = async () => {
          const { schema } = repositoryAssignments;
          const state = blank(schema, { ...rules(thereId), assigned: {} });
          const config = blank(schema, rules(thereId));
          const asked = { session, prior: state, config, proposed: state, replacedPrivate: undefined };
          return repositoryAssignments.plan(asked);
        };
        const target = { configuration: { id: configurationId(thereId) } };
        const cli = byCli(observed, { configurations: declaring("there", after), assignments: routing(target) });
        if (first) {
          await change();
          const { planned, diagnostics } = await move();
          expect(byProvider(diagnostics)).toBe(cli);
          const isChanged =
            compareSettings(there, targetOf(there, { address: address("there"), name: "there", settings: after }))
              .length > 0;
          expect(isUnknown(planned["review"])).toBe(isChanged);
          if (!isChanged) expect(byReview(planned)).toBe(cli);
          return;
        }
        const moved = await move();
        const untouched = byCli(observed, { configurations: [], assignments: routing(target) });
        expect([byProvider(moved.diagnostics), byReview(moved.planned)]).toEqual([untouched, untouched]);
        const said = byProvider((await change()).diagnostics);
        // what stays as it is has been said with the move
        if (cli !== untouched || said !== "none") expect(said).toBe(cli);
      }),
      { numRuns: 30 },
    ));
});
