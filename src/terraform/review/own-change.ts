import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { firstLines } from "../../diagnostics/enumeration";
import { visible } from "../../diagnostics/foreign-text";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import { address, configurationId } from "../../model/ids";
import { predicateOf, subjectOf } from "../../model/leaf-sentence";
import type { LeafVerdict } from "../../model/leaf-verdict";
import { type Leaf, type Leaves, leavesOf, pathOf } from "../../model/leaves";
import { type SettingName, settingsFields } from "../../model/settings";
import { target } from "../../reconcile/plan/target";
import { withCanonicalIdsOf } from "../../reconcile/plan/resolve-ids";
import { desiredBy } from "../configuration/configuration-state";
import { toSettings } from "../configuration/settings";
import { isWhollyKnown, knownPart, type ObjectValue, Unknown } from "../value";
import { quotedUnlessPlain } from "../verdict/repository-effect";
import { unknownLeaves } from "../verdict/unknown-leaves";

/**
 * The attribute `review` of a configuration: the leaves that its own change makes weaker, stronger, or unclassified. It
 * follows from the prior state and the plan alone, and so is the same in the plan, in its repetition by an apply, and in
 * the state.
 *
 * | the prior state              | the plan            | gives                                                          |
 * |------------------------------|---------------------|----------------------------------------------------------------|
 * | none                         | anything            | one line: what may be taken over is not known                  |
 * | a leaf                       | another value       | its verdict (decision 13)                                      |
 * | a leaf                       | none                | nothing: it is left as the service has it                      |
 * | none                         | a value             | its verdict in place of what is not set                        |
 * | no list, or no policies      | a list, or policies | unclassified: what they replace is not known                   |
 *
 * @returns unknown while a setting of a configuration that exists is; and where nothing may change once all is known, since
 *   the review of the prior state stays then
 */
export function reviewOfChange(prior: ObjectValue | null, planned: ObjectValue): ObjectValue | Unknown {
  if (prior === null) return reviewLines({ unclassified: [mayTakeOver] });
  const declared = desiredBy({ ...planned, name: null, renamed_from: null });
  if (declared === undefined) return new Unknown();
  const before = { id: configurationId("it"), settings: toSettings(prior) };
  const wanted = withCanonicalIdsOf(
    { configurations: [before], repositories: [] },
    { ...declared, address: address("it") },
  );
  const unsure = new Set(declaredWithout(planned, prior).flatMap(({ path, isList }) => (isList ? [path] : [])));
  const changes = compareSettings(before.settings, target(before.settings, wanted)).filter(
    ({ path, setting }) => !unsure.has(path) && !unsure.has(setting),
  );
  const wordsOf = (verdict: LeafVerdict): readonly string[] =>
    changes.filter((each) => each.verdict === verdict).map(lineOf);
  const isExclusiveNow = planned["exclusive_analyzers"] === true && prior["exclusive_analyzers"] !== true;
  const review = reviewLines({
    weaker: wordsOf("weaker"),
    stronger: wordsOf("stronger"),
    unclassified: [
      ...wordsOf("unclassified"),
      ...[...unsure].map((path) => `${path}: the value that it replaces was not declared`),
      ...(isExclusiveNow ? ["analyzers: those that are not declared are removed"] : []),
    ],
  });
  const mayStay = Object.entries(planned).every(
    ([name, value]) => name === "review" || !isWhollyKnown(value) || isDeepStrictEqual(value, prior[name]),
  );
  return mayStay && !isDeepStrictEqual(review, prior["review"]) ? new Unknown() : review;
}

/** It does not depend on the account, which may be another one by the time of the apply. */
const mayTakeOver =
  "a configuration of this name that the account has is taken over and updated in place, even where the plan says created or replaced";

/** As many as a reader takes in. */
const mostLines = 40;

const reviewLines = (lines: Partial<Record<LeafVerdict, readonly string[]>>): ObjectValue =>
  Object.fromEntries(
    (["weaker", "stronger", "unclassified"] as const).map((verdict) => [verdict, shortened(lines[verdict] ?? [])]),
  );

/** The first lines, and how many more there are. Each is one line, whatever the names hold. */
export function shortened(lines: readonly string[]): readonly string[] {
  return firstLines(lines, mostLines - 1).map(visible);
}

/** `secrets: no longer blocks pull requests`, without a value, which may come from a sensitive variable. */
function lineOf(change: LeafChange): string {
  const said = change.setting === "comment" ? undefined : predicateOf(change); // its words are its values
  return said === undefined
    ? `${change.path}: ${wordless(change)}`
    : `${subjectOf(change, new Map(), quotedUnlessPlain)}: ${said.replace(/^: /, "")}`;
}

const wordless = ({ before, after }: LeafChange): string =>
  before === undefined ? "is set" : after === undefined ? "is no longer set" : "changes";

interface DeclaredLeaf {
  readonly path: string;
  /** Whether it is a list, or all policies: where none was declared, it is not known what they replace. */
  readonly isList: boolean;
}

/**
 * The leaves that one declaration of a configuration has and the other lacks. An entry of a map that is declared as a
 * whole is no such leaf: without it the entry is removed, and with it it comes.
 */
function declaredWithout(has: ObjectValue, lacks: ObjectValue): readonly DeclaredLeaf[] {
  const there = leavesIn(lacks);
  const unknown = new Set(unknownLeaves(lacks).map(({ path }) => path));
  return [...leavesIn(has)].flatMap(([spelling, { place, exists }]): readonly DeclaredLeaf[] => {
    const { path, setting, key, entry = setting, definition } = place;
    const kind = kindOf(place);
    if (there.has(spelling) || [path, entry, setting].some((each) => unknown.has(each))) return [];
    // policies are declared as a whole, and so are analyzers where they are exclusive
    if (kind === "keyed" && key === undefined) return [{ path, isList: true }];
    const isWhole = kind === "keyed" || (setting === "analyzers" && lacks["exclusive_analyzers"] === true);
    const isOtherEntry = key !== undefined && !there.has(spellingOf({ setting, key }));
    if (exists !== undefined || (isWhole && isOtherEntry)) return [];
    return [{ path, isList: definition?.kind === "set" || definition?.kind === "list" }];
  });
}

/** The leaves under one spelling for all of an id. */
const leavesIn = (object: ObjectValue): Leaves =>
  new Map([...leavesOf(toSettings(knownPart(object))).values()].map((leaf) => [spellingOf(leaf.place), leaf]));

const spellingOf = (leaf: Leaf): string => {
  const { key } = leaf;
  return pathOf(kindOf(leaf) === "keyed" && key !== undefined ? { ...leaf, key: key.toLowerCase() } : leaf);
};

const kindOf = ({ setting }: Leaf) => settingsFields[setting as SettingName].kind; // a declaration has no other

/** Warns about leaves that were declared before and are not declared now. What the change removes is not one. */
export function noLongerManaged(prior: ObjectValue, planned: ObjectValue): readonly Diagnostic[] {
  const leaves = declaredWithout(prior, planned).map(({ path }) => path);
  if (leaves.length === 0) return [];
  return [
    warning("no-longer-managed", `${leaves.join(", ")}: not declared any more, and so left as the service has it.`),
  ];
}
