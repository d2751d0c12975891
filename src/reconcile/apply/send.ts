import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { TriageWrite, Write } from "../plan/write";
import { isNotFound } from "../ports";
import { create } from "./create";
import { bisect, type SendSome } from "./bisect";
import { failureOf, succeeded, type WriteResult } from "./write-result";
import type { SendContext } from "./send-context";

/** Sends one write, in as many requests as necessary. Does not throw for a failed write. */
export async function send(write: Write, to: SendContext): Promise<WriteResult> {
  switch (write.kind) {
    case "create":
      return create(write, to);
    case "put":
    case "patch":
      return update(write, to);
    case "bulk":
      return many(write, write.configurations, to, (ids) => to.writer.bulkUpdate(to.account, ids, write.updates));
    case "assign":
      return many(write, write.repositories, to, assigning(write.configuration, to));
    case "delete":
      try {
        return succeeded(write, await to.writer.deleteConfiguration(to.account, write.configuration));
      } catch (thrown) {
        return { write, status: "failed", failures: [failureOf(thrown, [])] };
      }
    case "set-triage":
      return triaged(write, () => to.writer.setTriage(to.account, write.finding, write.category));
    case "remove-triage":
      return triaged(write, () => to.writer.removeTriage(to.account, write.finding));
    default:
      return write satisfies never;
  }
}

/** A triage that is gone already is removed. */
async function triaged(write: TriageWrite, request: () => Promise<unknown>): Promise<WriteResult> {
  try {
    await request();
    return succeeded(write, {});
  } catch (thrown) {
    if (write.kind === "remove-triage" && isNotFound(thrown)) return succeeded(write, {});
    return { write, status: "failed", failures: [failureOf(thrown, [])] };
  }
}

async function update(write: Extract<Write, { kind: "put" | "patch" }>, to: SendContext): Promise<WriteResult> {
  const replace = write.kind === "put";
  try {
    const receipt = replace
      ? await to.writer.replaceConfiguration(to.account, write.configuration, write.body)
      : await to.writer.updateConfiguration(to.account, write.configuration, write.body);
    return succeeded(write, receipt);
  } catch (thrown) {
    const failure = failureOf(thrown, []);
    const { repositories = [], ...rest } = write.body;
    const tooMany = failure.status === 413 || failure.status === 422;
    // an empty list in a PUT may remove all repositories, so only a PATCH can omit them
    if (replace || !tooMany || repositories.length < 2 || to.signal?.aborted === true)
      return { write, status: "failed", failures: [failure] };
    const settings = await update({ ...write, body: rest }, to);
    if (settings.status !== "succeeded") return { write, status: "failed", failures: [failure] };
    const assigned = await many(write, repositories, to, assigning(write.configuration, to));
    return assigned.status === "failed" ? { ...assigned, partly: true } : assigned;
  }
}

const assigning =
  (configurationId: ConfigurationId, to: SendContext): SendSome<RepositoryId> =>
  (repositoryIds) =>
    to.writer.assignRepositories(to.account, { configurationId, repositoryIds });

async function many<Id extends string>(
  write: Write,
  ids: readonly Id[],
  to: SendContext,
  send: SendSome<Id>,
): Promise<WriteResult> {
  const { failures, some: partly, ...receipt } = await bisect(ids, send, to.signal);
  if (failures.length === 0) return succeeded(write, receipt);
  return { write, status: "failed", failures, ...(partly ? { partly } : {}) };
}
