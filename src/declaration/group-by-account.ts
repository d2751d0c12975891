import { listed } from "../diagnostics/enumeration";
import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { Locations } from "../diagnostics/locations";
import type { Desired, Lookup } from "../model/desired";
import { groupBy } from "../model/group-by";
import type { Resource } from "./resources";
import type { Stack } from "./document";
import { hasDefaultBlock, type Providers, type ProviderSettings } from "./provider";

/** What is declared for one account. */
export interface AccountDeclaration {
  readonly provider: ProviderSettings;
  readonly desired: Desired;
  /** Where the constructs of the whole app were made. */
  readonly locations: Locations;
}

type Grouped = Omit<AccountDeclaration, "locations">;

/**
 * Provider blocks with the same key are one account. A block that names no account has the one that its API
 * key reaches, and a block with an alias may have an API key of its own.
 */
const keyOf = ({ baseUrl, accountId, aliases }: ProviderSettings): string =>
  JSON.stringify([baseUrl, accountId === undefined ? aliases : accountId.toLowerCase()]);

interface Member {
  readonly stack: Stack;
  readonly settings: ProviderSettings;
  readonly resources: readonly Resource[];
}

/**
 * Groups resources by the account of their provider block. Blocks with the same service and account are
 * merged across stacks, each of which needs one; two of one stack are refused.
 */
export function groupByAccount(
  providers: ReadonlyMap<Stack, Providers>,
  resources: readonly Resource[],
  diagnostics: Diagnostic[],
): readonly Grouped[] {
  const chosen = groupBy(resources, (each) => settingsOf(each, providers, diagnostics));
  const members = [...providers].flatMap(([stack, all]) =>
    [...all.values()].map((settings): Member => ({ stack, settings, resources: chosen.get(settings) ?? [] })),
  );
  diagnostics.push(...accountsTwice(members));
  // a provider block without resources matters only for its managed scope
  const used = members.filter(({ settings, resources: own }) => own.length > 0 || settings.managedScope !== undefined);
  const groups = groupBy(used.length > 0 ? used : members.slice(0, 1), ({ settings }) => keyOf(settings));
  const accounts = [...groups.values()].map((group) => ({
    provider: merged(group, diagnostics),
    desired: desiredOf(group, providers, diagnostics),
  }));
  for (const each of crossing(accounts)) diagnostics.push(each);
  return accounts;
}

function settingsOf(
  { place, alias, address }: Resource,
  providers: ReadonlyMap<Stack, Providers>,
  diagnostics: Diagnostic[],
): ProviderSettings | undefined {
  const { stack } = place;
  const known = providers.get(stack);
  const aliases = [...(known?.keys() ?? [])].filter((each) => each !== "");
  if (alias === "" && aliases.length > 1 && !hasDefaultBlock(stack)) {
    const detail = `${address} names no provider, and each provider block of ${stack.name} has an alias: ${listed(aliases)}. Give it the provider of one of them.`;
    diagnostics.push(error("provider-not-chosen", detail, place));
    return undefined;
  }
  const found = known?.get(alias);
  if (found !== undefined) return found;
  const detail = `There is no provider block with the alias ${JSON.stringify(alias)} in ${stack.name}. Declare it there.`;
  diagnostics.push(error("reference-unknown", detail, place.child("provider")));
  return undefined;
}

/** Blocks of one stack that name one account. */
function accountsTwice(members: readonly Member[]): readonly Diagnostic[] {
  const named = members.filter(({ settings }) => settings.accountId !== undefined);
  const same = groupBy(named, ({ stack, settings }) => `${stack.file} ${keyOf(settings)}`);
  return [...same.values()].flatMap(([one, other]): readonly Diagnostic[] => {
    if (one === undefined || other === undefined) return [];
    const which = `${one.stack.name}: ${String(one.settings.accountId)}`;
    const detail = `${accountTwice(one.settings, other.settings)} in ${which}. Keep one of them.`;
    return [error("account-declared-twice", detail, { address: "provider.scanform", path: "account_id" })];
  });
}

