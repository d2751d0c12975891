import { acmeKey, globexKey, type Seed, type SeedAccount } from "../../src/emulator";

/** The emulator's account, with every kind of object. Dates are recent, since `days` counts back from now. */

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const accountId = idOf(1);
export const foreignAccountId = idOf(2);

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const account = (id: string, name: string): SeedAccount => ({
  account_id: id,
  org_id: null,
  org_name: name,
  provider_type: "github",
  active: true,
  created_at: "2025-01-15T09:30:00Z",
});

const [api, site, configuration, policy] = [idOf(10), idOf(11), idOf(20), idOf(30)];

const prFinding = (number: number, severity: string) => ({
  id: idOf(number),
  finding_type: number % 2 === 0 ? ("code_policy" as const) : ("pullrequest" as const),
  severity,
  type: `Finding ${String(number)}`,
  description: "User input reaches a query.",
  filename: "src/db.ts",
  line_start: 3,
  line_end: 5,
  created_at: hoursAgo(20),
  result: number % 2 === 0 ? ("info" as const) : ("failing" as const),
});

const deepscanFinding = (number: number, severity: string) => ({
  id: idOf(number),
  title: `Deep finding ${String(number)}`,
  description: "A secret is in the history.",
  severity,
  impact: "Whoever reads the history has it.",
  locations: [{ filename: "config.yml" }],
  created_at: hoursAgo(30),
});

const scaFinding = (number: number, severity: string) => ({
  id: idOf(number),
  title: `Vulnerable package ${String(number)}`,
  severity,
  package_name: "left-pad",
  package_version: "1.0.0",
  package_ecosystem: "npm",
  cvss_score: 7.5,
  created_at: hoursAgo(30),
});

const deepscan = (number: number, hours: number, branch: string | null) => ({
  id: idOf(number),
  repository_id: api,
  type: "full",
  branch,
  commit_sha: "0123456789abcdef0123456789abcdef01234567",
  retry_count: 0,
  created_at: hoursAgo(hours),
  completed_at: hoursAgo(hours - 1),
  components: [
    { name: "left-pad", version: "1.0.0", ecosystem: "npm", license: "MIT" },
    { name: "requests", version: "2.31.0", ecosystem: "PyPI" },
  ],
});

export const seed = (): Seed => ({
  keys: { [acmeKey]: [accountId], [globexKey]: [foreignAccountId] },
  accounts: [
    {
      ...account(accountId, "acme"),
      repositories: [
        { id: api, name: "payments-api", provider_repo_id: 1, configuration_id: configuration, enabled: true },
        { id: site, name: "docs-site", provider_repo_id: 2, configuration_id: null, enabled: false },
      ],
      analyzers: [
        { id: idOf(40), name: "sqli", slug: "sql-injection", display_name: "SQL injection", enabled: true },
        { id: idOf(41), name: "secrets", slug: "secrets", enabled: true, configuration: { entropy: 4 } },
      ],
      custom_policies: [
        {
          id: policy,
          dashboard_url: "https://dashboard.invalid/policies/30",
          title: "No plaintext secrets",
          question: "Is a secret written out?",
        },
      ],
      configurations: [
        {
          id: configuration,
          name: "default",
          configuration: {
            comment: "enabled",
            analyzers: { "sql-injection": { enabled: true, blocking: true } },
            code_policies: [{ id: policy, enabled: true }],
          },
          created_at: "2025-01-15T09:30:00Z",
        },
      ],
      scans: [
        {
          id: idOf(50),
          repository_id: api,
          pull_request: { number: 7, title: "Add a query", status: "open", branch: "query", commit_author: "ana" },
          initiated_by: { id: idOf(90), name: "ana", email: "ana@acme.invalid" },
          created_at: hoursAgo(21),
          completed_at: hoursAgo(20),
          findings: [prFinding(61, "critical"), prFinding(62, "low")],
        },
        {
          id: idOf(51),
          repository_id: api,
          pull_request: { number: 8, title: "Tidy up", status: "merged", branch: "tidy", commit_author: "ben" },
          initiated_by: { id: idOf(91), name: "ben", email: "ben@acme.invalid" },
          created_at: hoursAgo(11),
          completed_at: hoursAgo(10),
          findings: [],
        },
        {
          id: idOf(52),
          repository_id: api,
          pull_request: { number: 9, title: null, status: "draft" },
          created_at: hoursAgo(1),
        },
      ],
      deepscans: [
        { ...deepscan(70, 60, null), results: [deepscanFinding(81, "high"), deepscanFinding(82, "low")] },
        {
          ...deepscan(71, 40, null),
          results: [deepscanFinding(81, "high")],
          sca_results: [scaFinding(85, "critical"), scaFinding(86, "medium")],
        },
        { ...deepscan(72, 35, "release"), results: [deepscanFinding(83, "medium")] },
      ],
      triage: [{ finding_id: idOf(86), category: "accepted_risk" }],
      insights: [
        {
          date: "2026-01-30",
          insights: [
            {
              title: "What changed",
              answer: "Two pull requests.",
              pull_requests: [{ number: 7, repository: "payments-api", owner: "acme", url: "https://host.invalid/7" }],
            },
          ],
        },
        { date: "2026-01-31", insights: [] },
      ],
    },
    account(foreignAccountId, "globex"),
  ],
});
