import { groupBy } from "../model/group-by";
import type { Repository } from "../model/entities";
import type { ConfigurationChange, Deletion, Move } from "../reconcile/plan/change";
import { type SecurityClass, severity } from "../reconcile/plan/classify";
import type { LeafChange } from "../reconcile/plan/diff";
import { strings } from "../reconcile/plan/merge";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { byName, type Route } from "../reconcile/plan/route";
import { summaryOf } from "./document";
import { count, repositories, shortened, displayValue, printable } from "./display";

/** A part of a plan as lines of plain text, for a terminal or a fence. */
export interface Section {
  readonly class: SecurityClass;
  readonly title: string;
  readonly lines: readonly string[];
}

/** `1 to create, 1 to change, 14 repositories move, 31 unchanged`: how much, before anything else. */
export function headline(plan: Plan): string {
  const { create, update, delete: gone, adopt, move, unchanged } = summaryOf(plan);
  const parts = [
    [create, `${String(create)} to create`],
    [update, `${String(update)} to change`],
    [adopt, `${String(adopt)} to adopt`],
    [gone, `${String(gone)} to delete`],
    [move, `${repositories(move)} ${move === 1 ? "moves" : "move"}`],
  ] as const;
  const doing = parts.filter(([number]) => number > 0).map(([, words]) => words);
  return [...(isEmpty(plan) ? ["no changes"] : doing), `${String(unchanged)} unchanged`].join(", ");
}

/** What the requests cost, beside one for each object, and beside the least there could be if that is less. */
export const requestLine = ({ requests: { planned, oneByOne, lowerBound } }: Plan): string => {
  const least = lowerBound < planned ? `; at least: ${String(lowerBound)}` : "";
  return `${count(planned, "request")} (one by one: ${String(oneByOne)}${least})`;
};

/** `acme (5f0c41d2)` */
export const accountLine = ({ account }: Plan): string =>
  account.name === undefined ? account.id : `${printable(account.name)} (${account.id.slice(0, 8)})`;

/** What changes, from what weakens to what is neutral; each counted in the repositories that feel it. */
export function sections(plan: Plan): readonly Section[] {
  const changed = groupBy(
    plan.configurations.filter((each) => each.action !== "no-op"),
    (each) => each.class,
  );
  const moved = groupBy(plan.moves, (each) => each.class);
  const deleted = groupBy(plan.deletions, (each) => (each.remaining.length > 0 ? "weakens" : "neutral"));
  return severity.flatMap((verdict) => {
    const changes = changed.get(verdict) ?? [];
    const moves = moved.get(verdict) ?? [];
    const deletions = verdict === "weakens" || verdict === "neutral" ? (deleted.get(verdict) ?? []) : [];
    if (changes.length + moves.length + deletions.length === 0) return [];
    // repositories that move to a new configuration are counted once, as moves
    const staying = changes.reduce((sum, each) => sum + (each.action === "create" ? 0 : each.repositories), 0);
    const orphaned = deletions.reduce((sum, each) => sum + each.remaining.length, 0);
    const lines = [
      ...deletions.map(deletionLine),
      ...changes.flatMap(changeLines),
      ...[...groupBy(moves, (each) => each.assignments)].flatMap(moveLines),
    ];
    return [
      { class: verdict, title: `${verdict.toUpperCase()}  ${repositories(staying + orphaned + moves.length)}`, lines },
    ];
  });
}

function deletionLine({ address, live, remaining }: Deletion): string {
  const left = remaining.length > 0 ? `   leaves ${repositories(remaining.length)} without a configuration` : "";
  return `  - ${printable(live.name ?? live.id).padEnd(32)}${printable(address)}   deleted for good${left}`;
}