/** `The provider block without an alias and the one with the alias "east" are of one account` */
export function accountTwice(one: ProviderSettings, other: ProviderSettings): string {
  return `The provider block ${aliasOf(one)} and the one ${aliasOf(other)} are of one account`;
}

const aliasOf = ({ aliases: [alias = ""] }: ProviderSettings): string =>
  alias === "" ? "without an alias" : `with the alias ${JSON.stringify(alias)}`;

function merged(group: readonly Member[], diagnostics: Diagnostic[]): ProviderSettings {
  const [scope, ...others] = group.flatMap(({ settings }) => settings.managedScope ?? []);
  if (others.some((each) => !isDeepStrictEqual(each, scope)))
    diagnostics.push(
      error("several-providers", "Its provider blocks of one account have a different managedScope each. Keep one.", {
        address: "provider.scanform",
        path: "managed_scope",
      }),
    );
  // the scope is a part of what is desired
  const all = group.map(({ settings: { managedScope: _scope, ...settings } }) => settings);
  const most = Math.min(...all.map(({ maxConcurrency = Infinity }) => maxConcurrency));
  return {
    ...all[0],
    ...(most === Infinity ? {} : { maxConcurrency: most }),
    ...(all.some(({ dryRun }) => dryRun) ? { dryRun: true } : {}),
    aliases: [...new Set(group.flatMap((each) => each.settings.aliases))],
  };
}

function desiredOf(
  group: readonly Member[],
  providers: ReadonlyMap<Stack, Providers>,
  diagnostics: Diagnostic[],
): Desired {
  const all = group.flatMap(({ resources }) => resources.map(({ desired }) => desired));
  const scope = group.flatMap(({ settings }) => settings.managedScope ?? [])[0];
  const triages = all.flatMap((each) => each.triages ?? []);
  return {
    configurations: all.flatMap((each) => each.configurations ?? []),
    assignments: all.flatMap((each) => each.assignments ?? []),
    ...(triages.length === 0 ? {} : { triages }),
    ...(scope === undefined ? {} : { managedScope: scope }),
    ...lookupsOf(group, providers, diagnostics),
  };
}

/** What the resources look up; it must be in their account. */
function lookupsOf(
  group: readonly Member[],
  providers: ReadonlyMap<Stack, Providers>,
  diagnostics: Diagnostic[],
): Pick<Desired, "lookups"> {
  const own = new Set(group.map(({ settings }) => keyOf(settings)));
  const found = new Map<string, Lookup>();
  for (const { address: user, lookups } of group.flatMap((each) => each.resources))
    for (const { stack, alias, ...lookup } of lookups) {
      const settings = providers.get(stack)?.get(alias);
      if (settings !== undefined && own.has(keyOf(settings))) found.set(lookup.placeholder, lookup);
      else {
        const detail = `${user} uses ${lookup.address}, which is looked up in another account. Choose one provider for both.`;
        diagnostics.push(error("reference-unknown", detail, { address: lookup.address, path: lookup.path }));
      }
    }
  return found.size === 0 ? {} : { lookups: [...found.values()] };
}

/** Rules that assign a configuration of another account. */
function crossing(accounts: readonly Grouped[]): readonly Diagnostic[] {
  const home = new Map(
    accounts.flatMap((account) => account.desired.configurations.map((each) => [each.address, account] as const)),
  );
  return accounts.flatMap((account) =>
    account.desired.assignments.flatMap(({ address, rules }) =>
      rules.flatMap(({ target }, at) => {
        if ("leave" in target || "id" in target.configuration) return [];
        const other = home.get(target.configuration.address);
        if (other === undefined || other === account) return [];
        const detail = `rules[${String(at)}] assigns ${target.configuration.address}, which belongs to another account. Choose one provider for both.`;
        return [error("reference-unknown", detail, { address, path: `rules[${String(at)}]` })];
      }),
    ),
  );
}
