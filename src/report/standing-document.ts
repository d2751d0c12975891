import { locationAt, type Locations } from "../diagnostics/locations";
import { configurationId } from "../model/ids";
import { type Afterwards, afterwards } from "../reconcile/plan/afterwards";
import type { Side } from "../reconcile/plan/effects";
import type { Plan } from "../reconcile/plan/plan";
import type { AccountDocument } from "./document";
import { sideDocument } from "./document-entries";

/** The rules, and what every repository has now and will have. */
export function standingDocuments(plan: Plan): Pick<AccountDocument, "rules" | "before" | "after"> {
  const { desired, observed, locations = new Map<string, string>() } = plan;
  const after = afterwards(plan, observed);
  const sides = new Map<string, Side>(
    after.configurations.flatMap(({ id, address, name }) => {
      const side = { id, address, name };
      return [id, address].flatMap((key): [string, Side][] => (key === undefined ? [] : [[key, side]]));
    }),
  );
  const firstOf = new Map<string, number>();
  const rules: AccountDocument["rules"][number][] = [];
  for (const { address, rules: declared } of desired.assignments) {
    firstOf.set(address, rules.length);
    for (const [at, { target, repositoryIds, repositoryNames, repositoryPattern }] of declared.entries()) {
      const location = locationAt(locations, address, `rules[${String(at)}]`);
      const key = "leave" in target ? undefined : keyOf(target.configuration);
      rules.push({
        rule: at + 1,
        address,
        ...(location === undefined ? {} : { location }),
        repository_ids: [...(repositoryIds ?? [])],
        repository_names: [...(repositoryNames ?? [])],
        repository_pattern: repositoryPattern ?? null,
        to: key === undefined ? null : sideDocument(sides.get(key) ?? { id: configurationId(key) }),
      });
    }
  }
  const ruleOf = new Map<string, number>();
  for (const { repository, assignments, rule } of plan.routes)
    if (rule !== undefined) ruleOf.set(repository.id, (firstOf.get(assignments) ?? 0) + rule);
  return {
    rules,
    // what holds once a plan is applied that changes nothing
    before: standingDocument(afterwards({ configurations: [], deletions: [], moves: [] }, observed)),
    after: standingDocument(after, ruleOf, locations),
  };
}

const keyOf = (ref: { readonly id: string } | { readonly address: string }): string =>
  "id" in ref ? ref.id : ref.address;

/** What holds at one time, each configuration once. @param rules the positions of the rules that decide */
const standingDocument = (
  { configurations, repositories }: Afterwards,
  rules: ReadonlyMap<string, number> = new Map(),
  locations: Locations = new Map(),
): AccountDocument["after"] => ({
  configurations: configurations.map(({ id, address, name, settings }) => {
    const location = address === undefined ? undefined : locationAt(locations, address);
    return {
      id: id ?? null,
      address: address ?? null,
      name: name ?? null,
      settings: settings ?? null,
      ...(location === undefined ? {} : { location }),
    };
  }),
  repositories: repositories.map(({ repository: { id, name, enabled }, configuration }) => {
    const rule = rules.get(id);
    return {
      id,
      name: name ?? null,
      configuration,
      ...(rule === undefined ? {} : { rule }),
      ...(enabled === false ? { enabled } : {}),
    };
  }),
});
