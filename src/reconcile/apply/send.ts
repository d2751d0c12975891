import { enumeration } from "../../diagnostics/enumeration";
import type { Configuration } from "../../model/observed";
import {
  type AccountId,
  type Address,
  type ConfigurationId,
  configurationId,
  type RepositoryId,
} from "../../model/ids";
import { sameText } from "../../model/normal-form";
import { alikeName } from "../../model/suggest";
import type { Settings } from "../../model/settings";
import { undeclaredPaths } from "../plan/undeclared";
import { without, type Write } from "../plan/write";
import type { ConfigurationReceipt, Receipt } from "../ports";
import type { Answer, WriteSender, WriteState } from "./write-sender";
import { bisect, type SendSome } from "./bisect";
import { isCreatedFrom } from "./changed-since";
import type { Looks } from "./looks";
import { waits } from "./poll-until";
import type { SentWrites } from "./sent-writes";
import { type Failure, failureOf, hadNoEffect, succeeded, type WriteResult } from "./write-result";

/** The dependencies of sending a write. */
export interface SendContext {
  readonly account: AccountId;
  readonly sender: Pick<WriteSender, "sendPiece" | "stateOf" | "halted">;
  readonly sentWrites: SentWrites;
  readonly looks: Pick<Looks, "rereadConfigurations" | "repositories" | "forget">;
  /** Live configurations that the plan depends on: none of them is new, whatever its name. */
  readonly known: ReadonlySet<ConfigurationId>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two reads, in milliseconds: reads may lag behind writes. */
  readonly grace: readonly number[];
  /** How long to look for what was written at an address, in milliseconds; without it: `grace`. */
  readonly patience?: ((address: Address) => number) | undefined;
  /** After an abort no further request is sent. */
  readonly signal?: AbortSignal | undefined;
}

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/** Assigns repositories that a write lists to its configuration. */
const assigning =
  ({ id, after, carries }: Write, configuration: ConfigurationId, to: SendContext): SendSome<RepositoryId> =>
  (repositories) => {
    const piece: Of<"assign"> = { kind: "assign", configuration, repositories, id, after, carries };
    return to.sender.sendPiece(
      piece,
      (requests, ready) =>
        requests.assignRepositories(to.account, { configurationId: configuration, repositoryIds: ready.repositories }),
      repositories,
    );
  };

/**
 * Sends one write, in as many requests as necessary, each after a fresh look. Does not throw for a failed write, nor
 * for one that is withheld.
 */
export async function send(write: Write, to: SendContext): Promise<WriteResult> {
  const result = await answered(write, to);
  return concluded(result, to.sender.stateOf(write), to.signal?.aborted === true);
}

/**
 * The result of a write as it went out.
 *
 * | what did not go out                           | the result                                            |
 * |-----------------------------------------------|-------------------------------------------------------|
 * | a part of which nothing is left to do         | succeeded                                             |
 * | all of it: somebody changed it                | skipped                                               |
 * | a part of it, for that reason                 | that of the rest                                      |
 * | all of it, after a stop                       | skipped                                               |
 * | what somebody changed after an earlier attempt | failed, until the read-back shows that it took effect |
 */
function concluded(result: WriteResult, { dropped, changed: all }: WriteState, isAborted: boolean): WriteResult {
  const write = without(result.write, dropped);
  const changed = all.length === 0 ? undefined : all;
  if (result.status !== "failed") return { ...result, write, changed };
  const skipped = (because = ""): WriteResult => ({ write, status: "skipped", because, changed });
  const done = result.failures.filter(({ withheld }) => withheld?.is === "done");
  const failures = result.failures.filter(
    ({ withheld, refused }) => withheld?.is !== "done" && !(refused && withheld?.is === "changed"),
  );
  const { created } = result;
  // where nothing is left to do after an attempt whose answer was lost, that attempt may have done it
  const partly = result.partly === true || done.some(({ refused }) => !refused) || undefined;
  if (failures.length > 0) {
    const rest = { ...result, write, failures, changed, partly };
    const isUntouched = hadNoEffect(rest);
    if (isUntouched && failures.every(({ withheld }) => withheld?.is === "unrecorded"))
      return skipped(failures[0]?.error);
    if (
      isUntouched &&
      isAborted &&
      failures.every((each) => each.unsent === true || each.withheld?.is === "interrupted")
    )
      return skipped("interrupted");
    return rest;
  }
  if (partly === true || created !== undefined) return { write, status: "succeeded", changed, created };
  if (done.length === result.failures.length) return { write, status: "succeeded", changed, isUnneeded: true };
  return skipped(result.failures[0]?.error);
}

