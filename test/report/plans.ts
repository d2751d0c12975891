import type { Desired, DesiredConfiguration, DesiredRule } from "../../src/model/desired";
import type { Configuration, Observed, Repository } from "../../src/model/observed";
import { accountId, address, configurationId, repositoryId } from "../../src/model/ids";
import type { Settings } from "../../src/model/settings";
import { type Plan, plan } from "../../src/reconcile/plan/plan";

const pad = (number: number): string => String(number).padStart(12, "0");
const idOf = (at: number) => configurationId(`eeeeeeee-0000-4000-8000-${pad(at)}`);
const addressOf = (name: string) => address(`scanform_configuration.${name}`);

export const live = (at: number, name: string, settings: Settings): Configuration => ({ id: idOf(at), name, settings });

export const declared = (label: string, name: string, settings: Settings): DesiredConfiguration => ({
  address: addressOf(label),
  name,
  settings,
});

/** Repositories of these names, all with the configuration of this number. */
export const repositories = (names: readonly string[], configuration?: number, first = 0): readonly Repository[] =>
  names.map((name, at) => ({
    id: repositoryId(`99999999-0000-4000-8000-${pad(first + at)}`),
    name,
    provider_repo_id: first + at,
    enabled: true,
    ...(configuration === undefined ? {} : { configuration_id: idOf(configuration) }),
  }));

export const to = (label: string): DesiredRule["target"] => ({ configuration: { address: addressOf(label) } });
export const routing = (...rules: readonly DesiredRule[]): Desired["assignments"] => [
  { address: address("scanform_repository_assignments.routing"), rules },
];

export function planOf(desired: Desired, observed: Observed, name = "acme"): Plan {
  const slugs = desired.configurations.flatMap((each) => Object.keys(each.settings.analyzers ?? {}));
  const analyzers = slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true }));
  return plan({ id: accountId("5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34"), name }, desired, { analyzers, ...observed });
}

const blocking = { enabled: true, blocking: true };

/** Everything that a plan can show: each class, each action, sets, moves, what is left, a warning. */
export const rich = (): Plan =>
  planOf(
    {
      configurations: [
        declared("baseline", "baseline", {
          comment: "enabled",
          analyzers: { "sql-injection": { enabled: true, blocking: false }, xss: { excludes: ["gen/**"] } },
        }),
        declared("strict", "strict", { comment: "enabled", risk_threshold: 3, analyzers: { secrets: blocking } }),
        { ...declared("legacy", "legacy", { comment: "enabled" }), renamedFrom: ["old stuff"] },
        declared("open", "open", { notifications: { integration_names: ["chat", "mail"] } }),
        declared("settled", "settled", { comment: "enabled" }),
      ],
      assignments: routing(
        { target: { leave: true }, repositoryNames: ["legacy-monolith"] },
        { target: to("strict"), repositoryPattern: "payments-%" },
        { target: to("open"), repositoryNames: ["docs"] },
        { target: to("baseline"), repositoryPattern: "web-%" },
        { target: to("baseline"), repositoryPattern: "billing-%" },
      ),
    },
    {
      configurations: [
        live(1, "baseline", {
          comment: "enabled",
          analyzers: { "sql-injection": blocking, xss: { enabled: true, excludes: ["gen/**", "test/**"] } },
        }),
        live(2, "old stuff", { comment: "silent" }),
        live(3, "open", { notifications: { integration_names: ["chat", "pager"] } }),
        live(4, "settled", { comment: "enabled" }),
      ],
      repositories: [
        ...repositories(["payments-api", "payments-ledger", "web-shop", "web-blog", "legacy-monolith"], 1),
        ...repositories(["archive"], 2, 10),
        ...repositories(["web-admin", "web-\x1b[31mred\x1b[0m"], 4, 20),
        ...repositories(["docs"], undefined, 30),
      ],
    },
  );

