import type { LeafChange } from "../../model/compare-settings";
import type { Fields, SetField, Touched } from "../../model/field";
import type { CombinedFinding } from "../../model/findings";
import { own, texts, values } from "../../model/json";
import type { LeafVerdict } from "../../model/leaf-verdict";
import { type Settings, settingsFields } from "../../model/settings";
import type { ImpactFigures } from "../plan/impact";

export type Figure = keyof ImpactFigures;
export const figures = ["noLongerReported", "noLongerBlocking", "newlyBlocking"] as const satisfies readonly Figure[];

/** A figure that may count findings, and which. */
export interface Touch {
  readonly figure: Figure;
  readonly mayCount: (finding: CombinedFinding) => boolean;
}

/** The settings of a repository on both sides; undefined where they are not known, or there is no configuration. */
export interface Sides {
  readonly before: Settings | undefined;
  readonly after: Settings | undefined;
}

/**
 * What changes of settings may do to findings. The specification shows no effect of any setting, no finding carries what
 * found it or whether it blocks, and what is not set may be anything. So nothing is certain to be touched; what is
 * certain not to be rests on these assumptions:
 *
 * - A setting does to a finding what the verdict of its change says, or less (`directions`), and only that of which it is
 *   (`touches` of `src/model/settings.ts`).
 * - A code policy finds findings of the type `code_policy`, an analyzer the others.
 * - What is declared off reports nothing and blocks nothing; what is declared not to block does not block, unless it has
 *   a risk level.
 * - An entry that comes or goes may do anything: what is not declared may run, and in any way.
 * - A file pattern touches files that it may match: `mayMatch`.
 */
export function touchesOf(changes: readonly LeafChange[], sides: Sides): readonly Touch[] {
  if (sides.before === undefined || sides.after === undefined)
    return figures.map((figure) => ({ figure, mayCount: always }));
  return changes.flatMap((change) => touchesOfLeaf(change, sides));
}

const always = (): boolean => true;

type Direction = "less" | "more";
const both: readonly Direction[] = ["less", "more"];
const everything: readonly Touched[] = ["reporting", "blocking"];

const directions: Readonly<Record<LeafVerdict, readonly Direction[]>> = {
  weaker: ["less"],
  stronger: ["more"],
  unclassified: both,
  neutral: [],
};

const figuresOf: Readonly<Record<Touched, Readonly<Record<Direction, readonly Figure[]>>>> = {
  reporting: { less: ["noLongerReported"], more: [] },
  blocking: { less: ["noLongerBlocking"], more: ["newlyBlocking"] },
};

function touchesOfLeaf(change: LeafChange, { before, after }: Sides): readonly Touch[] {
  const { setting, key, verdict } = change;
  const { field, touches = everything } = placeOf(change);
  const isFound = findingsOf(setting);
  const toward = (given: readonly Direction[]) =>
    given.flatMap((direction) => touchesToward(touches, direction, isFound));
  if (setting === "configuration") return toward(both);
  if (key === undefined) return toward(directions[verdict]);

  const [from, to] = [entryOf(before, setting, key), entryOf(after, setting, key)];
  const isPossible: Readonly<Record<Figure, boolean>> = {
    noLongerReported: !isOff(from),
    noLongerBlocking: !blocksNothing(from),
    newlyBlocking: !blocksNothing(to),
  };
  const all =
    from === undefined || to === undefined
      ? both.flatMap((direction) => touchesToward(everything, direction, isFound))
      : field === undefined || verdict === "neutral"
        ? toward(directions[verdict])
        : both.flatMap((direction) => {
            const isReached = reach(field, direction, change);
            if (isReached === false) return [];
            return touchesToward(touches, direction, (finding) => isFound(finding) && isReached(finding));
          });
  return all.filter(({ figure }) => isPossible[figure]);
}

const touchesToward = (
  touched: readonly Touched[],
  direction: Direction,
  mayCount: Touch["mayCount"],
): readonly Touch[] => touched.flatMap((each) => figuresOf[each][direction].map((figure) => ({ figure, mayCount })));

const findingsOf =
  (setting: string): Touch["mayCount"] =>
  ({ finding_type: type }) =>
    setting === "code_policies" ? type === "code_policy" : setting !== "analyzers" || type !== "code_policy";

