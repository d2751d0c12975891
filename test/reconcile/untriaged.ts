import type { TriageReader, TriageWriter } from "../../src/reconcile/ports";

const unasked = () => new Error("no triage is asked for");

/** For accounts of which no finding is asked for or triaged. */
export const untriaged: TriageReader & TriageWriter = {
  getTriage: () => Promise.reject(unasked()),
  allFindings: () => {
    throw unasked();
  },
  setTriage: () => Promise.reject(unasked()),
  removeTriage: () => Promise.reject(unasked()),
};
