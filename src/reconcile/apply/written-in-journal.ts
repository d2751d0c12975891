import type { ConfigurationRef } from "../../model/desired";
import { groupBy } from "../../model/group-by";
import { differences, leavesOf, settingsOf, withThese } from "../../model/leaves";
import type {
  ConfigurationState,
  Written,
  WrittenConfiguration,
  WrittenPlace,
  WrittenTriage,
} from "../../model/written";
import type { AppliedEntry, Image, JournalEntry, SendingEntry, SettledEntry } from "./journal-entry";
import { becameOf } from "./expected-state";

/** A write that took effect, or may have. */
interface Effective extends SendingEntry {
  /** Absent when the apply died first. */
  readonly settled?: SettledEntry;
}

/** What a journal shows as written, or possibly written: each object before and after. */
export function writtenIn(entries: readonly JournalEntry[]): Written {
  const settled = new Map(entries.flatMap((each) => (each.type === "settled" ? [[each.write, each] as const] : [])));
  const effective = entries.flatMap((each): readonly Effective[] => {
    if (each.type !== "sending") return [];
    const end = settled.get(each.write.id);
    return end?.refused === true ? [] : [{ ...each, settled: end }];
  });
  const begun = entries.find((each) => each.type === "begin");
  const others = [...(begun?.existing ?? []), ...effective.flatMap((each) => each.settled?.created ?? [])];
  const end = entries.findLast((each) => each.type === "applied");
  const answered = new Set(effective.map(({ settled: by }) => (by?.answered === undefined ? null : by.created)));
  return {
    configurations: configurationsIn(effective).map((each) => {
      if (each.id === undefined) return { ...each, namesakes: [...others, ...(each.namesakes ?? [])] };
      return end === undefined || answered.has(each.id) ? each : withFound(each, end);
    }),
    places: placesIn(effective),
    triages: triagesIn(effective),
  };
}

function configurationsIn(effective: readonly Effective[]): readonly WrittenConfiguration[] {
  const all = new Map<string, WrittenConfiguration>();
  /** The last write of these was a PUT. */
  const replaced = new Set<string>();
  for (const { write, settled, images, namesakes, preventDestroy } of effective) {
    const [address] = write.carries;
    if (write.kind === "create" && address !== undefined) {
      const { name, settings } = write.body;
      const { created: id, answered } = settled ?? {};
      all.set(id ?? address, {
        ...{ address, id, namesakes, preventDestroy },
        after: [{ name, settings }, ...(answered === undefined ? [] : [{ name, settings: answered }])],
      });
    }
    for (const image of images) {
      const { id, address: at, before } = image;
      const known = all.get(id);
      if (image.after === undefined) all.set(id, { address: at, id, before, after: [], namesakes });
      else if (known === undefined) all.set(id, { address: at, id, before, after: [image.after], namesakes });
      else all.set(id, { ...known, ...between(known, image, replaced.has(id)), after: [image.after, ...known.after] });
      if (write.kind === "put") replaced.add(id);
      else replaced.delete(id);
    }
  }
  return [...all.values()];
}

/** What was there before, with what somebody else has changed between two writes. @param replaces the first was a PUT */
function between(
  { id, before, after: [left] }: WrittenConfiguration,
  { before: look }: Image,
  replaces: boolean,
): Pick<WrittenConfiguration, "before"> {
  if (before === undefined || left === undefined || id === undefined) return {};
  const { other } = becameOf({ id, look: before, after: left, replaces }, look);
  const paths = other.map(({ path }) => path);
  const settings = settingsOf(withThese(leavesOf(before.settings), paths, leavesOf(look.settings)));
  return { before: { name: paths.includes("name") ? look.name : before.name, settings } };
}

/**
 * The configuration with what the apply has read back: of one that was there, what was written or what was found beside a
 * write; of one that was created, all, unless the service has answered what it is.
 */
function withFound(written: WrittenConfiguration, end: AppliedEntry): WrittenConfiguration {
  const { id, before, after } = written;
  const [left] = after;
  const found = end.configurations.find((each) => each.id === id);
  if (id === undefined || left === undefined || found === undefined) return written;
  const as = ({ settings }: ConfigurationState): WrittenConfiguration => ({
    ...written,
    after: [...after, { name: found.name, settings }],
  });
  if (before === undefined) return as(found);
  const leaves = leavesOf(left.settings);
  const unexpected = (end.unexpected ?? []).flatMap(({ configuration, path }) => (configuration === id ? [path] : []));
  const paths = [...differences(leavesOf(before.settings), leaves), ...unexpected];
  const read = withThese(leaves, paths, leavesOf(found.settings));
  return found.name === left.name && differences(leaves, read).length === 0
    ? written
    : as({ settings: settingsOf(read) });
}

/** A write that was tried once more in another form lists the same repositories again. */
function placesIn(effective: readonly Effective[]): readonly WrittenPlace[] {
  const all = new Map<string, WrittenPlace>();
  for (const { write, settled, repositories } of effective)
    for (const [text, before] of Object.entries(repositories)) {
      const repository = text as WrittenPlace["repository"];
      const known = all.get(text) ?? { repository, before, after: [] };
      all.set(text, { ...known, after: [...known.after, targetOf(write, settled)] });
    }
  return [...all.values()];
}

function targetOf(write: SendingEntry["write"], settled: SettledEntry | undefined): ConfigurationRef | null {
  if (write.kind === "delete") return null;
  if (write.kind !== "create") return "configuration" in write ? { id: write.configuration } : null;
  const id = settled?.created;
  const [address] = write.carries;
  return id === undefined ? (address === undefined ? null : { address }) : { id };
}

const triagesIn = (effective: readonly Effective[]): readonly WrittenTriage[] => {
  const triaged = effective.flatMap(({ write, triage }) =>
    "finding" in write && triage !== undefined ? [{ write, triage }] : [],
  );
  return [...groupBy(triaged, ({ write }) => write.finding.toLowerCase()).values()].flatMap(([first, ...more]) => {
    const [address] = first?.write.carries ?? [];
    if (first === undefined || address === undefined) return [];
    return [
      {
        address,
        finding: first.write.finding,
        before: first.triage.before,
        after: [first, ...more].map(({ write }) => (write.kind === "set-triage" ? write.category : null)),
      },
    ];
  });
};
