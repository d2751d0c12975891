import { fail } from "../../diagnostics/error";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { dataSource, found, textOf } from "./data-source";
import { triageStatus } from "../../model/triage-status";
import { caseHint } from "../../model/uuid";

/** Specification, *Triage*. */
export const triageSources = {
  scanform_finding_triage: dataSource(
    dataSourceSchemas.scanform_finding_triage,
    async ({ reader, lists, accountId, signal }, config) => {
      const id = textOf(config, "finding_id");
      const asked = explainUnreachedAccount(lists, reader.getTriage(accountId, id, { signal }));
      const answer = await asked.catch((thrown: unknown) => {
        if (!isNotFound(thrown)) throw thrown;
        const words = `The service knows of no finding with the id ${JSON.stringify(id)}, or of no triage of it.${caseHint(id)}`;
        return fail("nothing-to-read", words, { attribute: ["finding_id"] });
      });
      const status = triageStatus(answer);
      return found({
        ...config,
        category: status.is === "set" ? status.category : null,
        category_name: status.is === "set" ? (status.name ?? null) : null,
        answer_json: answer === undefined ? null : JSON.stringify(answer),
      });
    },
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;
