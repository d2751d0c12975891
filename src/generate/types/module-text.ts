import { brokenObject } from "../typescript/print";
import { code, string } from "../typescript/syntax";
import { digestOfSnapshot, type Snapshot } from "./snapshot";

/** How the first line of a module begins that `scanform types` has written. */
const mark = "// Made by `scanform types`, which writes it anew. Digest: ";

/** Whether `scanform types` has written a module, whatever became of it since. */
export const isOurs = (text: string): boolean => text.startsWith(mark);

/** Whether a module is that of a snapshot, however it is formatted: spaces, quotes and commas do not count. */
export const isModuleOf = (text: string, snapshot: Snapshot): boolean =>
  unformatted(text) === unformatted(moduleText(snapshot));

const unformatted = (text: string): string => text.replace(/[\s,;"'\\()]/g, "");

/**
 * A TypeScript module with a constant and a member of a union for each name. Names are data: they stand in string
 * literals only, and constants consist of letters, digits and underscores.
 */
export function moduleText(snapshot: Snapshot): string {
  const policies = Object.fromEntries(Object.entries(snapshot.policies).map(([name, { id }]) => [name, id]));
  return `${mark}${digestOfSnapshot(snapshot)}

/** The analyzers of the account, by slug. */
export const Analyzers = ${constantsOf(snapshot.analyzers)} as const;

/** The slug of an analyzer. */
export type Analyzer = (typeof Analyzers)[keyof typeof Analyzers];

/** The custom code policies of the account: each id under its title. */
export const Policies = ${constantsOf(policies)} as const;

/** The id of a custom code policy. */
export type Policy = (typeof Policies)[keyof typeof Policies];

/** The repositories of the account, by name. */
export const Repositories = ${constantsOf(snapshot.repositories)} as const;

/** The name of a repository. */
export type Repository = (typeof Repositories)[keyof typeof Repositories];

/** For \`types\` of ScanformProvider: names that are not among these are refused at synth. */
export const types = ${brokenObject([
    { key: "account_id", value: string(snapshot.account_id) },
    { key: "analyzers", value: code("Analyzers") },
    { key: "policies", value: code("Policies") },
    { key: "repositories", value: code("Repositories") },
  ])} as const;
`;
}

const constantsOf = (values: Readonly<Record<string, string>>): string =>
  brokenObject(Object.entries(values).map(([key, value]) => ({ key, value: string(value) })));
