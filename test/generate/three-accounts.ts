import type { Observed } from "../../src/model/observed";
import type { Settings } from "../../src/model/settings";
import { uuid } from "../reconcile/arbitrary";
import { configuration, repository } from "./accounts";

/** A configuration's name and settings, and the names of its repositories. */
type Held = readonly [name: string, settings: Settings, repositories: readonly (string | undefined)[]];

/** @param free repositories without a configuration. @param titles of the custom policies */
function accountOf(held: readonly Held[], free: readonly string[], titles: readonly string[]): Observed {
  const names = [
    ...held.flatMap(([, , repositories], at) => repositories.map((name) => [name, at] as const)),
    ...free.map((name) => [name] as const),
  ];
  return {
    configurations: held.map(([name, settings], at) =>
      configuration(at, name, settings, `2025-01-${String(at + 1).padStart(2, "0")}`),
    ),
    repositories: names.map(([name, of], at) => repository(at, name, of)),
    policies: titles.map((title, at) => ({
      id: uuid("c", at),
      title,
      question: title,
      dashboard_url: "https://dashboard.example.com/",
    })),
  };
}

type Analyzers = NonNullable<Settings["analyzers"]>;

const analyzers = (slugs: string, settings: Analyzers[string]): Analyzers =>
  Object.fromEntries(slugs.split(" ").map((slug) => [slug, settings]));

const blocks = { enabled: true, silent: false, blocking: true };
const advises = { enabled: true, silent: false, blocking: false };
const watches = { enabled: true, silent: true, blocking: false };

const notify = (...integration_names: readonly string[]): Settings["notifications"] => ({
  enabled: true,
  deduplicate: true,
  integration_names,
});

const policy = (at: number, settings: object = blocks) => ({ id: uuid("c", at), ...settings });

const services = (
  "ledger refunds invoices payouts disputes fees wallets cards transfers statements " +
  "limits exports webhooks reports tax"
).split(" ");

const repositoriesOf = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const [service = ""] = services.slice(at % services.length);
    return `${prefix}-${service}${at < services.length ? "" : `-${String(Math.floor(at / services.length) + 1)}`}`;
  });

/** 14 configurations and 350 repositories of three teams, which somebody looks after. */
function organisation(): Observed {
  const everywhere = analyzers("sql-injection secrets xss ssrf", blocks);
  const payments: Settings = {
    comment: "enabled",
    show_scan_confirmation: true,
    risk_threshold: 3,
    analyzers: { ...everywhere, ...analyzers("idor auth-bypass race-condition", blocks), iac: advises },
    code_policies: [policy(0), policy(1)],
  };
  const identity: Settings = {
    comment: "enabled",
    show_scan_confirmation: true,
    risk_threshold: 2,
    analyzers: {
      ...everywhere,
      ...analyzers("auth-bypass session-fixation weak-crypto", blocks),
      "open-redirect": { ...blocks, risk_level: "high" },
    },
    code_policies: [policy(0)],
  };
  const search: Settings = {
    comment: "silent",
    show_scan_confirmation: false,
    risk_threshold: 5,
    analyzers: {
      ...analyzers("sql-injection xss ssrf dependency-confusion iac", advises),
      secrets: blocks,
    },
  };
  const { iac: _, ...paymentsWithoutIac } = payments.analyzers ?? {};
  const sandbox: Settings = {
    comment: "silent",
    risk_threshold: 8,
    analyzers: { ...analyzers("sql-injection xss ssrf iac", watches), secrets: { enabled: true, silent: false } },
  };
  return accountOf(
    [
      [
        "payments-api",
        { ...payments, notifications: notify("appsec-chat", "payments-chat") },
        repositoriesOf("payments-api", 42),
      ],
      [
        "payments-web",
        {
          ...payments,
          analyzers: { ...paymentsWithoutIac, csrf: blocks, xss: { ...blocks, risk_level: "medium" } },
          notifications: notify("appsec-chat", "payments-chat"),
        },
        repositoriesOf("payments-web", 31),
      ],
      [
        "payments-jobs",
        {
          ...payments,
          analyzers: { ...payments.analyzers, xss: { enabled: true, silent: false, excludes: ["templates/mail/**"] } },
          notifications: notify("payments-chat", "maria-oncall"),
        },
        repositoriesOf("payments-jobs", 22),
      ],
      ["payments-sandbox", { ...sandbox, code_policies: [policy(0, watches)] }, repositoriesOf("payments-sandbox", 12)],
      [
        "identity-api",
        { ...identity, notifications: notify("appsec-chat", "identity-chat") },
        repositoriesOf("identity-api", 34),
      ],
      [
        "identity-web",
        {
          ...identity,
          analyzers: { ...identity.analyzers, csrf: blocks },
          notifications: notify("appsec-chat", "identity-chat"),
        },
        repositoriesOf("identity-web", 28),
      ],
      [
        "identity-jobs",
        { ...identity, risk_threshold: 4, notifications: notify("identity-chat") },
        repositoriesOf("identity-jobs", 16),
      ],
      ["identity-sandbox", sandbox, repositoriesOf("identity-sandbox", 9)],
      ["search-api", { ...search, notifications: notify("search-chat") }, repositoriesOf("search-api", 38)],
      [
        "search-web",
        { ...search, analyzers: { ...search.analyzers, xss: blocks }, notifications: notify("search-chat") },
        repositoriesOf("search-web", 33),
      ],
      [
        "search-jobs",
        {
          ...search,
          analyzers: { ...search.analyzers, ssrf: { ...advises, excludes: ["crawler/**"] } },
          notifications: notify("search-chat"),
        },
        repositoriesOf("search-jobs", 27),
      ],
      ["search-sandbox", sandbox, repositoriesOf("search-sandbox", 14)],
      [
        "baseline",
        {
          comment: "enabled",
          risk_threshold: 5,
          analyzers: { ...analyzers("sql-injection xss ssrf iac", advises), secrets: blocks },
          notifications: notify("appsec-chat"),
        },
        [
          "www",
          "handbook",
          "design-tokens",
          "mobile-app",
          "build-images",
          "status-page",
          "intranet",
          "meetings",
          "onboarding",
          "terraform-modules",
          "blog",
          "docs-site",
          "brand",
          "events",
          "newsletter",
          "partner-portal",
          "help-center",
          "survey",
          "careers",
          "press-kit",
          "translations",
          "payments-vault",
          "search-relevance",
        ],
      ],
      [
        "locked-down",
        {
          comment: "enabled",
          risk_threshold: 1,
          analyzers: { ...everywhere, ...analyzers("idor auth-bypass race-condition weak-crypto iac", blocks) },
          code_policies: [policy(0), policy(1), policy(2)],
          notifications: notify("appsec-chat", "ciso-office"),
        },
        ["payments-api-keys", "identity-api-signing-keys", "root-ca"],
      ],
    ],
    [
      "payments-api-legacy",
      "payments-web-legacy",
      "identity-web-legacy",
      "search-api-legacy",
      "old-wiki",
      "hackathon-2019",
      "payments-jobs-legacy",
      "search-web-legacy",
      "identity-api-legacy",
      "search-jobs-legacy",
      "intern-playground",
      "tmp-migration",
      "identity-jobs-legacy",
      "payments-sandbox-legacy",
      "search-sandbox-legacy",
      "identity-sandbox-legacy",
      "dotfiles",
      "attic",
    ],
    ["No plaintext secrets", "PII is encrypted at rest", "Keys never leave the vault"],
  );
}

