import { type Field, type Fields } from "./field";
import { compareText } from "./fingerprint";
import { byId, own, texts } from "./json";
import { type EntryFate, type LeafVerdict, leafVerdict, presenceVerdict } from "./leaf-verdict";
import { differences, entryOf, type HeldLeaf, type Leaf, type Leaves, leavesOf, pathOf } from "./leaves";
import { isOrdered } from "./same-set";
import { type Settings, settingsFields } from "./settings";

/** One leaf that differs, or one entry that comes or goes whole. */
export interface LeafChange extends Leaf {
  /** Such as `analyzers["sql-injection"].blocking`. */
  readonly path: string;
  /** Absent where nothing is set. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly verdict: LeafVerdict;
  /** What is said of the setting or entry that it belongs to: `no longer blocks pull requests`. */
  readonly words?: string;
  /** Something goes away, which only a PUT of the whole settings says under every reading. */
  readonly removes: boolean;
  /** A field that this version does not know, outside an entry that comes or goes whole: no request changes it. */
  readonly isUnwritable?: true;
}

/**
 * Compares two settings leaf by leaf, in the order of the model: the one fact on which the review of a plan rests
 * (decision 13).
 *
 * @param before undefined where there was no configuration; `{}` for one of which nothing is known
 * @param after `{}` also where there is no configuration
 */
export function compareSettings(before: Settings | undefined, after: Settings): readonly LeafChange[] {
  if (before === after) return []; // the same object, as nearly all are in a large account
  const both: Both = { before: before ?? {}, after, had: leavesOf(before ?? {}), has: leavesOf(after) };
  const top = before === undefined ? "comes" : "stays";
  return differences(both.had, both.has)
    .flatMap((path) => changeAt(path, both, top))
    .sort(inOrderOfTheModel);
}

interface Both {
  readonly before: Settings;
  readonly after: Settings;
  readonly had: Leaves;
  readonly has: Leaves;
}

/** @param top what becomes of a setting's configuration */
function changeAt(path: string, both: Both, top: EntryFate): readonly LeafChange[] {
  const { had, has } = both;
  const leaf = had.get(path) ?? has.get(path);
  if (leaf === undefined) return [];
  const [before, after] = [had.get(path)?.value ?? undefined, has.get(path)?.value ?? undefined];
  const change = { ...placeOf(leaf, path), ...ends(before, after) };
  if (leaf.nth !== undefined) return [{ ...change, verdict: "unclassified", removes: after === undefined }];
  const entry = entryOf(leaf);
  if (entry === undefined) return [settingChange(change, leaf.definition, top)];
  const fate = !had.has(entry) ? "comes" : has.has(entry) ? "stays" : "goes";
  const isListed = kindOf(leaf) === "keyed";
  if (leaf.exists === "entry") return isListed ? [presence(leaf, both)] : existence(leaf, path, both);
  if (isListed && fate !== "stays") return []; // a policy that comes or goes is one leaf
  return [weighed(settingChange(change, leaf.definition, leaf.field === "enabled" ? "stays" : fate, fate), both)];
}

type Unjudged = Pick<LeafChange, "setting" | "key" | "field" | "path" | "before" | "after">;

/** @param entry what becomes of what it belongs to, where its `enabled` counts as on while it is not set */
function settingChange(change: Unjudged, field: Field | undefined, fate: EntryFate, entry = fate): LeafChange {
  const { before, after } = change;
  if (field === undefined) {
    const isUnwritable = change.key === undefined && change.field === undefined ? true : entry === "stays";
    return {
      ...change,
      verdict: "unclassified",
      ...(isUnwritable ? { removes: false, isUnwritable } : { removes: after === undefined }),
    };
  }
  const { verdict, words } = leafVerdict(field.verdict ?? { by: "unclassified" }, before, after, fate);
  const removes = removesFrom(field, before, after, entry === "stays");
  return { ...change, verdict, ...(words === undefined ? {} : { words }), removes };
}

