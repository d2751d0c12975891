import { operations } from "../../api/operations";
import {
  combinedFindingFields,
  deepscanFindingFields,
  prFindingFields,
  scaFindingFields,
  triageFields,
} from "../../model/findings";
import { accountDeepscanFields, insightsFields, prScanFields, sbomFields } from "../../model/scans";
import { attributesOf } from "./fields";
import { filtersOf } from "./filters";
import {
  type Attribute,
  attribute,
  bool,
  computed,
  number,
  optional,
  optionalComputed,
  required,
  type Schema,
  schema,
  text,
} from "./schema";
import { listSchema } from "./list-schema";

/** Data sources for scans and findings. */

const repositoryId = attribute(text, required, "The repository's id.");
const deepscanId = attribute(text, required, "The deepscan's id.");

const allFindings = operations.listAllFindings.query;
const { page, per_page, ...findingParameters } = allFindings;
/** What a user may ask of all_findings; which page is the provider's own business. */
export const findingFilters: Omit<typeof allFindings, "page" | "per_page"> = findingParameters;

/** Default number of findings. */
export const standardMost = 1000;

/** A link is as good as the file that it leads to. */
const secret = (each: Attribute): Attribute => ({ ...each, sensitive: true });
const sbomLink = secret(
  attribute(text, computed, "Where the file is, for a limited time. Whoever has the link has the file."),
);

const { date, ...insightsWithoutDate } = insightsFields;

const dashboardUrl = attribute(text, computed, "Where the dashboard shows the deepscan.");

export const scanSources = {
  scanform_scans: listSchema("scans", "The scans of a repository's pull requests, newest first.", prScanFields, {
    repository_id: repositoryId,
    ...filtersOf(operations.listScans.query),
  }),
  scanform_scan: schema("A scan of a pull request, and what it found.", {
    ...attributesOf(prScanFields, computed),
    repository_id: repositoryId,
    scan_id: attribute(text, required, "The scan's id."),
    ...filtersOf(operations.getScan.query),
    findings: attribute(text, computed, "What it found, as JSON of a shape that the service does not document."),
  }),
  scanform_findings: listSchema(
    "findings",
    "What was found in a repository's pull requests, newest first.",
    prFindingFields,
    {
      repository_id: repositoryId,
    },
  ),
  scanform_all_findings: listSchema("all_findings", "Findings of every kind, newest first.", combinedFindingFields, {
    ...filtersOf(findingFilters),
    most: attribute(
      number,
      optional,
      `So many are read at most, the newest ones, since all of them are kept in the state; ${String(standardMost)} when it is absent, and with 0 they are only counted. When there are more, a warning says so.`,
    ),
    total: attribute(number, computed, "How many there are, whether they were read or not."),
    complete: attribute(bool, computed, "Whether all of them were read."),
  }),
  scanform_deepscans: listSchema(
    "deepscans",
    "The deepscans of the account, or of a repository, newest first.",
    accountDeepscanFields,
    {
      repository_id: attribute(
        text,
        optional,
        "Only those of this repository; the service does not give repository_name then.",
      ),
    },
  ),
  scanform_deepscan_results: listSchema(
    "deepscan_results",
    "What a deepscan found, newest first.",
    deepscanFindingFields,
    {
      repository_id: repositoryId,
      deepscan_id: deepscanId,
      ...filtersOf(operations.listDeepscanResults.query),
      dashboard_url: dashboardUrl,
    },
  ),
  scanform_sca_results: listSchema(
    "sca_results",
    "The vulnerable packages that a deepscan found, newest first.",
    scaFindingFields,
    {
      repository_id: repositoryId,
      deepscan_id: deepscanId,
      ...filtersOf(operations.listScaResults.query),
      dashboard_url: dashboardUrl,
    },
  ),
  scanform_sbom: schema("The SBOM of a deepscan, or the most recent one of a repository.", {
    ...attributesOf(sbomFields, computed),
    repository_id: repositoryId,
    deepscan_id: attribute(text, optionalComputed, "The deepscan that made it; the most recent one when it is absent."),
    download_url: sbomLink,
  }),
  scanform_insights: schema("The daily insights digest.", {
    ...filtersOf(operations.getInsights.query),
    covers: attribute(text, computed, date.description),
    ...attributesOf(insightsWithoutDate, computed),
  }),
  scanform_finding_triage: schema("What was decided about a finding.", {
    finding_id: attribute(text, required, "The finding's id."),
    ...attributesOf(triageFields, computed),
    answer: attribute(
      text,
      computed,
      "The service's whole answer, as JSON: its shape is not documented, and what can be found in it is in the other attributes.",
    ),
  }),
} as const satisfies Readonly<Record<string, Schema>>;