const isOff = (entry: Values | undefined): boolean => entry?.["enabled"] === false;

const blocksNothing = (entry: Values | undefined): boolean =>
  isOff(entry) || (entry?.["blocking"] === false && entry["risk_level"] === undefined);

/**
 * The files that a list of patterns no longer takes in (`less`), or takes in now: those that a pattern may match which
 * only one side has. A list that is not set may be any list; an empty one of files to look at may be all or none.
 *
 * @returns false where it is none
 */
function reach({ verdict }: PatternField, direction: Direction, change: LeafChange): false | Touch["mayCount"] {
  const [before, after] = [change.before, change.after].map((side) => (side === undefined ? undefined : texts(side)));
  const excludes = verdict.more === "weaker";
  // the side whose own patterns take a file out, or in
  const [of, other] = (direction === "more") === excludes ? [before, after] : [after, before];
  const unclear = excludes ? of === undefined : direction === "less" ? isEmpty(of) || isEmpty(other) : isEmpty(of);
  if (unclear || [...texts(of), ...texts(other)].some(isOpaque)) return always;
  const patterns = texts(of).filter((each) => !texts(other).includes(each));
  if (patterns.length === 0) return false;
  const matches = mayMatch(patterns);
  // the other types may be found in several files, of which they name one or none
  return matches === undefined
    ? always
    : ({ finding_type: type, filename }) => type !== "pullrequest" || filename === undefined || matches(filename);
}

const isEmpty = (list: readonly string[] | undefined): boolean => list === undefined || list.length === 0;

type Values = Readonly<Record<string, unknown>>;
type PatternField = SetField & { readonly verdict: Extract<NonNullable<SetField["verdict"]>, { by: "members" }> };

/** What the change may touch, and its field where that is a list of file patterns. */
function placeOf({ setting, key, path }: LeafChange): {
  readonly touches?: readonly Touched[] | undefined;
  readonly field?: PatternField;
} {
  const fields: Fields = settingsFields;
  const top = Object.hasOwn(fields, setting) ? fields[setting] : undefined;
  if (top === undefined || key === undefined) return { touches: top?.touches };
  const entry: Fields = "entry" in top ? top.entry : {};
  const name = path.slice(`${setting}[${JSON.stringify(key)}].`.length);
  const leaf = Object.hasOwn(entry, name) ? entry[name] : undefined;
  const isPatterns = leaf?.kind === "set" && leaf.verdict?.by === "members" && leaf.verdict.words.unsure !== undefined;
  return { touches: top.touches ?? leaf?.touches, ...(isPatterns ? { field: leaf as PatternField } : {}) };
}

/** An analyzer or a policy in the settings. */
function entryOf(settings: Settings | undefined, setting: string, key: string): Values | undefined {
  const all: unknown = own(values(settings), setting);
  const entry: unknown = Array.isArray(all) ? all.find((each) => values(each)["id"] === key) : own(values(all), key);
  return entry === undefined ? undefined : values(entry);
}

/**
 * Whether a file may match one of the patterns. The specification shows no syntax of patterns, so the answer is no only
 * where it is no in every usual dialect of globs: some letters and digits that the pattern asks for are nowhere in the
 * file's name, in any case.
 *
 * @returns a judge of file names, or undefined where any file may match
 */
export function mayMatch(patterns: readonly string[]): ((file: string) => boolean) | undefined {
  if (patterns.some(isOpaque)) return undefined;
  const needed = patterns.map(literals);
  if (needed.some((parts) => parts.length === 0)) return undefined;
  return (file) => {
    const name = file.toLowerCase();
    return needed.some((parts) => parts.every((part) => name.includes(part)));
  };
}

/** It may be an alternative, a negation or an escape in some dialect: nothing that it asks for is certain. */
const isOpaque = (pattern: string): boolean => !/^[\w*?./-]+$/.test(pattern);

/** The character right before a wildcard may be repeated or left out in some dialect. */
const literals = (pattern: string): readonly string[] =>
  pattern
    .toLowerCase()
    .replaceAll(/[a-z0-9](?=[*?])/g, "*")
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
