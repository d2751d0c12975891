import { listed } from "../diagnostics/enumeration";
import { refused, text as textValue, toPlain, type Value } from "./expression/value";
import { createHash } from "node:crypto";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { Lookup } from "../model/desired";
import { isObject } from "../model/json";
import { refuse } from "./refusals";
import { validateLookup } from "../model/validate";
import { type LookupName, lookupKinds, type Sought } from "../model/look-up";
import { textsIn } from "../model/normal-form";
import { suggestion } from "../model/suggest";
import { problemAt, DocumentPath, type Stack, at } from "./document";

/** The data sources that a plan resolves from the lists that it reads. */
const types: ReadonlyMap<string, LookupName> = new Map([
  ["scanform_analyzer", "analyzer"],
  ["scanform_custom_policy", "customPolicy"],
  ["scanform_configuration", "configuration"],
  ["scanform_repository", "repository"],
]);

/** The advice for another type. */
export const lookedUp = `The CLI itself looks up ${listed([...types.keys()], types.size)}.`;

const metaArguments = new Set(["//", "provider", "depends_on"]);

/** A lookup, and whose account it is in. */
export interface DeclaredLookup extends Lookup {
  readonly stack: Stack;
  /** The alias of its provider block; empty for the default. */
  readonly alias: string;
}

type Evaluate = (value: unknown, place: DocumentPath) => Value;

/** The lookups of a declaration, read when they are first referred to. */
export class Lookups {
  readonly #diagnostics: Diagnostic[];
  /** By stack and address; undefined for one that is not valid, which has been reported. */
  readonly #read = new Map<string, DeclaredLookup | undefined>();
  readonly #placeholders = new Set<unknown>();
  #used = new Set<DeclaredLookup>();

  /** @param diagnostics receives what is wrong with a lookup */
  constructor(diagnostics: Diagnostic[]) {
    this.#diagnostics = diagnostics;
  }

  /**
   * The lookups that were referred to since the last call, and those whose ids are in a value, which may have come from
   * another that was evaluated before.
   */
  take(value?: unknown): readonly DeclaredLookup[] {
    const used = this.#used;
    this.#used = new Set();
    const all = this.#all();
    if (all.length === 0) return [];
    const texts = textsIn(value);
    return [...used, ...all.filter((each) => !used.has(each) && texts.has(each.placeholder))];
  }

  isPlaceholder(value: unknown): boolean {
    return this.#placeholders.has(value);
  }

  /** The text with the reference in place of each placeholder. */
  readable(text: string): string {
    return this.#all().reduce((all, { placeholder, address }) => all.replaceAll(placeholder, `${address}.id`), text);
  }

  /**
   * What `data.TYPE.NAME.ATTRIBUTE` refers to.
   *
   * @param steps the type, the name and what follows
   * @returns undefined for a type that is not looked up here
   * @throws CannotEvaluate
   */
  reference(
    stack: Stack,
    [type = "", name = "", ...rest]: readonly (string | undefined)[],
    evaluate: Evaluate,
  ): Value | undefined {
    const kind = types.get(type);
    if (kind === undefined) return undefined;
    const attribute = rest.join(".");
    const address = `data.${type}.${name}`;
    const declared = at(stack.json, ["data", type]);
    const block = at(declared, [name]);
    if (!isObject(block)) {
      const known = suggestion(name, isObject(declared) ? Object.keys(declared) : []);
      return refuse(`refers to ${address}, which is not declared. ${known}`, "reference-unknown");
    }
    const { key } = lookupKinds[kind];
    const place = new DocumentPath(stack, ["data", type, name], address);
    const index = `${stack.name} ${address}`;
    // one that refers to itself throws: its attribute is being evaluated already
    if (!this.#read.has(index)) this.#read.set(index, this.#lookup(kind, block, place, evaluate));
    const lookup = this.#read.get(index);
    if (lookup === undefined) return refused;
    this.#used.add(lookup);
    this.#placeholders.add(lookup.placeholder);
    if (attribute === "id") return { kind: "later", value: lookup.placeholder };
    if (attribute === key && "key" in lookup.sought) return textValue(lookup.sought.key);
    return refuse(`refers to what only terraform reads of ${address}: the CLI looks up its id.`);
  }

  #lookup(
    kind: LookupName,
    block: Readonly<Record<string, unknown>>,
    place: DocumentPath,
    evaluate: Evaluate,
  ): DeclaredLookup | undefined {
    const { key } = lookupKinds[kind];
    const names = kind === "analyzer" ? [key] : ["id", key];
    const given = new Map<string, string>();
    for (const [name, value] of Object.entries(block)) {
      if (metaArguments.has(name) || value === null) continue;
      const text = names.includes(name) ? toPlain(evaluate(value, place.child(name))) : value;
      if (text === undefined) return undefined; // which has been reported
      if (!names.includes(name) || typeof text !== "string" || this.isPlaceholder(text)) {
        const why = `${name}: the CLI looks up by a known ${names.join(" or ")} alone.`;
        this.#diagnostics.push(error("not-evaluable", why, place.child(name)));
        return undefined;
      }
      given.set(name, text);
    }
    const problems = validateLookup(key, given);
    this.#diagnostics.push(...problems.map((each) => problemAt(each, place)));
    if (problems.length > 0) return undefined;
    const id = given.get("id");
    const sought: Sought = id === undefined ? { key: given.get(key) ?? "" } : { id };
    const provider = block["provider"];
    return {
      kind,
      sought,
      placeholder: placeholderOf(kind, sought),
      address: place.address ?? "",
      path: place.child(id === undefined ? key : "id").path,
      stack: place.stack,
      alias: typeof provider === "string" ? provider.replace(/^scanform\.?/, "") : "",
    };
  }

  #all(): readonly DeclaredLookup[] {
    return [...this.#read.values()].filter((each) => each !== undefined);
  }
}

/** A UUID of version 8 that says what is looked up: the same for the same, and no id of the service. */
function placeholderOf(kind: LookupName, sought: Sought): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(["scanform lookup", kind, sought]))
    .digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
