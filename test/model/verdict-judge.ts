import fc from "fast-check";
import { compareSettings } from "../../src/model/compare-settings";
import type { LeafVerdict } from "../../src/model/leaf-verdict";
import type { Settings } from "../../src/model/settings";

/**
 * The verdict of each leaf that changes, by its path: a second judge, written from the words of the table *A leaf's
 * verdict*, and not from the code. It names the settings itself.
 */
export type Verdicts = Readonly<Record<string, LeafVerdict>>;

type Entry = Readonly<Record<string, unknown>>;
/** What becomes of an entry, or of the configuration for what is at the top. */
interface Sides {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

const orders: Readonly<Record<string, readonly unknown[]>> = {
  enabled: [false, true],
  blocking: [false, true],
  silent: [true, false],
  comment: ["disabled", "silent", "enabled"],
};
const lists = ["excludes", "includes", "integration_names"];
const harmless = ["show_scan_confirmation", "deduplicate"];
const everything = ["**", "**/*", "*"];

/** @param before undefined where the repository has no configuration */
export function judge(before: Settings | undefined, after: Settings): Verdicts {
  const sides: Sides = { before, after };
  const known = ["analyzers", "code_policies", "notifications"];
  const found: Record<string, LeafVerdict> = {};
  for (const name of namesIn(sides).filter((each) => !known.includes(each))) {
    const verdict = leafOf(name, sides);
    if (verdict !== undefined) found[name] = verdict;
  }
  const analyzers = { before: before?.analyzers ?? {}, after: after.analyzers ?? {} };
  for (const slug of namesIn(analyzers)) {
    const entry = { before: analyzers.before[slug], after: analyzers.after[slug] };
    const at = `analyzers["${slug}"]`;
    Object.assign(found, entryOf(at, entry));
    if (entry.after === undefined && Object.keys(entry.before ?? {}).length === 0) found[at] = "neutral";
  }
  const policies = { before: policiesOf(before), after: policiesOf(after) };
  for (const id of namesIn(policies)) {
    const entry = { before: policies.before[id], after: policies.after[id] };
    const at = `code_policies["${id}"]`;
    if (entry.before !== undefined && entry.after !== undefined) Object.assign(found, entryOf(at, entry));
    else found[at] = policyOf(entry);
  }
  Object.assign(found, entryOf("notifications", { before: before?.notifications, after: after.notifications }));
  return found;
}

const policiesOf = (settings: Settings | undefined): Readonly<Record<string, Entry>> =>
  Object.fromEntries((settings?.code_policies ?? []).map(({ id, ...entry }) => [id, entry]));

const namesIn = ({ before = {}, after = {} }: Sides): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

/** "A code policy that comes or goes (one leaf, its whole entry)". */
function policyOf({ before, after }: Sides): LeafVerdict {
  const entry = before ?? after ?? {};
  if (entry["enabled"] === false) return "neutral";
  if (before !== undefined) return "weaker";
  return entry["silent"] === true || entry["blocking"] === false ? "unclassified" : "stronger";
}

/** "What is off decides for its entry". */
function entryOf(at: string, entry: Sides): Verdicts {
  const [wasOff, isOff] = [entry.before?.["enabled"] === false, entry.after?.["enabled"] === false];
  return Object.fromEntries(
    namesIn(entry).flatMap((name) => {
      const verdict = leafOf(name, entry);
      if (verdict === undefined) return [];
      if (!wasOff && !isOff) return [[`${at}.${name}`, verdict]];
      if (name !== "enabled") return [[`${at}.${name}`, "neutral" as const]];
      if (isOff) return [[`${at}.${name}`, "weaker" as const]];
      return [[`${at}.${name}`, entry.after?.["enabled"] === undefined ? ("unclassified" as const) : "stronger"]];
    }),
  );
}

/** The verdict of one leaf; undefined where it does not change. */
function leafOf(name: string, sides: Sides): LeafVerdict | undefined {
  const [from, to] = [sides.before?.[name], sides.after?.[name]];
  if (lists.includes(name)) return listOf(name, sides);
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined;
  if (harmless.includes(name)) return "neutral";
  const order = orders[name];
  return order === undefined ? "unclassified" : rankOf(order, from, to, sides.before === undefined);
}

function rankOf(order: readonly unknown[], from: unknown, to: unknown, comes: boolean): LeafVerdict {
  const [weakest, strongest] = [order[0], order.at(-1)];
  const isKnown = (value: unknown): boolean => order.includes(value);
  if (isKnown(from) && isKnown(to)) return order.indexOf(to) < order.indexOf(from) ? "weaker" : "stronger";
  if (from === undefined && to === strongest) return "stronger";
  if (from === undefined && to === weakest) return comes ? "unclassified" : "weaker";
  if (from === strongest && to === undefined) return "weaker";
  if (from !== undefined && !isKnown(from) && to === weakest) return "weaker";
  return "unclassified";
}

function listOf(name: string, { before, after }: Sides): LeafVerdict | undefined {
  const isStaying = before !== undefined && after !== undefined;
  // "a list that is not set is compared as an empty one where its entry is set on both sides"
  const from = (before?.[name] ?? (isStaying ? [] : undefined)) as readonly string[] | undefined;
  const to = (after?.[name] ?? (isStaying ? [] : undefined)) as readonly string[] | undefined;
  if (from === undefined && to === undefined) return undefined;
  const isPatterns = name !== "integration_names";
  const isTurned = isPatterns && [...(from ?? []), ...(to ?? [])].some((each) => each === "" || each.startsWith("!"));
  if (from === undefined || to === undefined) return unsetList(name, from, to);
  const gained = to.filter((each) => !from.includes(each)).length;
  const lost = from.filter((each) => !to.includes(each)).length;
  if (gained === 0 && lost === 0)
    return isTurned && JSON.stringify(from) !== JSON.stringify(to) ? "unclassified" : undefined;
  const isWeaker = {
    excludes: gained > 0,
    includes: (from.length === 0 && to.length > 0) || (lost > 0 && to.length > 0),
    integration_names: lost > 0,
  }[name];
  if (isWeaker === true) return "weaker";
  return isTurned || (name === "includes" && to.length === 0) ? "unclassified" : "stronger";
}

/** One side lacks the entry, and so the list. */
function unsetList(name: string, from: readonly string[] | undefined, to: readonly string[] | undefined): LeafVerdict {
  const isEmpty = (from ?? to ?? []).length === 0;
  if (name === "excludes") {
    if (from === undefined && to?.some((each) => everything.includes(each)) === true) return "weaker";
    if (isEmpty) return from === undefined ? "stronger" : "weaker";
  }
  if (name === "integration_names" && from === undefined && isEmpty) return "weaker";
  return "unclassified";
}

const patterns = fc.array(fc.constantFrom("a", "b", "**", "*", "!a", ""), { maxLength: 3 });
const names = fc.array(fc.constantFrom("a", "!b", "c"), { maxLength: 3 });
/** Now and then a value that is newer than the model. */
const flag = fc.oneof({ weight: 8, arbitrary: fc.boolean() }, { weight: 1, arbitrary: fc.constant("perhaps") });
const some = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true });

