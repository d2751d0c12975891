import type { z } from "zod";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { canonicalJson } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import { leafVerdicts } from "../../model/leaf-verdict";
import type { accountShape, comparedAccountShape } from "../document-shape";

/** What a plan does to one account, as in its document. */
export type PlannedAccount = z.infer<typeof accountShape>;

/** What has changed between two plans of one account. */
export interface AccountComparison extends Omit<z.infer<typeof comparedAccountShape>, "diagnostics"> {
  readonly diagnostics: readonly Diagnostic[];
}

/** What one of two plans has, and the other has not. */
export type Compared = AccountComparison["came"];

/** An effect that both have, and that differs. */
export type ChangedEffect = AccountComparison["changed"][number];

type PlannedEffect = PlannedAccount["effects"][number];
type ComparedLeaf = ChangedEffect["leaves"]["came"][number];

/**
 * Compares two plans of one account. What differs only in lines of code, the numbers of rules or the order of lists is
 * the same. Comparing the other way round swaps what came and what went.
 */
export function comparePlans(before: PlannedAccount, after: PlannedAccount): AccountComparison {
  const effects = compareEffects(before.effects, after.effects);
  const changes = difference(before.changes, after.changes, ({ address, repositories: _counted, ...each }) =>
    canonicalJson({ ...each, address: each.id === undefined && each.name === undefined ? address : null }),
  );
  const deletions = difference(before.deletions, after.deletions, ({ address: _code, ...each }) => canonicalJson(each));
  const triages = difference(before.triages, after.triages, ({ address: _code, location: _line, ...each }) =>
    canonicalJson(each),
  );
  const moves = difference(before.moves.filter(isUnfelt), after.moves.filter(isUnfelt), ({ rule: _rule, ...each }) =>
    canonicalJson(each),
  );
  const future = difference(...where(before.future, after.future, []), ({ rules: _rules, ...each }) =>
    canonicalJson(each),
  );
  const policies = difference(...where(before.policies, after.policies, []), canonicalJson);
  const partOf = (which: "came" | "went"): Compared => ({
    effects: effects[which],
    changes: changes[which],
    deletions: deletions[which],
    triages: triages[which],
    moves: moves[which],
    future: future[which],
    policies: policies[which],
  });
  return {
    account_id: after.account_id,
    account: after.account,
    digest: { before: before.digest, after: after.digest },
    came: partOf("came"),
    went: partOf("went"),
    changed: effects.changed,
    diagnostics: [
      ...onlyOne(before.future, after.future, "what new repositories would get", "--base"),
      ...onlyOne(before.policies, after.policies, "what policies say", "--policy"),
    ],
  };
}

/** Whether nothing that is compared differs. */
export const isSame = ({ came, went, changed }: AccountComparison): boolean =>
  changed.length === 0 && [came, went].every((each) => Object.values(each).every((list) => list.length === 0));

/** What one of two lists has, and the other has not; of what is there several times, so many as there are more. */
function difference<T>(before: readonly T[], after: readonly T[], keyOf: (each: T) => string) {
  return { came: lacking(after, before, keyOf), went: lacking(before, after, keyOf) };
}

function lacking<T>(wanted: readonly T[], from: readonly T[], keyOf: (each: T) => string): T[] {
  const left = new Map([...groupBy(from, keyOf)].map(([key, group]) => [key, group.length]));
  return wanted.filter((each) => {
    const key = keyOf(each);
    const many = left.get(key) ?? 0;
    left.set(key, many - 1);
    return many <= 0;
  });
}

/** Both, where both are known. */
const where = <T>(before: T | undefined, after: T | undefined, none: T): readonly [before: T, after: T] =>
  before === undefined || after === undefined ? [none, none] : [before, after];

function onlyOne(before: unknown, after: unknown, what: string, option: string): Diagnostic[] {
  if ((before === undefined) === (after === undefined)) return [];
  const which = before === undefined ? "earlier" : "later";
  return [
    warning(
      "compare-partial",
      `The ${which} plan does not say ${what}, so that is not compared. Make both with ${option}.`,
    ),
  ];
}

const isUnfelt = ({ class: kind }: PlannedAccount["moves"][number]): boolean => kind === "unaffected";

/** Effects between the same configurations are one effect, which may have changed. */
function compareEffects(before: readonly PlannedEffect[], after: readonly PlannedEffect[]) {
  const [had, has] = [groupBy(before, sidesOf), groupBy(after, sidesOf)];
  const came: PlannedEffect[] = [];
  const went: PlannedEffect[] = [];
  const changed: ChangedEffect[] = [];
  for (const key of new Set([...had.keys(), ...has.keys()])) {
    // a plan has one of each; whatever a document has more of comes and goes by itself
    const differing = difference(had.get(key) ?? [], has.get(key) ?? [], contentOf);
    const pairs = Math.min(differing.went.length, differing.came.length);
    for (const [at, later] of differing.came.slice(0, pairs).entries()) {
      const earlier = differing.went[at];
      if (earlier !== undefined) changed.push(changedEffect(earlier, later));
    }
    came.push(...differing.came.slice(pairs));
    went.push(...differing.went.slice(pairs));
  }
  return { came, went, changed };
}

/** A configuration by its id, else, where it is yet to be created, by its name. */
const sidesOf = ({ from, to }: PlannedEffect): string =>
  JSON.stringify([from?.id, to?.id, to?.id === null ? (to.name ?? to.address) : null]);

/** What an effect does to which repositories. */
const contentOf = (each: PlannedEffect): string =>
  canonicalJson({
    class: each.class,
    leaves: leavesOf(each).map(leafKey),
    repositories: each.repositories.map(repositoryKey),
  });

/** All leaves of an effect, the weakest first. */
export const leavesOf = (each: PlannedEffect): readonly ComparedLeaf[] =>
  leafVerdicts.flatMap((verdict) => each[verdict].map((leaf) => ({ ...leaf, verdict })));

const leafKey = ({ path, before, after, verdict }: ComparedLeaf): string =>
  canonicalJson({ path, before, after, verdict });

const repositoryKey = ({ id, name }: PlannedEffect["repositories"][number]): string => JSON.stringify([id, name]);

function changedEffect(before: PlannedEffect, after: PlannedEffect): ChangedEffect {
  const repositories = difference(before.repositories, after.repositories, repositoryKey);
  const leaves = difference(leavesOf(before), leavesOf(after), leafKey);
  const gains = repositories.came.length + leaves.came.length;
  const losses = repositories.went.length + leaves.went.length;
  return {
    change: losses === 0 && gains > 0 ? "grew" : gains === 0 && losses > 0 ? "shrank" : "mixed",
    class: { before: before.class, after: after.class },
    from: after.from,
    to: after.to,
    repositories,
    leaves,
  };
}
