import type { Configuration } from "../../model/entities";
import type { AccountId, Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { sameText } from "../../model/normal-form";
import type { TriageWrite, Write } from "../plan/write";
import { type ConfigurationReceipt, isNotFound, type Receipt, type WriteOptions, type Writer } from "../ports";
import { bisect, type SendSome } from "./bisect";
import { isCreatedFrom } from "./changed";
import type { Looks } from "./looks";
import { waits } from "./poll-until";
import type { Preflight } from "./preflight";
import { type Failure, failureOf, succeeded, type WriteResult } from "./write-result";

/** The dependencies of sending a write. */
export interface SendContext {
  readonly account: AccountId;
  readonly writer: Writer;
  readonly looks: Pick<Looks, "rereadConfigurations">;
  readonly preflight: Pick<Preflight, "check" | "stateOf" | "halted">;
  /** Called after each attempt. @param arrived false where it certainly never left this machine */
  readonly attempted: (arrived: boolean) => void;
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

/**
 * Checks a write, or a piece of it, right before each attempt.
 *
 * @param pick what of the checked piece the writer takes
 */
const checked = <W extends Write, Body>(
  piece: W,
  { preflight, attempted }: SendContext,
  pick: (ready: W) => Body,
): WriteOptions<Body> => ({
  prepare: async (attempt) => pick(await preflight.check(piece, attempt)),
  attempted,
});

/** Assigns repositories that a write lists to its configuration. */
const assigning =
  ({ id, after, carries }: Write, configuration: ConfigurationId, to: SendContext): SendSome<RepositoryId> =>
  (repositories) => {
    const piece: Of<"assign"> = { kind: "assign", configuration, repositories, id, after, carries };
    return to.writer.assignRepositories(
      to.account,
      { configurationId: configuration, repositoryIds: repositories },
      checked(piece, to, (ready) => ({ configurationId: configuration, repositoryIds: ready.repositories })),
    );
  };

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
      return undivided(write, writer.deleteConfiguration(account, write.configuration, checked(write, to, noBody)));
    case "set-triage": {
      const options = checked(write, to, ({ category }) => category);
      return undivided(write, writer.setTriage(account, write.finding, write.category, options).then(noReceipt));
    }
    case "remove-triage":
      return undivided(write, writer.removeTriage(account, write.finding, checked(write, to, noBody)).then(noReceipt));
    default:
      return write satisfies never;
  }
}

const noBody = (): undefined => undefined;
const noReceipt = (): Receipt => ({});

/** The result of a request that is not divided. A triage that is gone already is removed. */
async function undivided(write: Of<"delete"> | TriageWrite, request: Promise<Receipt>): Promise<WriteResult> {
  try {
    return succeeded(write, await request);
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
  `The service calls the new configuration ${id} ${JSON.stringify(name)}, and not ${JSON.stringify(sent)} as declared. ` +
  `Write ${JSON.stringify(name)} as its name: by the other one no plan finds it.`;

/** Sends at most two POSTs, the second only when the configuration is not found after the first. */
async function once(
  write: Of<"create">,
  repositories: readonly RepositoryId[],
  to: SendContext,
): Promise<Made | Failure> {
  const { repositories: _all, ...rest } = write.body;
  const body = repositories.length === 0 ? rest : { ...rest, repositories };
  const options = checked({ ...write, body }, to, (ready) => ready.body);
  const ask = async (): Promise<Made | Failure> => {
    try {
      const { configuration, requestId } = await to.writer.createConfiguration(to.account, body, options);
      return { ...configuration, requestId };
    } catch (thrown) {
      return failureOf(thrown, []);
    }
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
      const named = listed.filter((each) => sameText(each.name, body.name) && !to.known.has(each.id));
      const made = named.find((each) => isCreatedFrom(each, body));
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
  error: `${failure.error} A configuration of that name has appeared meanwhile, with other settings than requested: ${another}.`,
});
