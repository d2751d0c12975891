import { stableId } from "../support/deterministic";
import { acmeScanning, globexScanning } from "./builtin-scans";
import type { Seed, SeedAccount, SeedAnalyzer, SeedConfiguration, SeedPolicy, SeedRepository } from "./seed-schema";

/** The API keys of the built-in seed. They are valid in an emulator only. */
export const acmeKey = "emulator-acme-key";
export const globexKey = "emulator-globex-key";
/** The key for both accounts. */
export const allKey = "emulator-all-key";

export const acmeAccountId = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34";
export const globexAccountId = "b81e6f07-42cd-4f19-9d3a-6c5e10a7f2d8";

const createdAt = "2025-01-15T09:30:00Z";

const analyzers: Readonly<Record<string, string>> = {
  "sql-injection": "SQL injection",
  secrets: "Secrets",
  xss: "Cross-site scripting",
  ssrf: "Server-side request forgery",
  "path-traversal": "Path traversal",
  "insecure-deserialization": "Insecure deserialization",
  idor: "Insecure direct object reference",
  "auth-bypass": "Authorization bypass",
  "command-injection": "Command injection",
  "dependency-confusion": "Dependency confusion",
};

const analyzersOf = (account: string): readonly SeedAnalyzer[] =>
  Object.entries(analyzers).map(([slug, title]) => ({
    id: stableId(`${account} analyzer ${slug}`),
    name: slug.replaceAll("-", "_"),
    slug,
    display_name: title,
    description: `Finds ${title} in changed code.`,
    enabled: true,
    configuration: null,
  }));

const policiesOf = (account: string, questions: Readonly<Record<string, string>>): readonly SeedPolicy[] =>
  Object.entries(questions).map(([title, question]) => {
    const id = stableId(`${account} policy ${title}`);
    const dashboard_url = `https://dashboard.example.com/${account}/policies/${id}`;
    return {
      id,
      dashboard_url,
      title,
      background: null,
      guidance: null,
      question,
      created_at: createdAt,
      updated_at: createdAt,
    };
  });

const repositoryIdOf = (account: string) => (name: string) => stableId(`${account} repository ${name}`);

/** Creates repositories from names grouped by configuration; those under `none` have none. */
const repositoriesOf = (
  account: string,
  firstProviderId: number,
  names: Readonly<Record<string, string>>,
): readonly SeedRepository[] =>
  Object.entries(names)
    .flatMap(([configuration, list]) => list.split(" ").map((name) => ({ configuration, name })))
    .map(({ configuration, name }, at) => ({
      id: repositoryIdOf(account)(name),
      name,
      provider_repo_id: firstProviderId + at,
      configuration_id: configuration === "none" ? null : stableId(`${account} configuration ${configuration}`),
      enabled: true,
      created_at: createdAt,
    }));

const configurationOf = (
  account: string,
  name: string,
  configuration: SeedConfiguration["configuration"],
): SeedConfiguration => ({
  id: stableId(`${account} configuration ${name}`),
  name,
  configuration: configuration ?? null,
  created_at: createdAt,
});

const acme: SeedAccount = {
  account_id: acmeAccountId,
  org_id: stableId("acme organization"),
  org_name: "acme",
  provider_type: "github",
  active: true,
  created_at: createdAt,
  analyzers: analyzersOf("acme"),
  custom_policies: policiesOf("acme", {
    "No plaintext secrets": "Does the change keep a secret in plain text?",
    "All endpoints check authorization": "Does the change add an endpoint that does not check authorization?",
    "Personal data is not logged": "Does the change write personal data to a log?",
  }),
  configurations: [
    configurationOf("acme", "default", {
      comment: "enabled",
      show_scan_confirmation: true,
      analyzers: {
        "sql-injection": { enabled: true, blocking: true },
        secrets: { enabled: true, blocking: false },
      },
    }),
    configurationOf("acme", "baseline", {
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, blocking: true } },
    }),
  ],
  // receive nothing until a user sets a real host and enables them
  webhooks: [
    {
      name: "AppSec chat",
      slug: "appsec-chat",
      url: "https://hooks.chat.invalid/services/acme/appsec",
      risk_level: "High",
      enabled: false,
    },
    { name: "Security events", slug: "security-events", url: "https://events.invalid/scanform", enabled: false },
  ],
  repositories: repositoriesOf("acme", 700_100, {
    default:
      "payments-api payments-ledger payments-gateway payments-fraud payments-refunds checkout web-storefront " +
      "mobile-ios mobile-android infra-terraform infra-kubernetes identity-service notification-service " +
      "search-indexer catalog-api pricing-engine order-service shipping-service customer-portal",
    baseline: "legacy-monolith data-warehouse reporting-jobs internal-admin",
    none: "docs-site design-system engineering-handbook",
  }),
  ...acmeScanning(repositoryIdOf("acme"), stableId("acme policy All endpoints check authorization")),
};

const globex: SeedAccount = {
  account_id: globexAccountId,
  org_id: stableId("globex organization"),
  org_name: "globex",
  provider_type: "gitlab",
  active: true,
  created_at: createdAt,
  analyzers: analyzersOf("globex"),
  custom_policies: [],
  configurations: [
    configurationOf("globex", "standard", { comment: "enabled", analyzers: { secrets: { enabled: true } } }),
  ],
  repositories: repositoriesOf("globex", 900_100, {
    standard: "reactor-control telemetry-ingest operator-console billing-api firmware-updater",
    none: "marketing-site sandbox build-scripts",
  }),
  ...globexScanning(repositoryIdOf("globex")),
};

/** Two realistic accounts; every id and date is the same on every run. */
export const builtinSeed: Seed = {
  keys: {
    [acmeKey]: [acmeAccountId],
    [globexKey]: [globexAccountId],
    [allKey]: [acmeAccountId, globexAccountId],
  },
  accounts: [acme, globex],
};
