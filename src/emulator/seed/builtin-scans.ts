import { sampleDeepscan } from "../scans/samples";
import type { ScanSeed, SeedPullRequest, SeedUser } from "../scans/scan-seed";
import { hoursAgo, sampleDeepscanOf, sampleScan, sampleTime, type SampleFinding } from "./sample-scans";

/** Maps the name of a repository to its id. */
type RepositoryIds = (name: string) => string;

const day = 24;

const ana: SeedUser = { id: "7d1f0c9e-3b52-4a86-9c0d-5e4f8a1b2c3d", name: "ana", email: "ana@acme.example" };
const ben: SeedUser = { id: "0a9b8c7d-6e5f-4a3b-8c2d-1e0f9a8b7c6d", name: "ben", email: "ben@acme.example" };
const kim: SeedUser = { id: "c4d3e2f1-0a9b-4c8d-a7e6-f5d4c3b2a190", name: "kim", email: "kim@globex.example" };

const pullRequest = (
  number: number,
  title: string,
  status: SeedPullRequest["status"],
  branch: string,
  { name }: SeedUser,
): SeedPullRequest => ({ number, title, status, branch, commit_author: name ?? null });

const lines = (filename: string, line_start: number, line_end = line_start) => ({ filename, line_start, line_end });

const sqlInjection: SampleFinding = {
  analyzer: "sql-injection",
  severity: "high",
  type: "SQL injection",
  label: "injection",
  description: "The refund's id is put into the text of a query.",
  ...lines("src/refunds/query.ts", 31, 34),
  result: "failing",
  since: 3 * day,
};
const leakedToken: SampleFinding = {
  analyzer: "secrets",
  severity: "medium",
  type: "Secret in code",
  label: "secret",
  description: "A token of a payment provider is in a test.",
  ...lines("test/refunds/fixtures.ts", 4),
  result: "risky",
  since: 3 * day,
};
const serverSideRequest: SampleFinding = {
  analyzer: "ssrf",
  severity: "info",
  type: "Request to a host of the user's choice",
  description: "The host is one of a list, so that this is worth a note only.",
  ...lines("src/refunds/notify.ts", 12),
  result: "info",
  since: day,
};
const objectReference: SampleFinding = {
  analyzer: "idor",
  severity: "critical",
  type: "Orders of other customers can be read",
  label: "object-reference",
  description: "The order is looked up by its id alone.",
  ...lines("src/orders/show.ts", 18, 27),
  result: "failing",
  since: 20 * day,
};
const plainPassword: SampleFinding = {
  analyzer: "auth-bypass",
  severity: "low",
  type: "Password compared in plain text",
  label: "authorization-bypass",
  description: "The comparison stops at the first difference.",
  ...lines("lib/login.rb", 77, 79),
  result: "risky",
  since: 400 * day,
};
const missingAuthorization = (policy: string): SampleFinding => ({
  policy,
  severity: "high",
  type: "All endpoints check authorization",
  description: "POST /coupons does not check authorization.",
  ...lines("src/coupons/create.ts", 9, 24),
  result: "risky",
  since: 20 * day,
});

/** The scans of acme. One pull request is being scanned, and one has no findings. */
export function acmeScanning(repositoryId: RepositoryIds, policy: string): ScanSeed {
  const refunds = pullRequest(412, "Add an endpoint for refunds", "open", "refunds", ana);
  const coupons = pullRequest(87, "Coupons at the checkout", "merged", "coupons", ben);
  const [api, checkout] = ["payments-api", "checkout"].map(repositoryId) as [string, string];
  const tokenScan = sampleScan(api, refunds, ana, day, [leakedToken, serverSideRequest]);
  const components = { components: sampleDeepscan.components };
  return {
    scans: [
      sampleScan(
        repositoryId("legacy-monolith"),
        pullRequest(33, "New login", "closed", "login", ben),
        ben,
        400 * day,
        [plainPassword],
      ),
      sampleScan(checkout, coupons, ben, 20 * day, [objectReference, missingAuthorization(policy)]),
      sampleScan(api, refunds, ana, 3 * day, [sqlInjection, leakedToken]),
      tokenScan,
      sampleScan(
        repositoryId("web-storefront"),
        pullRequest(1290, "Larger pictures", "draft", "pictures", ana),
        ana,
        2,
        [],
      ),
      {
        ...sampleScan(
          repositoryId("identity-service"),
          pullRequest(201, "Sign in with a passkey", "open", "passkeys", ben),
          ben,
          0.1,
          [],
        ),
        completed_at: null,
      },
    ],
    deepscans: [
      sampleDeepscanOf(repositoryId("data-warehouse"), null, 380 * day, {
        results: sampleDeepscan.results.slice(1),
        ...components,
      }),
      sampleDeepscanOf(api, null, 30 * day, sampleDeepscan),
      sampleDeepscanOf(api, "release-2", 5 * day, {
        sca_results: sampleDeepscan.sca_results.slice(0, 1),
        ...components,
      }),
      sampleDeepscanOf(
        api,
        null,
        2 * day,
        { results: sampleDeepscan.results, sca_results: sampleDeepscan.sca_results.slice(1), ...components },
        30 * day,
      ),
    ],
    triage: (tokenScan.findings ?? []).slice(0, 1).map(({ id }) => ({ finding_id: id, category: "false_positive" })),
    insights: [
      {
        date: hoursAgo(2 * day).slice(0, 10),
        insights: [{ title: "A quiet day", answer: "Nothing new was found.", pull_requests: [] }],
      },
      {
        date: hoursAgo(day).slice(0, 10),
        insights: [
          {
            title: "What is new in payments?",
            description: "Findings in the repositories whose name begins with payments.",
            answer: "One injection was fixed, and a token in a test was found to be none.",
            pull_requests: [{ number: refunds.number, repository: "payments-api", owner: "acme" }],
          },
        ],
      },
    ],
    scans_as_of: sampleTime,
  };
}

export function globexScanning(repositoryId: RepositoryIds): ScanSeed {
  const limits = pullRequest(58, "Raise the limits", "open", "limits", kim);
  return {
    scans: [
      sampleScan(repositoryId("reactor-control"), limits, kim, 7 * day, [
        {
          analyzer: "command-injection",
          severity: "critical",
          type: "Command injection",
          label: "injection",
          description: "The name of a valve is put into a command line.",
          ...lines("control/valves.py", 52, 53),
          result: "risky",
          since: 7 * day,
        },
      ]),
    ],
    deepscans: [
      sampleDeepscanOf(repositoryId("billing-api"), null, 10 * day, {
        sca_results: sampleDeepscan.sca_results,
        components: sampleDeepscan.components,
      }),
    ],
    scans_as_of: sampleTime,
  };
}
