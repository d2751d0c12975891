import { count } from "../../diagnostics/count";
import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, ManagedScope } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import { address, type Address, type ConfigurationId } from "../../model/ids";
import { LikePatternError, like } from "../../model/sql-like";
import type { Deletion, Holders, Move } from "./change";

/** The address of a deletion: the configuration is not declared, so it names the live object. */
export const undeclared = (id: ConfigurationId): Address => address(`undeclared.${id}`);

/** The address is no place in a declaration. */
export const isUndeclared = (at: string): boolean => at.startsWith("undeclared.");

/** A live configuration to delete. */
export type Unwanted = Pick<Deletion, "live" | "named">;

export interface UnwantedInput {
  readonly desired: Desired;
  /** Deletes everything that is owned and not declared, not just what is named. */
  readonly prune: boolean;
  readonly configurations: readonly Configuration[];
  /** The live configurations that are declared. */
  readonly declared: ReadonlySet<ConfigurationId>;
}

/**
 * Live configurations to delete: those that are named, and those that the declaration owns and does not declare. A configuration that a rule assigns by id is in use and is kept.
 *
 * @throws ScanformError when no managed scope is declared
 */
export function unwantedIn({ desired, prune, configurations, declared }: UnwantedInput): readonly Unwanted[] {
  const named = new Set(desired.deletions);
  const owns = prune ? ownedBy(desired.managedScope) : () => false;
  const used = new Set(
    desired.assignments.flatMap(({ rules }) =>
      rules.flatMap(({ target }) =>
        "leave" in target || "address" in target.configuration ? [] : [target.configuration.id],
      ),
    ),
  );
  return configurations
    .filter((each) => named.has(each.id) || (!declared.has(each.id) && !used.has(each.id) && owns(each)))
    .map((live) => ({ live, named: named.has(live.id) }));
}

/** The deletions of configurations. @param holders their repositories before the moves */
export function deletionsOf(
  unwanted: readonly Unwanted[],
  moves: readonly Move[],
  holders: Holders,
): readonly Deletion[] {
  const leaving = new Set(moves.map(({ repository }) => repository.id));
  return unwanted.map(({ live, named }) => ({
    address: undeclared(live.id),
    live,
    named,
    remaining: holders(live.id).filter((each) => !leaving.has(each.id)),
  }));
}

function ownedBy(scope: ManagedScope | undefined): (live: Configuration) => boolean {
  const refuse = (detail: string): never => {
    throw new ScanformError([error("scope-missing", detail, { address: "provider.scanform", path: "managed_scope" })]);
  };
  if (scope?.all === true) return () => true;
  if (scope?.names === undefined)
    return refuse(
      'Declare in the provider block what it owns: managedScope with { names: "platform-%" }, or { all: true }.',
    );
  try {
    const matches = like(scope.names);
    return ({ name }) => name !== undefined && matches(name);
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return refuse(`names is not a valid pattern: ${thrown.message}.`);
  }
}

/**
 * Why these deletions require force.
 *
 * @param live the number of configurations of the account
 * @param force returns warnings instead of errors
 */
export function deletionRefusals(
  deletions: readonly Deletion[],
  { configurations, managedScope: scope }: Desired,
  live: number,
  force: boolean,
): readonly Diagnostic[] {
  const say = force ? warning : error;
  const pruned = deletions.filter((each) => !each.named).length;
  const most = scope?.maxDeletes ?? Math.min(3, Math.floor(live * 0.3));
  const limit = scope?.maxDeletes === undefined ? "3, or 30 % of the account if that is less" : "its maxDeletes";
  return [
    ...(pruned > 0 && configurations.length === 0
      ? [
          say(
            "declaration-empty",
            `No configuration is declared, so ${String(pruned)} of ${String(live)} would be deleted. Check that this is the right app; omit --prune, or use --force.`,
            { address: "provider.scanform", path: "managed_scope" },
          ),
        ]
      : []),
    ...deletions.flatMap(({ address: at, live: { name, id }, remaining }) => {
      if (remaining.length === 0) return [];
      const names = listed(remaining.map((each) => each.name ?? each.id));
      const detail = `${JSON.stringify(name ?? id)} would be deleted and still has ${names}. Give them another configuration${force ? "." : ", or use --force."}`;
      return [say("delete-in-use", detail, { address: at })];
    }),
    ...(pruned > most
      ? [
          say(
            "delete-too-many",
            `${String(pruned)} of ${count(live, "configuration")} would be deleted; at most ${String(most)} may be (${limit}). Raise maxDeletes in managedScope, or use --force.`,
            { address: "provider.scanform", path: "managed_scope" },
          ),
        ]
      : []),
  ];
}
