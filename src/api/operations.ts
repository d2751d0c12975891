import { accountFields, analyzerListingFields, customPolicyFields, repositoryFields } from "../model/observed";
import type { Fields } from "../model/field";
import {
  combinedFindingFields,
  deepscanFindingFields,
  findingTypes,
  paginationFields,
  prFindingFields,
  scaFindingFields,
  severities,
  triageCategories,
} from "../model/findings";
import {
  accountDeepscanFields,
  deepscanFields,
  insightsFields,
  prScanFields,
  pullRequestStates,
  riskLevels,
  sbomFields,
} from "../model/scans";
import { configurationOperations } from "./configurations";
import { dataOf, listOf, type Operation } from "./operation";

const account = "/v1/accounts/{account_id}";
const repository = `${account}/repositories/{repository_id}` as const;
const deepscan = `${repository}/deepscans/{deepscan_id}` as const;
const triage = `${account}/findings/{finding_id}/triage` as const;

const bySeverity = {
  severity: { kind: "list", values: severities, description: "Only findings of these severities." },
} as const;

const dashboardUrl = {
  kind: "string",
  format: "uri",
  required: true,
  description: "The link to the deepscan in the dashboard.",
} as const;

/** A scan with its findings, whose shape is not shown. */
const scanDetailFields = {
  ...prScanFields,
  findings: { kind: "json", description: "The scan's findings, as JSON of a shape that is not documented." },
} as const satisfies Fields;

