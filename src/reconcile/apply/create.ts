import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { Configuration } from "../../model/entities";
import type { ConfigurationReceipt } from "../ports";
import type { Write } from "../plan/write";
import { bisect } from "./bisect";
import { isCreatedFrom } from "./changed";
import { type Failure, failureOf, succeeded, type WriteResult } from "./write-result";
import { assigning, checked, type SendContext } from "./send-context";
import { waits } from "./waits";

type Create = Extract<Write, { kind: "create" }>;
/** `settings` as the service answered; absent where the answer was lost. */
type Made = Pick<ConfigurationReceipt, "requestId"> & Pick<Configuration, "id"> & Partial<Configuration>;

/**
 * Creates a configuration once. When the answer was lost, the list is read, for as long as reads may lag behind
 * writes, before the POST is repeated. When there were too many repositories, the POST carries fewer and the rest are
 * assigned.
 */
export async function create(write: Create, to: SendContext): Promise<WriteResult> {
  const repositories = write.body.repositories ?? [];
  let first: Failure | undefined;
  for (let along = repositories.length; ; along = Math.floor(along / 2)) {
    const made = await once(write, repositories.slice(0, along), to);
    if ("id" in made) {
      const others = repositories.slice(along);
      const { failures } =
        others.length === 0 ? { failures: [] } : await bisect(others, assigning(write, made.id, to), to.signal);
      return failures.length === 0
        ? { ...succeeded(write, made), created: made.id, ...(made.settings && { answered: made.settings }) }
        : { write, status: "failed", failures, created: made.id };
    }
    first ??= made;
    const tooMany = made.refused && (made.status === 413 || made.status === 422) && along > 0;
    if (!tooMany || to.signal?.aborted === true) {
      // a later request of fewer repositories may have taken effect
      return { write, status: "failed", failures: [{ ...first, refused: first.refused && made.refused }] };
    }
  }
}

/** Sends at most two POSTs, the second only when the configuration is not found after the first. */
async function once(write: Create, repositories: readonly RepositoryId[], to: SendContext): Promise<Made | Failure> {
  const body = repositories.length === 0 ? withoutRepositories(write) : { ...write.body, repositories };
  const options = checked({ ...write, body }, to, (ready) => ready.body);
  const ask = async (): Promise<Made | Failure> => {
    try {
      const { configuration, requestId } = await to.writer.createConfiguration(to.account, body, options);
      return { ...configuration, ...(requestId === undefined ? {} : { requestId }) };
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
async function lookFor({ body, carries }: Create, to: SendContext): Promise<Found> {
  let last: Exclude<Found, Made> = "unknown";
  const isAborted = () => to.signal?.aborted === true;
  const limit = Math.max(0, ...carries.map((each) => to.patience?.(each) ?? 0));
  for (const wait of waits(to.grace, () => limit)) {
    if (wait > 0 && !isAborted()) await to.sleep(wait);
    if (wait > 0 && isAborted()) break;
    try {
      const listed = await to.looks.configurationsAnew();
      const named = listed.filter((each) => each.name === body.name && !to.known.has(each.id));
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
  error: `${failure.error} A configuration of that name has appeared meanwhile, which does not hold what was asked for: ${another}.`,
});

function withoutRepositories({ body: { repositories: _none, ...body } }: Create): Create["body"] {
  return body;
}
