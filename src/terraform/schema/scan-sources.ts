import { operations } from "../../api/operations";
import {
  combinedFindingFields,
  deepscanFindingFields,
  prFindingFields,
  scaFindingFields,
  triageFields,
} from "../../model/findings";
import { accountDeepscanFields, insightsFields, prScanFields } from "../../model/scans";
import { attributesOf } from "./fields";
import { filtersOf } from "./filters";
import { attribute, bool, computed, number, optional, required, type Schema, schema, text } from "./schema";
import { listSchema } from "./list-schema";
import { sbomSource } from "./sbom";

/** Data sources for scans and findings. */

const repositoryId = attribute(text, required, "The repository's id.");
const deepscanId = attribute(text, required, "The deepscan's id.");

const allFindings = operations.listAllFindings.query;
const { page, per_page, ...findingParameters } = allFindings;
/** What a user may ask of all_findings; which page is the provider's own business. */
export const findingFilters: Omit<typeof allFindings, "page" | "per_page"> = findingParameters;

/** Default number of findings. */
export const standardLimit = 1000;

const { date, ...insightsWithoutDate } = insightsFields;

const dashboardUrl = attribute(text, computed, "The link to the deepscan in the dashboard.");

export const scanSources = {
  scanform_scans: listSchema("scans", "The scans of a repository's pull requests, newest first.", prScanFields, {
    repository_id: repositoryId,
    ...filtersOf(operations.listScans.query),
  }),
  scanform_scan: schema("A scan of a pull request, and what it found.", {
    ...attributesOf(operations.getScan.answers[200], computed),
    repository_id: repositoryId,
    scan_id: attribute(text, required, "The scan's id."),
    ...filtersOf(operations.getScan.query),
  }),
  scanform_findings: listSchema(
    "findings",
    "What was found in a repository's pull requests, newest first.",
    prFindingFields,
    {
      repository_id: repositoryId,
    },
  ),
  scanform_all_findings: listSchema("findings", "Findings of every kind, newest first.", combinedFindingFields, {
    ...filtersOf(findingFilters),
    limit: attribute(
      number,
      optional,
      `The largest number of findings to read, the newest first, since all of them are kept in the state. Default: ${String(standardLimit)}. With 0 they are only counted. When there are more, a warning says so.`,
    ),
    total: attribute(number, computed, "The number of findings that match, whether they were read or not."),
    complete: attribute(bool, computed, "Whether all findings that match were read."),
  }),
  scanform_deepscans: listSchema(
    "deepscans",
    "The deepscans of the account, or of a repository, newest first.",
    accountDeepscanFields,
    {
      repository_id: attribute(
        text,
        optional,
        "Reads only those of this repository; the service does not give repository_name then.",
      ),
    },
  ),
  scanform_deepscan_results: listSchema("findings", "What a deepscan found, newest first.", deepscanFindingFields, {
    repository_id: repositoryId,
    deepscan_id: deepscanId,
    ...filtersOf(operations.listDeepscanResults.query),
    dashboard_url: dashboardUrl,
  }),
  scanform_sca_results: listSchema(
    "findings",
    "The vulnerable packages that a deepscan found, newest first.",
    scaFindingFields,
    {
      repository_id: repositoryId,
      deepscan_id: deepscanId,
      ...filtersOf(operations.listScaResults.query),
      dashboard_url: dashboardUrl,
    },
  ),
  scanform_sbom: sbomSource,
  scanform_insights: schema("The daily insights digest.", {
    ...filtersOf(operations.getInsights.query),
    covers: attribute(text, computed, date.description),
    ...attributesOf(insightsWithoutDate, computed),
  }),
  scanform_finding_triage: schema("What was decided about a finding.", {
    finding_id: attribute(text, required, "The finding's id."),
    ...attributesOf(triageFields, computed),
    answer_json: attribute(
      text,
      computed,
      "The service's whole answer, as JSON: its shape is not documented, and what can be found in it is in the other attributes.",
    ),
  }),
} as const satisfies Readonly<Record<string, Schema>>;
