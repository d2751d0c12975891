import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { enumeration } from "../../diagnostics/enumeration";
import { quoted } from "../../diagnostics/foreign-text";
import { ScanformError } from "../../diagnostics/error";
import type { ConfigurationId } from "../../model/ids";
import type { ConfigurationChange } from "../plan/change";
import type { Plan } from "../plan/plan";
import type { Write, WriteDraft } from "../plan/write";
import type { Became } from "./expected-state";
import type { LookReader } from "../ports";
import { pollUntil } from "./poll-until";
import type { SendContext } from "./send";
import type { WriteResult } from "./write-result";

type Bulk = Extract<Write, { readonly kind: "bulk" }>;

/** A bulk update that lacks settings of its configurations, or its trial. */
export const isPart = (write: Write): write is Bulk => write.kind === "bulk" && write.part !== undefined;

/** The write of one configuration by itself. */
export const singleWrites = (change: ConfigurationChange | undefined): readonly WriteDraft[] =>
  change?.live === undefined
    ? []
    : [
        {
          kind: "patch",
          configuration: change.live.id,
          body: { name: change.declared.name, settings: change.after },
          carries: [change.address],
        },
      ];

interface Trying {
  readonly run: (writes: readonly Write[], concurrency?: number) => Promise<readonly WriteResult[]>;
  readonly numbered: (drafts: readonly WriteDraft[]) => readonly Write[];
  readonly to: SendContext;
  readonly reader: LookReader;
}

/**
 * Sends the bulk updates that lack settings of their configurations: "applied to every listed configuration"
 * (specification, *Endpoints > Configurations*) may replace what they lack. Each goes out for one configuration first,
 * and for the others once that one holds what was written and has lost nothing. Where it has lost something, that is put
 * back, no further bulk update is sent, and each configuration is written by itself.
 *
 * @returns what a user must know of it
 */
export async function tryBulks(plan: Plan, trying: Trying): Promise<readonly Diagnostic[]> {
  const { run, numbered, to } = trying;
  const { sentWrites } = to;
  const parts = plan.writes.filter(isPart);
  const diagnostics: Diagnostic[] = [];
  let isSafe = true;
  for (const [at, trial] of parts.entries()) {
    const rest = parts[at + 1];
    const [id] = trial.configurations;
    if (trial.part !== "trial" || rest === undefined || id === undefined) continue;
    const alone = (ids: readonly ConfigurationId[]) =>
      numbered(ids.flatMap((each) => singleWrites(sentWrites.changeOf(each))));
    if (!isSafe) {
      await run(alone([id, ...rest.configurations]));
      continue;
    }
    if (at > 0) to.looks.forget(); // an earlier bulk update may have written to the same configurations
    const [result] = await run([trial]);
    // one that had nothing to do shows nothing
    const isSent = result?.status === "succeeded" && result.isUnneeded !== true;
    const became = isSent ? await trialResult(id, trying) : undefined;
    if (became?.missing.length === 0 && became.other.length === 0) {
      await run([rest]); // none of these was in the trial
      continue;
    }
    if (became !== undefined && became.other.length > 0) {
      isSafe = false;
      const [put] = await run(numbered(await puttingBack(id, trying)));
      diagnostics.push(note(became, sentWrites.changeOf(id), put?.status === "succeeded"));
    }
    // one that was refused in a bulk update may be taken by itself
    const others = result?.status === "failed" ? [id, ...rest.configurations] : rest.configurations;
    await run(to.signal?.aborted === true ? [rest] : alone(others));
  }
  return diagnostics;
}

/** What became of the configuration of a trial; undefined where it could not be read. */
async function trialResult(id: ConfigurationId, { to, reader }: Trying): Promise<Became | undefined> {
  const { account, sentWrites, sleep, grace, signal } = to;
  try {
    return await pollUntil(
      async () => sentWrites.becameOf(await reader.configuration(account, id, { signal })),
      (became) => became?.missing.length === 0 && became.other.length === 0,
      { sleep, signal, grace: grace.filter((wait) => wait > 0) },
    );
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return undefined;
  }
}

function note({ other }: Became, change: ConfigurationChange | undefined, isPutBack: boolean): Diagnostic {
  const name = quoted(change?.declared.name ?? "");
  const leaves = enumeration(
    other.map(({ path }) => path),
    5,
  );
  const detail =
    `A bulk update of ${name}, or somebody else right after it, changed settings that the request did not contain: ${leaves}. ` +
    `${isPutBack ? "They were put back" : "They could not be put back"}, and the other configurations were written one by one.`;
  return warning("bulk-update-replaces", detail, change === undefined ? {} : { address: change.address });
}

/** A PUT of all that the configuration had, with what was written, and of all its repositories; none where these cannot be read. */
async function puttingBack(id: ConfigurationId, { to }: Trying): Promise<readonly WriteDraft[]> {
  const [expected, change] = [to.sentWrites.expected.get(id), to.sentWrites.changeOf(id)];
  if (expected === undefined || change === undefined) return [];
  try {
    to.looks.forget(); // a repository may have moved since
    const all = await to.looks.repositories();
    const holders = all.filter((each) => each.configuration_id === id).map((each) => each.id);
    const repositories = holders.length === 0 ? {} : { repositories: holders };
    const body = {
      name: expected.after.name ?? change.declared.name,
      settings: expected.after.settings,
      ...repositories,
    };
    return [{ kind: "put", configuration: id, body, carries: [change.address], putsBack: true }];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return []; // what the trial has changed is reported by the read-back
  }
}
