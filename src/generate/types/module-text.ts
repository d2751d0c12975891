import { textWidth } from "../../diagnostics/text-width";
import { stringLiteral } from "../typescript/syntax";
import { digestOfSnapshot, type Snapshot } from "./snapshot";

/** How the first line of a module begins that `scanform types` has written, of any version. */
const begin = "// Made by `scanform types`, which ";
const mark = `${begin}overwrites it. Digest: `;

/** Whether `scanform types` has written a module, whatever became of it since. */
export const isOurs = (text: string): boolean => text.startsWith(begin);

/** Whether a module is that of a snapshot, however it is formatted: spaces, quotes and commas do not count. */
export const isModuleOf = (text: string, snapshot: Snapshot): boolean =>
  unformatted(text) === unformatted(moduleText(snapshot));

const unformatted = (text: string): string => text.replace(/[\s,;"'\\()]/g, "");

/**
 * A TypeScript module with a constant and a member of a union for each name. Names are data: they are in string
 * literals only, and constants consist of letters, digits and underscores.
 */
export function moduleText(snapshot: Snapshot): string {
  const policies = Object.entries(snapshot.policies).map(([name, { id }]) => [name, id] as const);
  return `${mark}${digestOfSnapshot(snapshot)}

/** The analyzers of the account, by slug. */
export const Analyzers = ${objectText(Object.entries(snapshot.analyzers))} as const;

/** The slug of an analyzer. */
export type Analyzer = (typeof Analyzers)[keyof typeof Analyzers];

/** The custom code policies of the account: each id under its title. */
export const Policies = ${objectText(policies)} as const;

/** The id of a custom code policy. */
export type Policy = (typeof Policies)[keyof typeof Policies];

/** The repositories of the account, by name. */
export const Repositories = ${objectText(Object.entries(snapshot.repositories))} as const;

/** The name of a repository. */
export type Repository = (typeof Repositories)[keyof typeof Repositories];

/** For \`types\` of ScanformProvider: names that are not among these are refused at synth. */
export const types = {
${property("account_id", stringLiteral(snapshot.account_id))}
  analyzers: Analyzers,
  policies: Policies,
  repositories: Repositories,
} as const;
`;
}

const objectText = (entries: readonly (readonly [name: string, value: string])[]): string =>
  entries.length === 0
    ? "{}"
    : `{\n${entries.map(([name, value]) => property(name, stringLiteral(value))).join("\n")}\n}`;

/** Columns of a line, as prettier has them by default. */
const columns = 80;

/** A property of an object, on one line or, where that is too long, on two. */
export function property(name: string, value: string): string {
  const key = /^[A-Z_][A-Z\d_]*$/i.test(name) ? name : stringLiteral(name);
  const line = `  ${key}: ${value},`;
  return textWidth(line) <= columns || textWidth(key) < 5 ? line : `  ${key}:\n    ${value},`;
}
