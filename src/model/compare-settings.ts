import { type Field, type Fields } from "./field";
import { compareText } from "./fingerprint";
import { byId, texts } from "./json";
import { type EntryFate, type LeafVerdict, leafVerdict, presenceVerdict } from "./leaf-verdict";
import { definitionOf, differences, fieldsOf, type Leaf, type Leaves, leavesOf, type Place } from "./leaves";
import { isOrdered } from "./same-set";
import { type Settings, settingsFields } from "./settings";

/** One leaf that differs, or one entry that comes or goes whole, as it is shown. */
export interface ComparedLeaf extends Leaf {
  /** Such as `analyzers["sql-injection"].blocking`. */
  readonly path: string;
  /** Undefined where nothing is set. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly verdict: LeafVerdict;
}

/** The same, with what a request for it has to know. */
export interface LeafChange extends ComparedLeaf {
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
    .map((path) => changeAt(path, both, top))
    .filter((each) => each !== undefined)
    .sort(inOrderOfTheModel);
}

interface Both {
  readonly before: Settings;
  readonly after: Settings;
  readonly had: Leaves;
  readonly has: Leaves;
}

/** @param top what becomes of a setting's configuration */
function changeAt(path: string, both: Both, top: EntryFate): LeafChange | undefined {
  const { had, has } = both;
  const [left, right] = [had.get(path), has.get(path)];
  const leaf = left ?? right;
  if (leaf === undefined) return undefined;
  const { place, exists } = leaf;
  const { entry, field, nth } = place;
  const [before, after] = [left?.value ?? undefined, right?.value ?? undefined];
  if (nth !== undefined)
    return changeOf(place, before, after, { verdict: "unclassified", removes: after === undefined });
  if (entry === undefined) return changeOf(place, before, after, weightOf(place, before, after, top));
  const isListed = definitionOf({ setting: place.setting })?.kind === "keyed";
  if (exists === "entry") return isListed ? presence(place, both) : existence(place, both);
  const fate = !had.has(entry) ? "comes" : has.has(entry) ? "stays" : "goes";
  if (isListed && fate !== "stays") return undefined; // a policy that comes or goes is one leaf
  const own = weightOf(place, before, after, field === "enabled" ? "stays" : fate, fate);
  return changeOf(place, before, after, besideSwitch(own, place, after, both));
}

/** What the change of a leaf does. */
type Weight = Pick<LeafChange, "verdict" | "removes" | "isUnwritable">;

const changeOf = (
  { setting, key, field, nth, path }: Place,
  before: unknown,
  after: unknown,
  { verdict, removes, isUnwritable }: Weight,
): LeafChange => ({ setting, key, field, nth, path, before, after, verdict, removes, isUnwritable });

/** @param entry what becomes of what it belongs to, where its `enabled` counts as on while it is not set */
function weightOf(
  { entry: within, definition: field }: Place,
  before: unknown,
  after: unknown,
  fate: EntryFate,
  entry = fate,
): Weight {
  if (field === undefined) {
    const isUnwritable = within === undefined || entry === "stays";
    return isUnwritable
      ? { verdict: "unclassified", removes: false, isUnwritable }
      : { verdict: "unclassified", removes: after === undefined };
  }
  const verdict = leafVerdict(field.verdict ?? { by: "unclassified" }, before, after, fate);
  return { verdict, removes: removesFrom(field, before, after, entry === "stays") };
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
function besideSwitch(own: Weight, { entry = "", field }: Place, after: unknown, { had, has }: Both): Weight {
  const enabled = `${entry}.enabled`;
  const isOff = has.get(enabled)?.value === false;
  if (!isOff && had.get(enabled)?.value !== false) return own;
  if (field !== "enabled") return { ...own, verdict: "neutral" };
  if (isOff) return own;
  return after === undefined ? { ...own, verdict: "unclassified" } : { ...own, verdict: "stronger" };
}

/** A policy that comes or goes is one leaf. */
function presence(place: Place, { before: from, after: to }: Both): LeafChange {
  const [before, after] = [from, to].map(({ code_policies: all }) => byId(all).get(place.key ?? ""));
  return changeOf(place, before, after, {
    verdict: presenceVerdict(before, after),
    removes: before !== undefined,
  });
}

/** An analyzer without leaves is still there to be removed. */
function existence(place: Place, { had, has }: Both): LeafChange | undefined {
  const { key, path } = place;
  if (key === undefined || has.has(path)) return undefined;
  for (const { place: other } of had.values()) if (other !== place && other.entry === path) return undefined;
  return changeOf(place, {}, undefined, { verdict: "neutral", removes: true });
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

/** Settings and fields as the model lists them, then those that it does not know; entries by their keys. */
const inOrderOfTheModel = (one: LeafChange, other: LeafChange): number =>
  one.setting === other.setting
    ? (one.nth ?? 0) - (other.nth ?? 0) ||
      compareText(one.key ?? "", other.key ?? "") ||
      byRank(fieldRanks.get(one.setting) ?? noRanks, one.field ?? "", other.field ?? "")
    : byRank(settingRanks, one.setting, other.setting);

/** The positions of names among the fields of the model. */
type Ranks = ReadonlyMap<string, number>;

const ranksOf = (fields: Fields): Ranks => new Map(Object.keys(fields).map((name, at) => [name, at]));
const noRanks: Ranks = new Map();
const settingRanks = ranksOf(settingsFields);
const fieldRanks: ReadonlyMap<string, Ranks> = new Map(
  Object.entries<Field>(settingsFields).map(([setting, field]) => [setting, ranksOf(fieldsOf(field))]),
);

const byRank = (ranks: Ranks, one: string, other: string): number =>
  (ranks.get(one) ?? ranks.size) - (ranks.get(other) ?? ranks.size) || compareText(one, other);