/** Grown by hand, by people who each copied what was there. */
export function messy(): Observed {
  const first: Settings = {
    comment: "enabled",
    analyzers: { ...analyzers("sql-injection xss", { enabled: true, blocking: true }), secrets: { enabled: true } },
    notifications: { enabled: true, integration_names: ["security-alerts"] },
  };
  return accountOf(
    [
      ["Default", first, ["shop", "shop-admin", "Warehouse", "crm", "mail-gateway"]],
      ["Default (copy)", { ...first, risk_threshold: 4 }, ["shop-mobile", "loyalty"]],
      [
        "Default (copy) (copy)",
        { ...first, risk_threshold: 4, notifications: { enabled: true, integration_names: ["jonas"] } },
        ["jonas-test"],
      ],
      [
        "STRICT!! do not edit",
        {
          comment: "enabled",
          show_scan_confirmation: true,
          risk_threshold: 1,
          analyzers: analyzers("sql-injection xss secrets ssrf idor", { enabled: true, blocking: true }),
          code_policies: [policy(0), policy(3)],
        },
        ["billing", "billing-v2", "pci.gateway"],
      ],
      [
        "Strict (new)",
        {
          comment: "enabled",
          show_scan_confirmation: true,
          risk_threshold: 1,
          analyzers: {
            ...analyzers("sql-injection xss secrets ssrf", { enabled: true, blocking: true }),
            idor: { enabled: true },
          },
          code_policies: [policy(0), policy(3)],
        },
        ["billing-v3"],
      ],
      [
        "maria test",
        {
          comment: "silent",
          analyzers: {
            ...analyzers("sql-injection xss", { enabled: true, blocking: true }),
            secrets: { enabled: true, excludes: ["home/maria/**"] },
          },
          notifications: { enabled: true, integration_names: ["maria"] },
        },
        ["maria-sandbox"],
      ],
      [
        "no scan",
        { comment: "disabled", analyzers: analyzers("sql-injection xss secrets", { enabled: false }) },
        ["legacy.intranet", "legacy.timesheet", "legacy.phonebook"],
      ],
      ["no scan", { comment: "disabled" }, ["old_backup"]],
      [
        "日本",
        { comment: "enabled", analyzers: analyzers("sql-injection secrets", { enabled: true }) },
        ["jp-shop", "jp-support", "jp-crm"],
      ],
      ["tmp", {}, []],
      [
        "Mobile Team Q3/2024",
        { ...first, risk_threshold: 4, notifications: { enabled: false, integration_names: [] } },
        ["ios_app", "android_app", undefined],
      ],
    ],
    ["test", "test2", "shop-old", "do-not-use"],
    ["No plaintext secrets", "日本語", "", "Card data is masked"],
  );
}

/** A few people, two configurations. */
function small(): Observed {
  return accountOf(
    [
      [
        "default",
        { comment: "enabled", analyzers: { secrets: { enabled: true, blocking: true }, xss: { enabled: true } } },
        ["website", "api", "app", "worker"],
      ],
      [
        "docs",
        { comment: "silent", analyzers: { secrets: { enabled: true, blocking: true } } },
        ["docs", "docs-theme", "docs-search"],
      ],
    ],
    ["playground"],
    [],
  );
}

/** Accounts of different kinds, whose code a reader is to understand without comments by us. */
export const threeAccounts: Readonly<Record<string, () => Observed>> = { organisation, messy, small };
