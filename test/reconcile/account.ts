import type { Desired, DesiredConfiguration, DesiredRule, DesiredTriage } from "../../src/model/desired";
import type { Observed, ObservedTriages } from "../../src/model/observed";
import { accountId, address, configurationId, repositoryId } from "../../src/model/ids";
import { pageOf } from "../../src/model/page";
import type { Settings } from "../../src/model/settings";
import type { TriageStatus } from "../../src/model/triage";
import { type Plan, plan } from "../../src/reconcile/plan/plan";
import type { Write } from "../../src/reconcile/plan/write";
import type { Listed } from "../../src/reconcile/ports";
import type { FirstPages } from "../../src/reconcile/refresh/observe";

/** Small accounts and declarations to write tests with; an id says what it is of. */

interface Live {
  readonly settings?: Settings;
  /** The names of its repositories. */
  readonly has?: readonly string[];
  readonly name?: string;
}

/** Live configurations by id, and names of repositories that have none. */
export function live(configurations: Readonly<Record<string, Live>>, without: readonly string[] = []): Observed {
  const repositories = [
    ...Object.entries(configurations).flatMap(([id, { has = [] }]) => has.map((name) => ({ name, id }))),
    ...without.map((name) => ({ name, id: undefined })),
  ];
  return {
    configurations: Object.entries(configurations).map(([id, { settings = {}, name = id }]) => ({
      id: configurationId(id),
      name,
      settings,
    })),
    repositories: repositories.map(({ name, id }, index) => ({
      id: repositoryId(`id of ${name}`),
      name,
      provider_repo_id: index,
      enabled: true,
      ...(id === undefined ? {} : { configuration_id: configurationId(id) }),
    })),
    analyzers: ["a", "b"].map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    policies: ["p", "q"].map((id) => ({ id, dashboard_url: "https://x", title: id, question: "?" })),
  };
}

export const declare = (
  name: string,
  settings: Settings = {},
  more: Partial<DesiredConfiguration> = {},
): DesiredConfiguration => ({ address: address(`scanform_configuration.${name}`), name, settings, ...more });

/** A rule: which repositories, and the declared configuration that they get. */
export const give = (to: string, selectors: Omit<DesiredRule, "target">): DesiredRule => ({
  target: { configuration: { address: address(`scanform_configuration.${to}`) } },
  ...selectors,
});

export const names = (...repositoryNames: string[]) => ({ repositoryNames });

export const desired = (configurations: readonly DesiredConfiguration[], ...rules: DesiredRule[]): Desired => ({
  configurations,
  assignments: rules.length === 0 ? [] : [{ address: address("scanform_repository_assignments.routing"), rules }],
});

export const planned = (declaration: Desired, observed: Observed): Plan =>
  plan({ id: accountId("account") }, declaration, observed);

/** A write as one readable value. */
export function shown(write: Write): unknown {
  switch (write.kind) {
    case "create":
      return { POST: write.body };
    case "put":
      return { PUT: write.configuration, ...write.body };
    case "patch":
      return { PATCH: write.configuration, ...write.body };
    case "bulk":
      return {
        bulk: write.configurations,
        ...(write.part === undefined ? {} : { part: write.part }),
        ...write.updates,
      };
    case "assign":
      return { assign: write.configuration, repositories: write.repositories };
    case "delete":
      return { DELETE: write.configuration };
    case "set-triage":
      return { triage: write.finding, category: write.category };
    case "remove-triage":
      return { untriage: write.finding };
    default:
      return write satisfies never;
  }
}

export const ids = (...repositories: string[]): readonly string[] => repositories.map((name) => `id of ${name}`);

/** Lists as first pages of which the service says nothing more. */
export const firstPages = ({ configurations, repositories, analyzers, policies }: Observed): FirstPages => ({
  configurations: pageOf(configurations),
  repositories: pageOf(repositories),
  ...(analyzers === undefined ? {} : { analyzers: pageOf(analyzers) }),
  ...(policies === undefined ? {} : { policies: pageOf(policies) }),
});

/** The list of that name; an absent one is empty. */
export function listIn<K extends keyof Listed>(observed: Observed, list: K): readonly Listed[K][] {
  const lists: { readonly [P in keyof Listed]?: readonly Listed[P][] } = observed;
  return lists[list] ?? [];
}

/** Two findings. */
export const first = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
export const second = "9b2c7e15-40da-4f63-8e1c-d7a5f2093b48";

export const decide = (findingId: string, more: Partial<DesiredTriage> = {}): DesiredTriage => ({
  address: address(`scanform_finding_triage.of_${findingId}`),
  findingId,
  category: "wont_fix",
  justification: "Only in tests.",
  ...more,
});

/** The categories of findings, as they are read; null for none. */
export const triaged = (categories: Readonly<Record<string, string | null | undefined>>, at = 0): ObservedTriages => ({
  at,
  found: new Map(
    Object.entries(categories).map(([id, category]): [string, TriageStatus] => [
      id.toLowerCase(),
      category === null || category === undefined ? { is: "none" } : { is: "set", category },
    ]),
  ),
});

/** A declaration of triages only. */
export const deciding = (...triages: readonly DesiredTriage[]): Desired => ({ ...desired([]), triages });