const policy = { enabled: flag, silent: flag, blocking: flag };
const analyzer = some({
  ...{ enabled: flag, silent: flag, blocking: flag, excludes: patterns, includes: patterns, depth: fc.nat(1) },
  risk_level: fc.constantFrom("low", "high"),
});

const settings = some({
  comment: fc.constantFrom("disabled", "silent", "enabled", "loud"),
  show_scan_confirmation: fc.boolean(),
  risk_threshold: fc.nat(2),
  tomorrow: fc.nat(1),
  analyzers: fc.dictionary(fc.constantFrom("x", "y"), analyzer, { maxKeys: 2, noNullPrototype: true }),
  code_policies: fc
    .uniqueArray(fc.record({ id: fc.constantFrom("p", "q"), rest: some(policy) }), {
      selector: ({ id }) => id,
      maxLength: 2,
    })
    .map((all) => all.map(({ id, rest }) => ({ id, ...rest }))),
  notifications: some({ enabled: flag, deduplicate: fc.boolean(), integration_names: names }),
}) as fc.Arbitrary<Settings>;

/** Settings before and after, of which many leaves are the same; before there may be no configuration. */
export const settingPairs: fc.Arbitrary<readonly [before: Settings | undefined, after: Settings]> = fc.tuple(
  fc.option(settings, { nil: undefined, freq: 10 }),
  settings,
);

/** The comparison gives each leaf that changes the verdict that the judge gives it, and names no other leaf. */
export function agreesOn(before: Settings | undefined, after: Settings): void {
  const leaves = compareSettings(before, after).map(({ path, verdict }) => [path, verdict]);
  expect(Object.fromEntries(leaves)).toEqual(judge(before, after));
}
