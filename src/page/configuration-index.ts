import { label } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import type { LeafChange } from "../model/compare-settings";
import { distinctions } from "../model/namesakes";
import type { Settings } from "../model/settings";
import type { Side } from "../reconcile/plan/effects";
import { appearingIn } from "../report/configuration-labels";
import { placeLabel } from "../report/words";
import type { PlanReport } from "../report/renderer";
import type { ConfigurationFacts } from "./facts";

interface Lists {
  readonly changesAt: (changes: readonly LeafChange[]) => number;
  readonly settingsAt: (settings: Settings) => number;
}

/**
 * The configurations that a plan names, each once: the declared ones, those that go away, then all others that are
 * known. Their position is found by id, or by address before they are created.
 */
export function configurationIndex(plan: PlanReport, { changesAt, settingsAt }: Lists) {
  const { configurations, deletions, standing, locations = new Map() } = plan;
  const all: ConfigurationFacts[] = [];
  const positions = new Map<string, number>();
  const distinction = distinctions([...appearingIn(plan), ...(standing?.configurations ?? [])], label);
  const add = (facts: ConfigurationFacts): number => {
    const { id, name, was } = facts;
    const distinguished = distinction({ id, name }) || distinction({ id, name: was });
    const at = all.push(distinguished === "" ? facts : { ...facts, distinction: distinguished }) - 1;
    for (const key of [facts.id, facts.address]) if (key !== null) positions.set(key, at);
    return at;
  };
  for (const { address, action, declared, live, changes, after, repositories } of configurations) {
    const place = locationAt(locations, address);
    add({
      id: live?.id ?? null,
      address,
      was: live === undefined ? null : (live.name ?? null),
      name: declared.name,
      place: place === undefined ? label(address) : placeLabel(place),
      action: action === "no-op" ? null : action,
      ...(action === "no-op" ? {} : { stay: repositories }),
      changes: changes.length === 0 ? null : changesAt(changes),
      before: live === undefined ? null : settingsAt(live.settings),
      after: settingsAt(after),
    });
  }
  for (const { address, live, remaining } of deletions)
    add({
      ...undeclared(live.id, live.name),
      name: null,
      address,
      action: "delete",
      stay: remaining.length,
      before: settingsAt(live.settings),
    });
  for (const { id, name, settings } of standing?.configurations ?? []) {
    if (id === undefined || positions.has(id)) continue;
    const at = settings === null ? null : settingsAt(settings);
    add({ ...undeclared(id, name), before: at, after: at });
  }
  const named = ({ id, address, name }: Side): number => {
    const known = positions.get(id ?? "") ?? positions.get(address ?? "");
    return known ?? add({ ...undeclared(id, name), address: address ?? null });
  };
  return {
    all,
    sideAt: (side: Side | null) => (side === null ? null : named(side)),
    /** @param key an id, or the address of one that is yet to be created */
    keyAt: (key: string | undefined) =>
      key === undefined ? null : (positions.get(key) ?? add(undeclared(key, undefined))),
    targetAt: (target: { readonly id: string } | { readonly address: string }) => {
      const key = "id" in target ? target.id : target.address;
      const at = positions.get(key) ?? add(undeclared(key, undefined));
      const { name, distinction: distinguished = "" } = all[at] ?? {};
      return { at, text: label(name ?? key) + distinguished };
    },
  };
}

const undeclared = (id: string | undefined, name: string | undefined): ConfigurationFacts => ({
  id: id ?? null,
  address: null,
  was: name ?? null,
  name: name ?? null,
  place: null,
  action: null,
  changes: null,
  before: null,
  after: null,
});
