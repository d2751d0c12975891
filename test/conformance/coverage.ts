import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsOf } from "../../src/api/openapi";
import type { Kind, Operation } from "../../src/api/operation";
import { type OperationId, operations } from "../../src/api/operations";
import { type Parameter, valueOfText, valueSchema } from "../../src/api/parameter";

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

/** The descriptions of the actions that the tests of an operation must perform. */
export function expectedOf(id: OperationId, operation: Operation): readonly string[] {
  const { method, path, answers, query = {} } = operation;
  return [
    `${method} ${path}`,
    ...[...Object.keys(answers).map(Number), ...errorsOf(operation), 405]
      .filter((status) => !neverAsked.has(status))
      .toSorted((a, b) => a - b)
      .map((status) => statusItem(id, status)),
    ...Object.entries(query).flatMap(([name, parameter]) => expectedOfParameter(id, name, parameter)),
    ...(furtherLimits[id] ?? []).map((limit) => keptItem(id, limit)),
  ];
}

/** Statuses that do not depend on the request. */
const neverAsked: ReadonlySet<number> = new Set([429, 500]);

function expectedOfParameter(id: OperationId, name: string, parameter: Parameter): readonly string[] {
  const { least, most } = limitsOf(parameter);
  return [
    valueItem(id, name),
    ...(parameter.required === true ? [missingItem(id, name)] : [leftOutItem(id, name)]),
    ...[least, most].flatMap((limit) => (limit === undefined ? [] : [limitItem(id, name, limit)])),
    ...(least === undefined ? [] : [belowItem(id, name, least)]),
    ...(most === undefined ? [] : [aboveItem(id, name, most)]),
    ...(least === undefined && most === undefined && canBeWrong(parameter) ? [wrongItem(id, name)] : []),
  ];
}

const canBeWrong = (parameter: Parameter): boolean => parameter.kind !== "text" || parameter.format !== undefined;
const limitsOf = (parameter: Parameter): { readonly least?: number | undefined; readonly most?: number | undefined } =>
  parameter.kind === "integer" ? parameter : {};

const statusItem = (id: string, status: number): string => `${id}: ${String(status)}`;
const keptItem = (id: string, limit: string): string => `${id}: ${limit}`;
const valueItem = (id: string, name: string): string => `${id}: \`${name}\` given`;
const leftOutItem = (id: string, name: string): string => `${id}: \`${name}\` left out`;
const missingItem = (id: string, name: string): string => `${id}: \`${name}\` missing, refused`;
const limitItem = (id: string, name: string, limit: number): string => `${id}: \`${name}\` ${String(limit)}`;
const belowItem = (id: string, name: string, least: number): string =>
  `${id}: \`${name}\` below ${String(least)}, refused`;
const aboveItem = (id: string, name: string, most: number): string =>
  `${id}: \`${name}\` above ${String(most)}, refused`;
const wrongItem = (id: string, name: string): string => `${id}: \`${name}\` not as documented, refused`;

/** The descriptions of a performed action. */
export function doneBy(done: Done): readonly string[] {
  const { operationId: id } = done;
  if ("limit" in done) return [keptItem(id, done.limit)];
  const { query, status } = done;
  const { method, path, query: parameters = {} }: Operation = operations[id];
  const known = Object.entries<Parameter>(parameters);
  if (status === 422) return [statusItem(id, status), ...known.flatMap((each) => refusedBy(id, each, query))];
  if (status >= 300) return [statusItem(id, status)];
  return [
    `${method} ${path}`,
    statusItem(id, status),
    ...known.flatMap(([name]) => {
      const text = query[name];
      return text === undefined ? [leftOutItem(id, name)] : [valueItem(id, name), `${id}: \`${name}\` ${text}`];
    }),
  ];
}

function refusedBy(
  id: OperationId,
  [name, parameter]: readonly [string, Parameter],
  query: Sent["query"],
): readonly string[] {
  const text = query[name];
  if (text === undefined) return parameter.required === true ? [missingItem(id, name)] : [];
  const value = valueOfText(parameter, text);
  if (valueSchema(parameter).safeParse(value).success) return [];
  const { least, most } = limitsOf(parameter);
  if (typeof value === "number" && least !== undefined && value < least) return [belowItem(id, name, least)];
  if (typeof value === "number" && most !== undefined && value > most) return [aboveItem(id, name, most)];
  return [wrongItem(id, name)];
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
