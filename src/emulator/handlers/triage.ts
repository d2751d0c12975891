import { allCombined } from "../findings/combined-findings";
import { notFound } from "../requests/http-errors";
import type { Call } from "../requests/operation-request";
import { type Answer, found } from "../responses/operation-result";
import { triageAnswer } from "../scan-records/assumptions";
import { settled } from "../scanning/run-due-deepscans";
import type { Handlers } from "./operation-handlers";

/** Specification, *Endpoints > Triage*. */
export const triageHandlers: Handlers<"setTriage" | "getTriage" | "removeTriage"> = {
  getTriage: (call) => answerOf(call),

  setTriage: (call) => {
    const { account, path, body } = call;
    answerOf(call);
    account.scanning.setTriage(path.finding_id, body.triage_category);
    return answerOf(call);
  },

  removeTriage: (call) => {
    const { account, path } = call;
    answerOf(call);
    account.scanning.removeTriage(path.finding_id);
    return answerOf(call);
  },
};

/** @throws 404 when the account has no finding of this id */
function answerOf(call: Call<"getTriage" | "setTriage" | "removeTriage">): Answer {
  const finding = allCombined(settled(call)).find(({ id }) => id === call.path.finding_id);
  if (finding === undefined) throw notFound();
  return found(triageAnswer({ id: finding.id, state: finding.state, triage: finding.triage ?? null }));
}
