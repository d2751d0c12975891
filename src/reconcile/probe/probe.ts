import { randomUUID } from "node:crypto";
import { fail } from "../../diagnostics/error";
import type { Configuration } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { diff } from "../plan/diff";
import { isNotFound, type Reader, type Writer } from "../ports";
import type { Merging, Semantics } from "../semantics";

export interface ProbeOptions {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two looks at what was written, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

export interface Probed {
  readonly semantics: Semantics;
  /** Scratch configurations that an earlier probe had left, and that are gone now. */
  readonly cleaned: number;
}

const scratchName = /^scanform-probe-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds out how the service treats what the specification leaves open, on a scratch configuration
 * that has no repositories and is deleted whatever happens. What an earlier probe has left is deleted
 * first.
 *
 * @throws ScanformError when the service refuses, or when the scratch configuration could not be deleted
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
    // never interrupted; where the answer of the POST was lost there is only its name to go by
    if (made === undefined) await cleanUp(account, options, name);
    else await gone(account, made, writer);
  }
}

/** No service fills this in by itself: where it is still there, it was kept. */
const mark = ["scanform-probe/**"];
const threshold = 3;

const base = (first: string, second: string): Settings => ({
  comment: "silent",
  risk_threshold: threshold,
  analyzers: { [first]: { enabled: true, excludes: mark }, [second]: { enabled: false, excludes: mark } },
});

const marked = (settings: Settings, slug: string): boolean =>
  settings.analyzers?.[slug]?.excludes?.includes(mark[0] ?? "") === true;

/** Deletes scratch configurations: one, or all that there are without repositories. */
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
      await gone(account, each.id, writer);
      deleted += 1;
    }
  }
  return deleted;
}

const inUse = async (account: AccountId, reader: Reader): Promise<ReadonlySet<ConfigurationId>> =>
  new Set((await reader.repositories(account)).flatMap((each) => each.configuration_id ?? []));

/** Deletes; one that is gone already is what was wanted. */
async function gone(account: AccountId, id: ConfigurationId, writer: Writer): Promise<void> {
  try {
    await writer.deleteConfiguration(account, id);
  } catch (thrown) {
    if (isNotFound(thrown)) return;
    throw thrown;
  }
}

/** Its settings, if it is there: what has just been created may not be read yet. */
async function unlessMissing(configuration: Promise<Configuration>): Promise<Settings | undefined> {
  try {
    return (await configuration).settings;
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
}

const standardGrace = [0, 250, 1000, 3000];

async function ask(
  account: AccountId,
  id: ConfigurationId,
  name: string,
  [first, second]: readonly [string, string],
  options: ProbeOptions,
): Promise<Semantics> {
  const { reader, writer, grace = standardGrace, sleep, signal } = options;

  /** The settings once a write shows in them; undefined if it never does. */
  const seen = async (shows: (settings: Settings) => boolean): Promise<Settings | undefined> => {
    for (const wait of grace) {
      stop(signal);
      if (wait > 0) await sleep(wait);
      const settings = await unlessMissing(reader.configuration(account, id));
      if (settings !== undefined && shows(settings)) return settings;
    }
    return undefined;
  };
  /** Back to where every leaf of both is known, whichever way it merges. */
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
  return {
    ...(fillsIn === undefined ? {} : { fillsIn }),
    ...(patchMerge === undefined ? {} : { patchMerge }),
    ...(bulkMerge === undefined ? {} : { bulkMerge }),
    ...(put === undefined ? {} : { put: putOf(put, first, second) }),
  };
}

/** What is left of the analyzer that was written to, and of the one that was not. */
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