function changeLines(each: ConfigurationChange): readonly string[] {
  const former = each.action === "adopt" ? ` (was ${displayValue(each.live?.name)})` : "";
  const symbol = each.action === "create" ? "+" : "~";
  const leaves = each.changes.map((leaf) =>
    each.action === "create"
      ? [printable(leaf.path), displayValue(leaf.after), ""]
      : [printable(leaf.path), movement(leaf), leaf.note ?? ""],
  );
  const title = `${printable(each.declared.name)}${former}`;
  return [`  ${symbol} ${title.padEnd(32)}${printable(each.address)}`, ...columns(leaves, "      ")];
}

/** Sets are shown by what they gain and lose, anything else by before and after. */
function movement({ before, after }: LeafChange): string {
  if (!Array.isArray(before) && !Array.isArray(after)) return `${displayValue(before)} -> ${displayValue(after)}`;
  const [from, to] = [strings(before), strings(after)];
  const gained = to.filter((each) => !from.includes(each)).map((each) => `+ ${displayValue(each)}`);
  const lost = from.filter((each) => !to.includes(each)).map((each) => `- ${displayValue(each)}`);
  return [...lost, ...gained].join("  ");
}

function moveLines([assignments, moves]: readonly [string, readonly Move[]]): readonly string[] {
  const rows = moves.map(({ repository, fromName, toName, rule }) => [
    printable(repository.name ?? repository.id),
    `${fromName === null ? "(none)" : printable(fromName)} -> ${printable(toName)}`,
    shortened(printable(rule), 100), // a pattern may be of any length, and stands beside every repository that it matches
  ]);
  // what two configurations differ in is said once, not for every repository
  const notes = new Set(
    moves.flatMap(({ fromName, toName, note }) =>
      note === undefined ? [] : [`      ${printable(`${fromName ?? ""} -> ${toName}: ${note}`)}`],
    ),
  );
  return [
    `  > ${repositories(moves.length).padEnd(32)}${printable(assignments)}`,
    ...notes,
    ...columns(rows, "      "),
  ];
}

/** What the plan does not touch, and why. */
export function leftLines(plan: Plan): readonly string[] {
  const names = leftByRule(plan.left, 10).map(({ rule, first, many }) => {
    const shown = first.map(({ name, id }) => printable(name ?? id));
    const more = many > shown.length ? ` and ${String(many - shown.length)} more` : "";
    return `${shown.join(", ")}${more} (rule ${String(rule + 1)})`;
  });
  return [
    ...(names.length > 0 ? [`left as they are: ${names.join("; ")}`] : []),
    ...(plan.unclaimed > 0 && plan.desired.assignments.length > 0
      ? [`matched by no rule, and left as they are: ${repositories(plan.unclaimed)}`]
      : []),
  ];
}

interface LeftByRule {
  readonly rule: number;
  /** In the order of their names. */
  readonly first: Repository[];
  many: number;
}

/** What each rule leaves: how many, and the first so many of them, without putting all of them in order. */
function leftByRule(routes: readonly Route[], shown: number): readonly LeftByRule[] {
  const rules = new Map<number, LeftByRule>();
  routes.forEach(({ rule, repository }) => {
    const known = rules.get(rule) ?? { rule, first: [], many: 0 };
    if (known.many === 0) rules.set(rule, known);
    known.many += 1;
    const last = known.first[shown - 1];
    if (last === undefined || byName(repository, last) < 0) {
      known.first.push(repository);
      known.first.sort(byName).splice(shown);
    }
  });
  const byFirst = ([left]: readonly Repository[], [right]: readonly Repository[]): number =>
    left === undefined || right === undefined ? 0 : byName(left, right);
  return [...rules.values()].sort((left, right) => byFirst(left.first, right.first));
}

/** Rows in columns that line up, as far as that does not push everything to the right. */
function columns(rows: readonly (readonly string[])[], indent: string): readonly string[] {
  const widths = [0, 1].map((column) =>
    rows.reduce((width, row) => Math.min(48, Math.max(width, row[column]?.length ?? 0)), 0),
  );
  return rows.map((row) =>
    (indent + row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")).trimEnd(),
  );
}