/**
 * The leaves of one analyzer, policy or notifications, weighed together, since what is switched off does nothing.
 *
 * | off                      | `enabled`                                    | the other leaves |
 * |--------------------------|----------------------------------------------|------------------|
 * | afterwards, not before   | weaker                                       | neutral          |
 * | before, not afterwards   | stronger; unclassified where it becomes unset | neutral          |
 * | before and afterwards    |                                              | neutral          |
 */
function weighed(change: LeafChange, { had, has }: Both): LeafChange {
  const enabled = pathOf({ ...placeOf(change, ""), field: "enabled" });
  const [wasOff, isOff] = [had, has].map((leaves) => leaves.get(enabled)?.value === false);
  if (wasOff !== true && isOff !== true) return change;
  const { words: _words, ...wordless } = change;
  if (change.field !== "enabled") return { ...wordless, verdict: "neutral" };
  if (isOff === true) return change;
  return change.after === undefined ? { ...wordless, verdict: "unclassified" } : { ...change, verdict: "stronger" };
}

/** A policy that comes or goes is one leaf. */
function presence(leaf: HeldLeaf, { before: from, after: to }: Both): LeafChange {
  const [before, after] = [from, to].map(({ code_policies: all }) => byId(all).get(leaf.key ?? ""));
  const verdict = presenceVerdict(before, after);
  const { words } = settingsFields.code_policies;
  return {
    ...placeOf(leaf, pathOf(leaf)),
    ...ends(before, after),
    verdict,
    ...(verdict === "weaker" || verdict === "stronger" ? { words: words[verdict] } : {}),
    removes: before !== undefined,
  };
}

/** An analyzer without leaves is still there to be removed. */
function existence(leaf: HeldLeaf, path: string, { had, has }: Both): readonly LeafChange[] {
  const isBare = ![...had].some(([at, each]) => at !== path && entryOf(each) === path);
  return leaf.key !== undefined && isBare && !has.has(path)
    ? [{ ...placeOf(leaf, path), before: {}, verdict: "neutral", removes: true }]
    : [];
}

/**
 * A list that is not set is an empty one while its entry stays. Where the order of a list counts, its former one goes
 * away unless what is new comes last, where a service that merges lists puts it.
 */
function removesFrom(field: Field, before: unknown, after: unknown, inBoth: boolean): boolean {
  if (!Array.isArray(before) || !(inBoth || after !== undefined)) return after === undefined;
  const [had, has] = [texts(before), texts(after)];
  return isOrdered(field, had) || isOrdered(field, has)
    ? !had.every((each, at) => has[at] === each)
    : !had.every((each) => has.includes(each));
}

const placeOf = ({ setting, key, field, nth }: Leaf, path: string): Leaf & { readonly path: string } => ({
  setting,
  ...(key === undefined ? {} : { key }),
  ...(field === undefined ? {} : { field }),
  ...(nth === undefined ? {} : { nth }),
  path,
});

const ends = (before: unknown, after: unknown): Pick<LeafChange, "before" | "after"> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

const kindOf = ({ setting }: Leaf): Field["kind"] | undefined =>
  (own(settingsFields, setting) as Field | undefined)?.kind;

/** Settings and fields as the model lists them, then those that it does not know; entries by their keys. */
function inOrderOfTheModel(one: LeafChange, other: LeafChange): number {
  if (one.setting !== other.setting) return byRank(settingsFields, one.setting, other.setting);
  const byEntry = (one.nth ?? 0) - (other.nth ?? 0) || compareText(one.key ?? "", other.key ?? "");
  return byEntry || byRank(entryFields(one), one.field ?? "", other.field ?? "");
}

function byRank(fields: Fields, one: string, other: string): number {
  const names = Object.keys(fields);
  const [left, right] = [one, other].map((name) => (Object.hasOwn(fields, name) ? names.indexOf(name) : names.length));
  return (left ?? 0) - (right ?? 0) || compareText(one, other);
}

function entryFields({ setting }: Leaf): Fields {
  const field = own(settingsFields, setting) as Field | undefined;
  if (field?.kind === "map" || field?.kind === "keyed") return field.entry;
  return field?.kind === "object" ? field.fields : {};
}
