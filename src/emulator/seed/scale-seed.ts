import type { JsonObject } from "../../model/json";
import { seededRandom } from "../support/deterministic";
import { acmeAccountId, acmeKey, builtinSeed } from "./builtin-seed";
import type { Seed, SeedConfiguration, SeedRepository } from "./seed-schema";

const teams = [
  "payments",
  "identity",
  "search",
  "catalog",
  "checkout",
  "shipping",
  "mobile",
  "data",
  "platform",
  "growth",
];
const parts = ["api", "worker", "web", "gateway", "batch", "sdk", "infra", "docs", "model", "console"];

const created = "2025-01-15T09:30:00Z";

/** The same id on every run. */
const idOf = (kind: number, n: number): string =>
  `${n.toString(16).padStart(8, "0")}-00${String(kind)}0-4000-a000-${n.toString(16).padStart(12, "0")}`;

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

/**
 * A large account, the same on every run: `acme` with its key, analyzers and policies, the given number of
 * configurations with different settings, and repositories spread over them. Every hundredth repository has
 * no configuration.
 */
export function scaleSeed(configurations: number, repositories: number): Seed {
  const [account] = builtinSeed.accounts;
  if (account === undefined) throw new RangeError("the built-in seed has no account");
  const { account_id, org_id, org_name, provider_type, active, analyzers = [], custom_policies = [] } = account;
  const slugs = analyzers.map(({ slug }) => slug);
  const policies = custom_policies.map(({ id }) => id);
  return {
    keys: { [acmeKey]: [acmeAccountId] },
    accounts: [
      {
        ...{ account_id, org_id, org_name, provider_type, active, created_at: created, analyzers, custom_policies },
        configurations: listOf(configurations, (n) => configurationAt(n, slugs, policies)),
        repositories: listOf(repositories, (n) => repositoryAt(n, configurations)),
      },
    ],
  };
}

const listOf = <T>(length: number, make: (n: number) => T): readonly T[] => Array.from({ length }, (_, n) => make(n));

const repositoryAt = (n: number, configurations: number): SeedRepository => ({
  id: idOf(2, n),
  name: `${pick(teams, n)}-${pick(parts, Math.floor(n / teams.length))}-${String(n).padStart(6, "0")}`,
  provider_repo_id: 1_000_000 + n,
  configuration_id: configurations === 0 || n % 100 === 99 ? null : idOf(1, n % configurations),
  enabled: n % 50 !== 49,
  created_at: created,
});

const configurationAt = (n: number, slugs: readonly string[], policies: readonly string[]): SeedConfiguration => ({
  id: idOf(1, n),
  name: `${pick(teams, n)}-${String(n).padStart(5, "0")}`,
  configuration: settingsAt(n, slugs, policies),
  created_at: created,
});

/** Settings that vary between configurations, as in an account that many teams share. */
function settingsAt(n: number, slugs: readonly string[], policies: readonly string[]): JsonObject {
  const random = seededRandom(n);
  const chance = (likely: number): boolean => random() < likely;
  const analyzer = (): JsonObject => ({
    enabled: chance(0.9),
    ...(chance(0.3) ? { silent: chance(0.2) } : {}),
    blocking: chance(0.5),
    ...(chance(0.3) ? { risk_level: pick(["low", "medium", "high", "critical"], Math.floor(random() * 4)) } : {}),
    ...(chance(0.2) ? { excludes: ["test/**", `legacy/${pick(teams, n)}/**`] } : {}),
  });
  return {
    comment: pick(["enabled", "enabled", "silent", "disabled"], Math.floor(random() * 4)),
    ...(chance(0.5) ? { show_scan_confirmation: chance(0.5) } : {}),
    ...(chance(0.5) ? { risk_threshold: Math.floor(random() * 5) } : {}),
    analyzers: Object.fromEntries(slugs.filter(() => chance(0.6)).map((slug) => [slug, analyzer()])),
    ...(chance(0.3) ? { code_policies: policies.map((id) => ({ id, enabled: true, blocking: chance(0.3) })) } : {}),
    ...(chance(0.4) ? { notifications: { enabled: true, integrationNames: [`${pick(teams, n)}-chat`] } } : {}),
  };
}