/** Every operation: specification, *Endpoints*. */
export const operations = {
  listAccounts: {
    kind: "accounts",
    method: "GET",
    path: "/v1/accounts",
    summary: "Lists the accounts that the key reaches.",
    answers: { 200: listOf(accountFields) },
  },
  listRepositories: {
    kind: "repositories",
    method: "GET",
    path: `${account}/repositories`,
    summary: "Lists the repositories of the account.",
    answers: { 200: listOf(repositoryFields) },
  },
  listAnalyzers: {
    kind: "analyzers",
    method: "GET",
    path: `${account}/analyzers`,
    summary: "Lists the analyzers that are enabled and visible.",
    answers: { 200: listOf(analyzerListingFields) },
  },
  listCustomPolicies: {
    kind: "custom policies",
    method: "GET",
    path: `${account}/custom_policies`,
    summary: "Lists the custom code policies of the account.",
    answers: { 200: listOf(customPolicyFields) },
  },
  getInsights: {
    kind: "insights",
    method: "GET",
    path: `${account}/insights`,
    summary: "Gives the daily insights digest.",
    query: { date: { kind: "text", format: "date", description: "The day to read. Default: the latest one." } },
    answers: { 200: dataOf(insightsFields) },
  },
  listScans: {
    kind: "scans",
    method: "GET",
    path: `${repository}/scans`,
    summary: "Lists the scans of pull requests.",
    query: {
      date_from: { kind: "text", format: "date or date-time", description: "Only scans of this time or later." },
      date_to: { kind: "text", format: "date or date-time", description: "Only scans of this time or earlier." },
      initiated_by: { kind: "text", description: "Only scans that this user (id, name or email) started." },
      result: {
        kind: "list",
        values: [...riskLevels, "pass", "fail"],
        description: "Only scans with one of these results.",
      },
      severity: {
        kind: "list",
        values: [...severities, "none"],
        description: "Only scans with findings of these severities, or with one of these as the highest.",
      },
      pr_number: { kind: "integer", description: "Only scans of the pull request with this number." },
      pr_status: { kind: "list", values: pullRequestStates, description: "Only scans of these pull requests." },
    },
    answers: { 200: listOf(prScanFields) },
  },
  getScan: {
    kind: "scans",
    method: "GET",
    path: `${repository}/scans/{id}`,
    summary: "Gives a scan of a pull request and what it found.",
    query: { findings_result: { kind: "list", values: riskLevels, description: "Only findings of these levels." } },
    answers: { 200: scanDetailFields },
  },
  listPrFindings: {
    kind: "findings",
    method: "GET",
    path: `${repository}/findings`,
    summary: "Lists what was found in the pull requests of the repository.",
    answers: { 200: listOf(prFindingFields) },
  },
  listAllFindings: {
    kind: "findings",
    method: "GET",
    path: `${account}/all_findings`,
    summary: "Lists findings of every kind, newest first, page by page.",
    query: {
      days: { kind: "integer", required: true, least: 1, most: 365, description: "Only of the last so many days." },
      finding_type: {
        kind: "choice",
        values: [...findingTypes, "all"],
        standard: "all",
        description: "Only findings of this type.",
      },
      severity: bySeverity.severity,
      repository_id: { kind: "text", description: "Only findings of this repository." },
      branch: {
        kind: "text",
        description: "For SCA and deepscan findings: only this branch; the default branch when left out.",
      },
      all_results: {
        kind: "boolean",
        standard: false,
        description: "Also of earlier scans, not only of the latest one of each repository and branch.",
      },
      page: { kind: "integer", least: 1, standard: 1, description: "Which page, from 1." },
      per_page: { kind: "integer", least: 1, most: 100, standard: 50, description: "How many to a page." },
    },
    answers: {
      200: {
        ...listOf(combinedFindingFields),
        pagination: { kind: "object", fields: paginationFields, required: true, description: "Where this page is." },
      },
    },
  },
  setTriage: {
    kind: "triage",
    method: "POST",
    path: triage,
    summary: "Sets the triage category of a finding.",
    body: {
      triage_category: { kind: "enum", values: triageCategories, required: true, description: "The category." },
    },
    answers: { 200: "not shown" },
    repeatable: true,
  },
  getTriage: {
    kind: "triage",
    method: "GET",
    path: triage,
    summary: "Gives the triage status of a finding.",
    answers: { 200: "not shown" },
  },
  removeTriage: {
    kind: "triage",
    method: "DELETE",
    path: triage,
    summary: "Removes the triage category of a finding.",
    answers: { 200: "not shown" },
    repeatable: true,
  },
  listDeepscans: {
    kind: "deepscans",
    method: "GET",
    path: `${account}/deepscans`,
    summary: "Lists the deepscans of the account.",
    answers: { 200: listOf(accountDeepscanFields) },
  },
  listRepositoryDeepscans: {
    kind: "deepscans",
    method: "GET",
    path: `${repository}/deepscans`,
    summary: "Lists the deepscans of the repository.",
    answers: { 200: listOf(deepscanFields) },
  },
  triggerDeepscan: {
    kind: "deepscans",
    method: "POST",
    path: `${repository}/deepscans`,
    summary: "Queues a deepscan of the repository.",
    answers: { 202: "not shown" },
  },
  getLatestSbom: {
    kind: "sboms",
    method: "GET",
    path: `${repository}/deepscans/sbom`,
    summary: "Describes the most recent SBOM of the repository, with a link to it.",
    answers: { 200: dataOf(sbomFields) },
  },
  listDeepscanResults: {
    kind: "deepscans",
    method: "GET",
    path: `${deepscan}/results`,
    summary: "Lists what a deepscan found.",
    query: bySeverity,
    answers: { 200: { dashboard_url: dashboardUrl, ...listOf(deepscanFindingFields) } },
  },
  listScaResults: {
    kind: "deepscans",
    method: "GET",
    path: `${deepscan}/sca_results`,
    summary: "Lists the vulnerable packages that a deepscan found.",
    query: bySeverity,
    answers: { 200: { dashboard_url: dashboardUrl, ...listOf(scaFindingFields) } },
  },
  getSbom: {
    kind: "sboms",
    method: "GET",
    path: `${deepscan}/sbom`,
    summary: "Describes the SBOM of a deepscan, with a link to it.",
    answers: { 200: dataOf(sbomFields) },
  },
  ...configurationOperations,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;
