import { type Handlers, notFound } from "../call";

const none = (): never => {
  throw notFound();
};

/** The operations on scans, findings, triage, deepscans, SBOMs and insights. */
export const scanHandlers: Handlers<
  | "getInsights"
  | "listScans"
  | "getScan"
  | "listPrFindings"
  | "listAllFindings"
  | "setTriage"
  | "getTriage"
  | "removeTriage"
  | "listDeepscans"
  | "listRepositoryDeepscans"
  | "triggerDeepscan"
  | "getLatestSbom"
  | "listDeepscanResults"
  | "listScaResults"
  | "getSbom"
> = {
  getInsights: none,
  listScans: none,
  getScan: none,
  listPrFindings: none,
  listAllFindings: none,
  setTriage: none,
  getTriage: none,
  removeTriage: none,
  listDeepscans: none,
  listRepositoryDeepscans: none,
  triggerDeepscan: none,
  getLatestSbom: none,
  listDeepscanResults: none,
  listScaResults: none,
  getSbom: none,
};
