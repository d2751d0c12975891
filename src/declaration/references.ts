import { entryAddress } from "../diagnostics/entry-address";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { listed, suggestions } from "../model/suggest";
import { typeOfAttribute } from "./attribute-types";
import { cannot } from "./expression/cannot-evaluate";
import { any, type Type, IdOf } from "./expression/value";
import type { Lookups } from "./lookups";
import { DocumentPath, type Stack, at, has, keysOf } from "./document";

const crossStack = "cross-stack-reference-input-";

/** A stack's name in cdktf's cross-stack references: no slashes and no characters that an id excludes. */
const spelled = ({ constructPath }: Stack): string =>
  constructPath.replaceAll("/", "--").replace(/[^A-Za-z0-9_-]/g, "");

/** What a reference leads to. */
interface Found {
  /** As it stands in JSON, evaluated; undefined after a diagnostic. */
  readonly value: unknown;
  /** Its type in the provider's schema; `any` where it has none. */
  readonly type: Type;
  /** The steps that follow. */
  readonly steps: readonly string[];
}

/** References to resources of scanform, to its lookups, and to the outputs of other stacks. */
export class References {
  readonly #stacks: ReadonlyMap<string, readonly Stack[]>;
  readonly #suggest = suggestions();

  constructor(
    stacks: readonly Stack[],
    readonly lookups: Lookups,
    readonly evaluate: (value: unknown, place: DocumentPath) => unknown,
  ) {
    this.#stacks = groupBy(stacks, spelled);
  }

  /**
   * @param steps from the root, such as `scanform_configuration`
   * @throws CannotEvaluate
   */
  find(stack: Stack, steps: readonly [string, ...string[]]): Found {
    const [root, name, attribute, ...rest] = steps;
    if (root === "data") return this.#data(stack, [name, attribute, ...rest]);
    const isOurs = root.startsWith("scanform_");
    const why = "does not refer to a resource of scanform.";
    if (name === undefined) return cannot(isOurs ? why : `${why} A key stands in quotes.`);
    if (attribute === undefined || !isOurs) return cannot(why);
    const declared = at(stack.json, ["resource", root]);
    const resource = at(declared, [name]);
    if (!isObject(resource)) return this.#undeclared(`${root}.${name}`, name, keysOf(declared));
    if (root === "scanform_configuration" && attribute === "id" && rest.length === 0)
      return { value: new IdOf(stack.name, root, name), type: any, steps: [] };
    const value = at(resource, [attribute]);
    if (value === undefined)
      cannot("refers to an attribute that is not declared, and so is known only after the apply.");
    const place = new DocumentPath(stack, ["resource", root, name, attribute], `${root}.${name}`);
    const evaluated = this.evaluate(value, place);
    if (root === "scanform_configurations" && attribute === "configurations" && rest.length === 2 && rest[1] === "id")
      return { value: this.#idOfEntry(stack, name, evaluated, rest[0] ?? ""), type: any, steps: [] };
    return { value: evaluated, type: typeOfAttribute(root, attribute), steps: rest };
  }

  /** @param entries undefined where they could not be evaluated, which has been reported */
  #idOfEntry(stack: Stack, name: string, entries: unknown, key: string): IdOf | undefined {
    if (entries === undefined) return undefined;
    if (!has(entries, key))
      return this.#undeclared(entryAddress(`scanform_configurations.${name}`, key), key, keysOf(entries));
    return new IdOf(stack.name, "scanform_configurations", name, key);
  }

  #undeclared(what: string, word: string, known: Iterable<string>): never {
    const detail = `refers to ${what}, which is not declared. ${this.#suggest(word, known)}`;
    return cannot(detail.trimEnd(), "reference-unknown"); // there may be no suggestion
  }

  #data(stack: Stack, steps: readonly (string | undefined)[]): Found {
    const looked = this.lookups.reference(stack, steps, this.evaluate);
    if (looked !== undefined)
      return "why" in looked ? cannot(looked.why, looked.code) : { value: looked.value, type: any, steps: [] };
    const [type, name, outputs, output, ...rest] = steps;
    const isOutput = type === "terraform_remote_state" && name?.startsWith(crossStack) === true;
    if (!isOutput || outputs !== "outputs" || output === undefined)
      return cannot("refers to a data source, which terraform reads.");
    const other = name.slice(crossStack.length);
    const meant = this.#stacks.get(other) ?? [];
    if (meant.length > 1) {
      const names = meant.map((each) => each.name);
      cannot(`may mean the stack ${listed(names, 10, "or")}.`);
    }
    const [source] = meant;
    const value = at(source?.json, ["output", output, "value"]);
    if (source === undefined || value === undefined)
      return cannot(
        `refers to an output ${JSON.stringify(output)} that the stack ${JSON.stringify(other)} does not have.`,
        "reference-unknown",
      );
    const place = new DocumentPath(source, ["output", output, "value"], `output.${output}`);
    return { value: this.evaluate(value, place), type: any, steps: rest.map(String) };
  }
}

/** What the steps lead to, as it stands in JSON. */
export function descend(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    // present without a value: it could not be evaluated, which has been reported
    if (found === undefined) return undefined;
    if (!has(found, step)) cannot("refers to something that is not declared.");
    found = at(found, [step]);
  }
  return found;
}
