import { acmeKey, globexKey, type Seed, type SeedAccount } from "../../src/emulator";
import { sampleDeepscan } from "../../src/emulator/scans/samples";
import { sampleDeepscanOf, sampleScan, sampleTime } from "../../src/emulator/seed/sample-scans";

/** The emulator's account, with every kind of object, and another one. Dates are recent, since `days` counts back from now. */

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const accountId = idOf(1);
export const foreignAccountId = idOf(2);

const account = (id: string, name: string): SeedAccount => ({
  account_id: id,
  org_id: null,
  org_name: name,
  provider_type: "github",
  active: true,
  created_at: "2025-01-15T09:30:00Z",
});

const [api, site, configuration, policy] = [idOf(10), idOf(11), idOf(20), idOf(30)];

const found = {
  type: "SQL injection",
  description: "User input reaches a query.",
  filename: "src/db.ts",
  line_start: 3,
  line_end: 5,
  since: 20,
};
const queries = { number: 7, title: "Add a query", status: "open", branch: "query", commit_author: "ana" } as const;
const ana = { id: idOf(90), name: "ana", email: "ana@acme.invalid" };
const ben = { id: idOf(91), name: "ben", email: "ben@acme.invalid" };

const { results, sca_results, components } = sampleDeepscan;
const latest = sampleDeepscanOf(api, null, 40, { results: results.slice(0, 1), sca_results, components }, 60);

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
          title: "Secrets",
          question: "Is it one?",
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
        sampleScan(api, queries, ana, 20, [
          { ...found, analyzer: "sql-injection", severity: "critical", result: "failing" },
          { ...found, policy, severity: "low", result: "info" },
        ]),
        sampleScan(api, { ...queries, number: 8, status: "merged" }, ben, 10, []),
        { ...sampleScan(api, { number: 9, title: null, status: "draft" }, ana, 1, []), completed_at: null },
      ],
      deepscans: [
        sampleDeepscanOf(api, null, 60, { results, components }),
        latest,
        sampleDeepscanOf(api, "release", 35, { results: results.slice(1) }),
      ],
      triage: (latest.sca_results ?? []).slice(0, 1).map(({ id }) => ({ finding_id: id, category: "accepted_risk" })),
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
      ],
      scans_as_of: sampleTime,
    },
    account(foreignAccountId, "globex"),
  ],
});