/** `prefix-0000`, `prefix-0001` and so on. */
export const many = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(4, "0")}`);

/** Repositories of so many configurations move to one; those of the last are affected most. */
export const moving = (groups: number, each: number, blocking: boolean): Plan =>
  planOf(
    {
      configurations: [
        declared("goal", "goal", { analyzers: { secrets: { enabled: true, blocking }, xss: { enabled: false } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryPattern: "team-%" }),
    },
    {
      configurations: many(groups, "live").map((name, at) =>
        live(at + 1, name, { analyzers: { secrets: { enabled: true, blocking: !blocking }, xss: { enabled: true } } }),
      ),
      repositories: many(groups, "team").flatMap((team, at) =>
        repositories(many(at === groups - 1 ? 2 * each : each, team), at + 1, at * 1000),
      ),
    },
  );

/** As many configurations, each of which changes in its own way. */
export const varied = (groups: number, each = 1): Plan =>
  planOf(
    {
      configurations: many(groups, "live").map((name, at) =>
        declared(name, name, {
          comment: "disabled",
          risk_threshold: at,
          analyzers: { [`slug-${name}`]: { enabled: false } },
        }),
      ),
      assignments: [],
    },
    {
      configurations: many(groups, "live").map((name, at) =>
        live(at + 1, name, { comment: "enabled", analyzers: { [`slug-${name}`]: { enabled: true } } }),
      ),
      repositories: many(groups, "team").flatMap((team, at) =>
        repositories(many(at === groups - 1 ? 2 * each : each, team), at + 1, at * 1000),
      ),
    },
  );

/** Eight configurations and 350 repositories: a shared constant no longer lets an analyzer block, and more. */
export function reviewed(names: { readonly configuration: string; readonly analyzer: string } = plainNames): Plan {
  const { configuration, analyzer } = names;
  const teams = Array.from({ length: 8 }, (_, at) => `${configuration}${String(at + 1)}`);
  const before = { comment: "enabled", analyzers: { [analyzer]: blocking, secrets: blocking } } as const;
  const after = {
    ...before,
    analyzers: { [analyzer]: { enabled: true, blocking: false }, secrets: blocking },
  };
  const made = planOf(
    {
      configurations: [
        ...teams.slice(0, 5).map((name, at) => declared(`team-${String(at + 1)}`, name, after)),
        declared("team-6", teams[5] ?? "", { ...before, risk_threshold: 3 }),
        declared("team-7", teams[6] ?? "", { ...before, analyzers: { ...before.analyzers, xss: blocking } }),
        declared("team-8", teams[7] ?? "", { ...before, comment: "silent" }),
        declared("lax", "lax", { comment: "enabled", analyzers: { [analyzer]: { enabled: true } } }),
      ],
      assignments: routing({ target: to("lax"), repositoryNames: ["repository-0349", "repository-0348"] }),
    },
    {
      configurations: teams.map((name, at) => live(at + 1, name, before)),
      repositories: many(350, "repository").flatMap((name, at) =>
        repositories([name], at < 249 ? (at % 5) + 1 : at < 300 ? 6 : at < 348 ? 7 : 7, at),
      ),
      analyzers: [analyzer, "secrets", "xss"].map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    },
  );
  const blockingAt = (at: number) =>
    [
      `scanform_configuration.team-${String(at)}.analyzers[${JSON.stringify(analyzer)}]`,
      `settings.ts:${String(38 + 2 * at)}:3`,
    ] as const;
  const madeAt = (at: number) =>
    [`scanform_configuration.team-${String(at)}`, `teams.ts:${String(10 + at)}:5`] as const;
  return {
    ...made,
    locations: new Map([
      ...[1, 2, 3, 4, 5].map(blockingAt),
      ...[1, 2, 3, 4, 5, 6, 7, 8].map(madeAt),
      ["scanform_configuration.lax", "lax.ts:3:1"],
      ["scanform_repository_assignments.routing", "routing.ts:8:3"],
    ]),
  };
}

const plainNames = { configuration: "team-", analyzer: "sql-injection" };
