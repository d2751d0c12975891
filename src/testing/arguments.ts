import { listed } from "../diagnostics/enumeration";
import { fail } from "../diagnostics/error";
import { quoted } from "../diagnostics/foreign-text";
import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";
import { isUuid } from "../model/uuid";
import { isConstruct } from "./synthesize";

/** A repository by its name, its id, or both, which decides about rules that select by either. */
export type RepositoryChoice = string | { readonly name?: string; readonly id?: string };

// Jest and Vitest do not check types: what is misspelt must not be taken for something else, or for nothing.

const wrong = (what: string, value: unknown, wanted: string): never =>
  fail("argument-invalid", `${what} is ${kindOf(value)}: give it ${wanted}.`);

/** @throws ScanformError `argument-invalid` for anything but a text that is not empty */
export function checkText(value: unknown, what: string, wanted = "a string"): asserts value is string {
  if (typeof value !== "string" || value === "") wrong(what, value, wanted);
}

/** @throws ScanformError `argument-invalid` for anything but a UUID */
export function checkId(value: unknown, what: string): asserts value is string {
  if (typeof value !== "string" || !isUuid(value)) wrong(what, value, "a UUID");
}

/** @throws ScanformError `argument-invalid` for anything but an object that has no other keys */
export function checkKeys(value: unknown, what: string, known: readonly string[]): void {
  if (!isObject(value) || isConstruct(value)) return wrong(what, value, `an object with ${listed(known, 10, "or")}`);
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined)
    fail("argument-invalid", `${what} has ${quoted(other)}, which is not known. ${suggestion(other, known)}`);
}

/** @throws ScanformError `argument-invalid` for anything but a name, an id, or both */
export function checkRepository(choice: unknown): asserts choice is RepositoryChoice {
  if (typeof choice !== "object" || choice === null) {
    checkText(choice, "repository", "the name of a repository, or { name, id }");
    return;
  }
  checkKeys(choice, "repository", ["name", "id"]);
  const { name, id } = choice as Readonly<Record<string, unknown>>;
  if (name !== undefined || id === undefined) checkText(name, "repository.name");
  if (id !== undefined) checkId(id, "repository.id");
}

function kindOf(value: unknown): string {
  if (isConstruct(value)) return `the construct ${quoted(value.node.path)}`;
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return value.includes("${") ? "an expression, which no test resolves" : quoted(value);
    case "number":
    case "boolean":
      return String(value);
    case "undefined":
      return "absent";
    case "object":
      return value === null ? "null" : "an object";
    default:
      return `a ${typeof value}`;
  }
}
