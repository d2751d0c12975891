import type { WebhookPayload } from "../../src/webhooks";

/** A payload with every field of the specification. */
export const example: WebhookPayload = {
  dashboard_url: "https://dashboard.example.com/pulls/1",
  scm_url: "https://scm.example.com/acme/checkout/pull/12",
  risk_threshold: "high",
  org: "acme",
  repo_name: "checkout",
  repo_full_name: "acme/checkout",
  pr_number: 12,
  pr_title: "Faster checkout",
  pr_status: "open",
  branch: "faster",
  commit_author: "dana",
  issue_status: "open",
  run_time: "2026-01-31T09:30:00+02:00",
  results: [
    {
      id: "aaaaaaaa-0000-4000-8000-000000000001",
      finding_type: "pullrequest",
      type: "SQL injection",
      filename: "src/order.ts",
      line_start: 3,
      line_end: 5,
      description: "A query is put together from what a user wrote.",
      risk: "high",
    },
  ],
};
