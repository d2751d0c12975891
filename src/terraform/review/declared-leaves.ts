import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { type Leaf, type Leaves, leavesOf, pathOf } from "../../model/leaves";
import { type SettingName, settingsFields } from "../../model/settings";
import { toSettings } from "../configuration/settings";
import { knownPart, type ObjectValue } from "../value";
import { unknownLeaves } from "../verdict/unknown-leaves";

/** A leaf of a declaration. */
interface DeclaredLeaf {
  readonly path: string;
  /** Whether it is a list, or all policies: where none was declared, it is not known what they replace. */
  readonly isList: boolean;
}

/**
 * The leaves that one declaration of a configuration has and the other lacks. An entry of a map that is declared as a
 * whole is no such leaf: without it the entry is removed, and with it it comes.
 */
export function declaredWithout(has: ObjectValue, lacks: ObjectValue): readonly DeclaredLeaf[] {
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
