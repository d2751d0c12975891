import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsOf } from "../../src/api/openapi";
import type { Kind, Operation } from "../../src/api/operation";
import { type OperationId, operations } from "../../src/api/operations";
import { isAllowed, type Parameter, valueOfText } from "../../src/api/parameter";

/** A request of the suite and its response. */
export interface Sent {
  readonly operationId: OperationId;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  /** The title of the test that sent it. */
  readonly title: string;
}

/** Records that a test has verified a limit other than that of a parameter: `furtherLimits`. */
export interface Kept {
  readonly operationId: OperationId;
  readonly limit: string;
  readonly title: string;
}

/** An action of a test. */
export type Done = Sent | Kept;

/** The only limit of the specification's *Limits* that is about time. */
export const linkLimit = "`download_url` works until `download_url_expires_at`";

const furtherLimits: Partial<Record<OperationId, readonly string[]>> = {
  getSbom: [linkLimit],
  getLatestSbom: [linkLimit],
};

const file = join(__dirname, "../../docs/coverage.md");

export const operationsOf = (kind: Kind): readonly (readonly [OperationId, Operation])[] =>
  Object.entries<Operation>(operations).flatMap(([id, operation]) =>
    operation.kind === kind ? [[id as OperationId, operation] as const] : [],
  );

/** The descriptions of actions on an operation. */
const itemsOf = (id: string) => ({
  status: (status: number) => `${id}: ${String(status)}`,
  kept: (limit: string) => `${id}: ${limit}`,
  given: (name: string) => `${id}: \`${name}\` given`,
  leftOut: (name: string) => `${id}: \`${name}\` left out`,
  value: (name: string, value: number | string) => `${id}: \`${name}\` ${String(value)}`,
  refused: (name: string, what: string) => `${id}: \`${name}\` ${what}, refused`,
});

const wrong = {
  missing: "missing",
  below: (limit: number) => `below ${String(limit)}`,
  above: (limit: number) => `above ${String(limit)}`,
  other: "not as documented",
};

/** The descriptions of the actions that the tests of an operation must perform. */
export function expectedOf(id: OperationId, operation: Operation): readonly string[] {
  const { method, path, answers, query = {} } = operation;
  const items = itemsOf(id);
  return [
    `${method} ${path}`,
    ...[...Object.keys(answers).map(Number), ...errorsOf(operation), 405]
      .filter((status) => !neverAsked.has(status))
      .toSorted((a, b) => a - b)
      .map(items.status),
    ...Object.entries(query).flatMap(([name, parameter]) => expectedOfParameter(id, name, parameter)),
    ...(furtherLimits[id] ?? []).map(items.kept),
  ];
}

/** Statuses that do not depend on the request. */
const neverAsked: ReadonlySet<number> = new Set([429, 500]);

function expectedOfParameter(id: OperationId, name: string, parameter: Parameter): readonly string[] {
  const { least, most } = limitsOf(parameter);
  const items = itemsOf(id);
  return [
    items.given(name),
    parameter.required === true ? items.refused(name, wrong.missing) : items.leftOut(name),
    ...[least, most].flatMap((limit) => (limit === undefined ? [] : [items.value(name, limit)])),
    ...(least === undefined ? [] : [items.refused(name, wrong.below(least))]),
    ...(most === undefined ? [] : [items.refused(name, wrong.above(most))]),
    ...(least === undefined && most === undefined && canBeWrong(parameter) ? [items.refused(name, wrong.other)] : []),
  ];
}

const canBeWrong = (parameter: Parameter): boolean => parameter.kind !== "text" || parameter.format !== undefined;
const limitsOf = (parameter: Parameter): { readonly least?: number; readonly most?: number } =>
  parameter.kind === "integer" ? parameter : {};

/** The descriptions of a performed action. */
export function doneBy(done: Done): readonly string[] {
  const { operationId: id } = done;
  const items = itemsOf(id);
  if ("limit" in done) return [items.kept(done.limit)];
  const { query, status } = done;
  const { method, path, query: parameters = {} }: Operation = operations[id];
  const known = Object.entries<Parameter>(parameters);
  if (status === 422) return [items.status(status), ...known.flatMap((each) => refusedBy(id, each, query))];
  if (status >= 300) return [items.status(status)];
  return [
    `${method} ${path}`,
    items.status(status),
    ...known.flatMap(([name]) => {
      const text = query[name];
      return text === undefined ? [items.leftOut(name)] : [items.given(name), items.value(name, text)];
    }),
  ];
}

function refusedBy(
  id: OperationId,
  [name, parameter]: readonly [string, Parameter],
  query: Sent["query"],
): readonly string[] {
  const text = query[name];
  const refused = (what: string) => [itemsOf(id).refused(name, what)];
  if (text === undefined) return parameter.required === true ? refused(wrong.missing) : [];
  const value = valueOfText(parameter, text);
  if (isAllowed(parameter, value)) return [];
  const { least, most } = limitsOf(parameter);
  if (typeof value === "number" && least !== undefined && value < least) return refused(wrong.below(least));
  if (typeof value === "number" && most !== undefined && value > most) return refused(wrong.above(most));
  return refused(wrong.other);
}

/** The table of a kind and the actions that are missing in it. */
export function tableOf(
  kind: Kind,
  done: readonly Done[],
): { readonly text: string; readonly missing: readonly string[] } {
  const titles = new Map<string, Set<string>>();
  for (const each of done)
    for (const item of doneBy(each)) titles.set(item, (titles.get(item) ?? new Set()).add(each.title));
  const expected = operationsOf(kind).flatMap(([id, operation]) => expectedOf(id, operation));
  const rows = expected.map((item) => `| ${item} | ${[...(titles.get(item) ?? [])].toSorted().join("; ")} |`);
  return {
    text: `\n| item | tests |\n| --- | --- |\n${rows.join("\n")}\n`,
    missing: expected.filter((item) => !titles.has(item)),
  };
}

const heading = (kind: Kind): string => `\n## ${kind}\n`;

/** The section of a kind in the document, or undefined. */
export function sectionOf(kind: Kind): string | undefined {
  const [, after] = readFileSync(file, "utf8").split(heading(kind));
  return after?.split("\n## ")[0];
}

/** Replaces a section of the document, or appends it. */
export function writeSection(kind: Kind, text: string): void {
  const before = readFileSync(file, "utf8");
  const old = sectionOf(kind);
  const parts = before.split(heading(kind));
  const after = old === undefined ? "" : (parts[1] ?? "").slice(old.length);
  writeFileSync(file, `${parts[0] ?? ""}${heading(kind)}${text}${after}`);
}
