import { randomUUID } from "node:crypto";
import { fail } from "../../diagnostics/error";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { diff } from "../plan/merge";
import { type Reader, unlessMissing, type Writer } from "../ports";
import type { Merging, Semantics } from "../plan/plan";

export interface ProbeOptions {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two reads of a write's result, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

export interface Probed {
  readonly semantics: Semantics;
  /** The number of leftover scratch configurations that were deleted. */
  readonly cleaned: number;
}

const scratchName = /^scanform-probe-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds out how the service behaves where the specification is open, on a scratch configuration without repositories
 * that is always deleted afterwards. Leftovers of earlier probes are deleted first.
 *
 * @throws ScanformError when the service refuses a request, or the scratch configuration could not be deleted
 */
export async function probe(account: AccountId, options: ProbeOptions): Promise<Probed> {
  const { reader, writer } = options;
  const cleaned = await cleanUp(account, options);
  const [first = "probe-a", second = "probe-b"] = (await reader.analyzers(account)).map((each) => each.slug);
  const name = `scanform-probe-${randomUUID()}`;
  let made: ConfigurationId | undefined;
  try {
    stop(options.signal);
    const { configuration } = await writer.createConfiguration(account, { name, settings: base(first, second) });
    made = configuration.id;
    return { semantics: await ask(account, made, name, [first, second], options), cleaned };
  } finally {
    // never interrupted; after a lost answer to the POST only the name is known
    if (made === undefined) await cleanUp(account, options, name);
    else await unlessMissing(writer.deleteConfiguration(account, made));
  }
}

/** No service fills in this value: where it is still present, it was kept. */
const mark = ["scanform-probe/**"];
const threshold = 3;

const base = (first: string, second: string): Settings => ({
  comment: "silent",
  risk_threshold: threshold,
  analyzers: { [first]: { enabled: true, excludes: mark }, [second]: { enabled: false, excludes: mark } },
});

const marked = (settings: Settings, slug: string): boolean =>
  settings.analyzers?.[slug]?.excludes?.includes(mark[0] ?? "") === true;

/** Deletes scratch configurations: one, or all that have no repositories. */
async function cleanUp(account: AccountId, options: ProbeOptions, name?: string): Promise<number> {
  const { reader, writer, grace = standardGrace, sleep } = options;
  let deleted = 0;
  for (const wait of name === undefined ? [0] : grace) {
    if (wait > 0) await sleep(wait);
    const listed = await reader.configurations(account);
    const left = listed.filter((each) => (name === undefined ? scratchName.test(each.name ?? "") : each.name === name));
    if (name !== undefined && left.length === 0 && deleted > 0) return deleted;
    const used = name === undefined && left.length > 0 ? await inUse(account, reader) : new Set<ConfigurationId>();
    for (const each of left) {
      if (used.has(each.id)) continue;
      await unlessMissing(writer.deleteConfiguration(account, each.id));
      deleted += 1;
    }
  }
  return deleted;
}

const inUse = async (account: AccountId, reader: Reader): Promise<ReadonlySet<ConfigurationId>> =>
  new Set((await reader.repositories(account)).flatMap((each) => each.configuration_id ?? []));

const standardGrace = [0, 250, 1000, 3000];

async function ask(
  account: AccountId,
  id: ConfigurationId,
  name: string,
  [first, second]: readonly [string, string],
  options: ProbeOptions,
): Promise<Semantics> {
  const { reader, writer, grace = standardGrace, sleep, signal } = options;

  /** The settings once they show a write; undefined if they never do. */
  const seen = async (shows: (settings: Settings) => boolean): Promise<Settings | undefined> => {
    for (const wait of grace) {
      stop(signal);
      if (wait > 0) await sleep(wait);
      // a new configuration may not be readable yet
      const settings = (await unlessMissing(reader.configuration(account, id)))?.settings;
      if (settings !== undefined && shows(settings)) return settings;
    }
    return undefined;
  };
  /** Resets every leaf of both analyzers to known values, under any merge semantics. */
  const reset = async (): Promise<boolean> => {
    await writer.replaceConfiguration(account, id, { name, settings: base(first, second) });
    return (await seen((settings) => marked(settings, first) && marked(settings, second))) !== undefined;
  };
  const merged = async (slug: string, other: string, write: (settings: Settings) => Promise<unknown>) => {
    if (!(await reset())) return undefined;
    await write({ analyzers: { [slug]: { silent: true } } });
    const after = await seen((settings) => settings.analyzers?.[slug]?.silent === true);
    return after === undefined ? undefined : mergingOf(after, slug, other);
  };

  const created = await seen((settings) => marked(settings, first));
  const fillsIn = created === undefined ? undefined : diff(base(first, second), created).length > 0;
  const patchMerge = await merged(first, second, (settings) =>
    writer.updateConfiguration(account, id, { name, settings }),
  );
  const bulkMerge = await merged(second, first, (settings) => writer.bulkUpdate(account, [id], settings));
  await reset();
  await writer.replaceConfiguration(account, id, {
    name,
    settings: { comment: "enabled", analyzers: { [first]: { blocking: true } } },
  });
  const put = await seen((settings) => settings.comment === "enabled");
  return { fillsIn, patchMerge, bulkMerge, put: put && putOf(put, first, second) };
}

/** Derives the merge semantics from the analyzer that was written to and the one that was not. */
function mergingOf(after: Settings, slug: string, other: string): Merging {
  if (marked(after, slug)) return "deep";
  return marked(after, other) ? "entries" : "shallow";
}

function putOf(after: Settings, first: string, second: string): NonNullable<Semantics["put"]> {
  if (marked(after, first) || marked(after, second)) return "merges";
  return after.risk_threshold === threshold ? "keeps" : "replaces";
}

function stop(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) fail("interrupted", "The probe was stopped; its scratch configuration is deleted.");
}
