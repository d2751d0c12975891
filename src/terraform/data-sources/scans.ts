import { operations } from "../../api/operations";
import { prFindingFields } from "../../model/findings";
import { prScanFields } from "../../model/scans";
import { caseHint } from "../../model/uuid";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { explainNotFound } from "./explain-not-found";
import { newestFirst, sortByTime } from "./sort";
import { checkFilters, queryOf } from "./query";
import { dataSource, found, textOf } from "./data-source";
import { toValues } from "./to-values";

/** Scans of pull requests and what they found: specification, *Endpoints > Scans and findings*. */
export const scanSources = {
  scanform_scans: dataSource(
    dataSourceSchemas.scanform_scans,
    async (session, config) => {
      const { reader, accountId, signal } = session;
      const repositoryId = textOf(config, "repository_id");
      const asked = reader.scans(accountId, repositoryId, queryOf("listScans", config), { signal });
      const scans = sortByTime(
        await explainNotFound(session, config, asked),
        (each) => each.scan_date,
        (each) => each.scan_id,
      );
      return found({ ...config, scans: scans.map((each) => toValues(prScanFields, each)) });
    },
    (config) => checkFilters(operations.listScans.query, config),
  ),
  scanform_scan: dataSource(
    dataSourceSchemas.scanform_scan,
    async (session, config) => {
      const { reader, accountId, signal } = session;
      const [repositoryId, id] = [textOf(config, "repository_id"), textOf(config, "scan_id")];
      const scan = await explainNotFound(
        session,
        config,
        reader.scan(accountId, repositoryId, id, queryOf("getScan", config), { signal }),
        { attribute: "scan_id", words: `The repository has no scan with the id ${JSON.stringify(id)}.${caseHint(id)}` },
      );
      return found({ ...config, ...toValues(operations.getScan.answers[200], scan), scan_id: id });
    },
    (config) => checkFilters(operations.getScan.query, config),
  ),
  scanform_findings: dataSource(dataSourceSchemas.scanform_findings, async (session, config) => {
    const { reader, accountId, signal } = session;
    const asked = reader.prFindings(accountId, textOf(config, "repository_id"), { signal });
    const findings = newestFirst(await explainNotFound(session, config, asked));
    return found({ ...config, findings: findings.map((each) => toValues(prFindingFields, each)) });
  }),
} as const satisfies Readonly<Record<string, DataSourceType>>;
