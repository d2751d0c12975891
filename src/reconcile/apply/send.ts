import type { TriageWrite, Write } from "../plan/write";
import { isNotFound } from "../ports";
import { create } from "./create";
import { bisect, type SendSome } from "./bisect";
import { failureOf, succeeded, type WriteResult } from "./write-result";
import { assigning, checked, type SendContext } from "./send-context";

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/**
 * Sends one write, in as many requests as necessary, each after a fresh look. Does not throw for a failed write, nor
 * for one that is withheld.
 */
export async function send(write: Write, to: SendContext): Promise<WriteResult> {
  const { account, writer } = to;
  switch (write.kind) {
    case "create":
      return create(write, to);
    case "put":
    case "patch":
      return update(write, to);
    case "bulk":
      return many(write, write.configurations, to, (configurations) =>
        writer.bulkUpdate(
          account,
          configurations,
          write.updates,
          checked({ ...write, configurations }, to, (ready) => ready.configurations),
        ),
      );
    case "assign":
      return many(write, write.repositories, to, assigning(write, write.configuration, to));
    case "delete":
      try {
        const options = checked(write, to, () => undefined);
        return succeeded(write, await writer.deleteConfiguration(account, write.configuration, options));
      } catch (thrown) {
        return { write, status: "failed", failures: [failureOf(thrown, [])] };
      }
    case "set-triage":
      return triaged(write, () =>
        writer.setTriage(
          account,
          write.finding,
          write.category,
          checked(write, to, ({ category }) => category),
        ),
      );
    case "remove-triage":
      return triaged(write, () =>
        writer.removeTriage(
          account,
          write.finding,
          checked(write, to, () => undefined),
        ),
      );
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

async function update(write: Of<"put" | "patch">, to: SendContext): Promise<WriteResult> {
  const { account, writer } = to;
  const replace = write.kind === "put";
  const options = checked(write, to, ({ body }) => body);
  try {
    const receipt = replace
      ? await writer.replaceConfiguration(account, write.configuration, write.body, options)
      : await writer.updateConfiguration(account, write.configuration, write.body, options);
    return succeeded(write, receipt);
  } catch (thrown) {
    const failure = failureOf(thrown, []);
    const { repositories = [], ...rest } = write.body;
    const tooMany = failure.status === 413 || failure.status === 422;
    // an empty list in a PUT may remove all repositories, so only a PATCH can omit them
    if (replace || !tooMany || repositories.length < 2 || to.signal?.aborted === true)
      return { write, status: "failed", failures: [failure] };
    const settings = await update({ ...write, body: rest }, to);
    if (settings.status === "failed") return { ...settings, write, failures: [failure, ...settings.failures] };
    const assigned = await many(write, repositories, to, assigning(write, write.configuration, to));
    return assigned.status === "failed" ? { ...assigned, partly: true } : assigned;
  }
}

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