/** What the requests of a write were answered, or why they did not go out. */
async function answered(write: Write, to: SendContext): Promise<WriteResult> {
  const { account, sender } = to;
  switch (write.kind) {
    case "create":
      return create(write, to);
    case "put":
    case "patch":
      return update(write, to);
    case "bulk":
      return many(write, write.configurations, to, (configurations) =>
        sender.sendPiece(
          { ...write, configurations },
          (requests, ready) => requests.bulkUpdate(account, ready.configurations, write.updates),
          configurations,
        ),
      );
    case "assign":
      return many(write, write.repositories, to, assigning(write, write.configuration, to));
    case "delete":
      return deleted(
        write,
        await sender.sendPiece(write, (requests) => requests.deleteConfiguration(account, write.configuration)),
      );
    case "set-triage":
      return undivided(
        write,
        await sender.sendPiece(write, async (requests, { category }) => {
          await requests.setTriage(account, write.finding, category);
          return noReceipt;
        }),
      );
    case "remove-triage":
      return untriaged(
        write,
        await sender.sendPiece(write, async (requests) => {
          await requests.removeTriage(account, write.finding);
          return noReceipt;
        }),
      );
    default:
      return write satisfies never;
  }
}

const noReceipt: Receipt = {};

const undivided = (write: Write, answer: Answer<Receipt>): WriteResult =>
  "receipt" in answer ? succeeded(write, answer.receipt) : { write, status: "failed", failures: [answer.failure] };

/** What an earlier attempt, whose answer was lost, has deleted is not found by the next one. */
const deleted = (write: Of<"delete">, answer: Answer<Receipt>): WriteResult =>
  "failure" in answer && answer.failure.status === 404 && !answer.failure.refused
    ? succeeded(write, answer.failure)
    : undivided(write, answer);

/** A triage that is gone already is removed. */
const untriaged = (write: Of<"remove-triage">, answer: Answer<Receipt>): WriteResult =>
  "failure" in answer && answer.failure.status === 404 ? succeeded(write, {}) : undivided(write, answer);

async function update(write: Of<"put" | "patch">, to: SendContext): Promise<WriteResult> {
  const { account, sender } = to;
  const replace = write.kind === "put";
  let { settings: sent } = write.body;
  const answer = await sender.sendPiece(write, (requests, { body }) => {
    sent = body.settings;
    return replace
      ? requests.replaceConfiguration(account, write.configuration, body)
      : requests.updateConfiguration(account, write.configuration, body);
  });
  if ("receipt" in answer) return succeeded(write, answer.receipt);
  const { failure } = answer;
  const { repositories = [], ...rest } = write.body;
  const tooMany = failure.status === 413 || failure.status === 422;
  // an empty list in a PUT may remove all repositories, so only a PATCH can omit them
  if (replace || !tooMany || repositories.length < 2 || to.signal?.aborted === true)
    return { write, status: "failed", failures: [withRiders(failure, write.configuration, sent, to)] };
  const settings = await update({ ...write, body: rest }, to);
  if (settings.status === "failed") return { ...settings, write, failures: [failure, ...settings.failures] };
  const assigned = await many(write, repositories, to, assigning(write, write.configuration, to));
  return assigned.status === "failed" ? { ...assigned, partly: true } : assigned;
}

/** Statuses that say nothing of a body. */
const aboutOthers: ReadonlySet<number> = new Set([401, 403, 404, 408, 413, 429]);

/**
 * An update has settings that nobody declares, since a service may replace them all. Where it refuses one of them, such
 * as an analyzer that is not listed any more, nothing else shows the user which.
 */
function withRiders(failure: Failure, id: ConfigurationId, sent: Settings, { sentWrites }: SendContext): Failure {
  const { status = 0, refused } = failure;
  const change = sentWrites.changeOf(id);
  if (!refused || status < 400 || status > 499 || aboutOthers.has(status)) return failure;
  if (change === undefined) return failure;
  const riders = undeclaredPaths(sent, change.declared.settings);
  const unlisted = riders.filter((path) => sentWrites.plan.isUnlisted(path));
  const named = unlisted.length > 0 ? unlisted : riders;
  if (named.length === 0) return failure;
  const what = enumeration(named, 5);
  const why = unlisted.length > 0 ? "which nobody declares and the account no longer lists" : "which nobody declares";
  const name = JSON.stringify(change.declared.name);
  const error = `${failure.error.replace(/[^.]$/, "$&.")} The request had all settings of ${name}, also ${what}, ${why}. If the service refuses one of them, remove it in the dashboard, or declare it with a value that it takes.`;
  return { ...failure, error };
}

async function many<Id extends string>(
  write: Write,
  ids: readonly Id[],
  to: SendContext,
  send: SendSome<Id>,
): Promise<WriteResult> {
  const { failures: all, some: partly, ...receipt } = await bisect(ids, send, to.signal);
  if (all.length === 0) return succeeded(write, receipt);
  const failures = all.map((each) => {
    if (write.kind !== "bulk" || write.part !== undefined) return each;
    const [id, ...others] = each.ids;
    return id === undefined || others.length > 0 ? each : withRiders(each, configurationId(id), write.updates, to);
  });
  return { write, status: "failed", failures, ...(partly ? { partly } : {}) };
}

/** `settings` as the service answered; absent where the answer was lost. */
type Made = Pick<ConfigurationReceipt, "requestId"> & Pick<Configuration, "id"> & Partial<Configuration>;

