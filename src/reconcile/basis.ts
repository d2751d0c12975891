import { canonical, fingerprint } from "../model/canonical";
import type { Desired } from "../model/desired";
import type { Configuration, Observed } from "../model/entities";
import { groupBy } from "../model/group";
import { settingsFields } from "../model/settings";
import type { ConfigurationChange, Move } from "./change";
import type { Route } from "./route";

interface Grounds {
  readonly desired: Desired;
  readonly configurations: readonly ConfigurationChange[];
  readonly moves: readonly Move[];
  readonly routes: readonly Route[];
  readonly observed: Observed;
}

/**
 * Fingerprints of what a plan rests on, by a name for people: every live configuration that it
 * writes to or moves repositories to, and which rule each repository falls under. A plan is stale
 * when one of them differs; anything else in the account may change meanwhile.
 */
export function basisOf({
  desired,
  configurations,
  moves,
  routes,
  observed,
}: Grounds): Readonly<Record<string, string>> {
  const written = configurations.flatMap((each) => (each.action === "no-op" ? [] : (each.live?.id ?? [])));
  const targets = moves.flatMap(({ to }) => ("id" in to ? [to.id] : []));
  const touched = new Set([...written, ...targets]);
  const byAssignments = groupBy(routes, (each) => each.assignments);
  return Object.fromEntries([
    ...observed.configurations
      .filter((each) => touched.has(each.id))
      .map((each) => [`configuration ${each.name ?? ""} (${each.id})`, stateOf(each)]),
    ...desired.assignments.map(({ address }) => {
      const members = (byAssignments.get(address) ?? []).map(
        ({ repository, rule }) => `${repository.id} ${String(rule)}`,
      );
      return [`repositories matched by ${address}`, fingerprint(members.sort().join("\n"))];
    }),
  ]) as Readonly<Record<string, string>>;
}

const stateOf = ({ name, settings }: Configuration): string =>
  fingerprint(JSON.stringify([name ?? null, canonical(settingsFields, settings)]));