/**
 * Creates a configuration once. When the answer was lost, the list is read, for as long as reads may lag behind
 * writes, before the POST is repeated. When there were too many repositories, the POST carries fewer and the rest are
 * assigned.
 */
export async function create(write: Of<"create">, to: SendContext): Promise<WriteResult> {
  const repositories = write.body.repositories ?? [];
  let first: Failure | undefined;
  for (let along = repositories.length; ; along = Math.floor(along / 2)) {
    const made = await once(write, repositories.slice(0, along), to);
    if ("id" in made) {
      const { id: created, name = write.body.name, settings: answered } = made;
      to.sentWrites.created(created, write, answered);
      if (!sameText(name, write.body.name)) {
        const failure = { ids: [], error: misnamedText(name, created, write.body.name), refused: false };
        return { write, status: "failed", failures: [failure], created };
      }
      const others = repositories.slice(along);
      const { failures } =
        others.length === 0 ? { failures: [] } : await bisect(others, assigning(write, created, to), to.signal);
      return failures.length === 0
        ? { ...succeeded(write, made), created, answered }
        : { write, status: "failed", failures, created };
    }
    first ??= made;
    const tooMany = made.refused && (made.status === 413 || made.status === 422) && along > 0;
    if (!tooMany || to.signal?.aborted === true) {
      // a later request of fewer repositories may have taken effect
      return { write, status: "failed", failures: [{ ...first, refused: first.refused && made.refused }] };
    }
  }
}

const misnamedText = (name: string, id: string, sent: string): string =>
  `The service named the new configuration ${id} ${JSON.stringify(name)}, not ${JSON.stringify(sent)} as declared. ` +
  `Declare ${JSON.stringify(name)} as its name: by the other one no plan finds it.`;

/** Sends at most two POSTs, the second only when the configuration is not found after the first. */
async function once(
  write: Of<"create">,
  repositories: readonly RepositoryId[],
  to: SendContext,
): Promise<Made | Failure> {
  const { repositories: _all, ...rest } = write.body;
  const body = repositories.length === 0 ? rest : { ...rest, repositories };
  const ask = async (): Promise<Made | Failure> => {
    const answer = await to.sender.sendPiece({ ...write, body }, (requests, ready) =>
      requests.createConfiguration(to.account, ready.body),
    );
    if ("failure" in answer) return answer.failure;
    const { configuration, requestId } = answer.receipt;
    return { ...configuration, requestId };
  };
  const first = await ask();
  if ("id" in first || first.refused) return first;
  // a service that was not available has not handled it, so it need not be late
  const found = await lookFor(write, first.status === 503 ? { ...to, patience: undefined } : to);
  if (found !== "none") return typeof found === "string" ? first : "id" in found ? found : taken(first, found);
  if (to.signal?.aborted === true) return first;
  const second = await ask();
  if ("id" in second) return second;
  // the second may have been refused because the first succeeded
  const late = await lookFor(write, second.status === 503 ? { ...to, patience: undefined } : to);
  const failed = { ...second, refused: false };
  return typeof late === "string" ? failed : "id" in late ? late : taken(failed, late);
}

/** The result of a look-up: the new configuration, another one of that name, none, or unknown. */
type Found = Made | { readonly another: ConfigurationId } | "none" | "unknown";

/**
 * Looks for a configuration of this name, which did not exist when the plan was made. One with other settings is not
 * ours.
 */
async function lookFor({ body, carries }: Of<"create">, to: SendContext): Promise<Found> {
  let last: Exclude<Found, Made> = "unknown";
  const isAborted = () => to.signal?.aborted === true;
  const limit = Math.max(0, ...carries.map((each) => to.patience?.(each) ?? 0));
  for (const wait of waits(to.grace, () => limit)) {
    if (wait > 0 && !isAborted()) await to.sleep(wait);
    if (wait > 0 && isAborted()) break;
    try {
      const listed = await to.looks.rereadConfigurations();
      const { sentWrites } = to;
      const others = listed.filter(
        ({ id }) => !to.known.has(id) && sentWrites.changeOf(id) === undefined && !sentWrites.isOurs(id),
      );
      const named = others.filter(({ name }) => sameText(name, body.name));
      // a service may spell names otherwise
      const spelled = others.filter(({ name = "" }) => alikeName(name) === alikeName(body.name));
      const made =
        named.find((each) => isCreatedFrom(each, body)) ??
        spelled.find((each) => isCreatedFrom({ ...each, name: body.name }, body));
      if (made !== undefined) return { id: made.id }; // somebody else may have changed the rest since
      last = named[0] === undefined ? "none" : { another: named[0].id };
    } catch (thrown) {
      failureOf(thrown, []); // rethrows a defect
      last = "unknown"; // only the latest look-up can prove that there is none
    }
  }
  return last;
}

const taken = (failure: Failure, { another }: { readonly another: ConfigurationId }): Failure => ({
  ...failure,
  error: `${failure.error} A configuration of that name has appeared in the meantime, with other settings than requested: ${another}.`,
});
