import { listed } from "../diagnostics/enumeration";
import { any, type Type, bool, listOf, mapOf, number, setOf, string } from "./expression/type";
import { IdOf, isMapping, isSequence, text, type Value } from "./expression/value";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { suggestion, suggestions } from "../model/suggest";
import { refuse } from "./refusals";
import { item } from "./expression/collection-functions";
import { convert } from "./expression/convert";
import { lookedUp, type Lookups } from "./lookups";
import type { Variables } from "./variables";
import { at, DocumentPath, keysOf, resourceTypes, type Stack } from "./document";
import type { Field, Fields } from "../model/field";
import { configurationAttributes, ruleFields, triageFields } from "../model/declared-fields";

const crossStack = "cross-stack-reference-input-";

/** A stack's name in cdktf's cross-stack references: no slashes and no characters that an id excludes. */
const spelled = ({ constructPath }: Stack): string =>
  constructPath.replaceAll("/", "--").replace(/[^A-Za-z0-9_-]/g, "");

/** What a reference leads to. */
interface Referent {
  /** As it is declared. */
  readonly value: Value;
  /** Its type in the provider's schema; `any` where it has none. */
  readonly type: Type;
  /** The steps that follow. */
  readonly steps: readonly string[];
}

/** References to variables and locals, to resources of scanform and their lookups, and to the outputs of other stacks. */
export class References {
  readonly #stacks: ReadonlyMap<string, readonly Stack[]>;
  readonly #suggest = suggestions();
  /** Attributes in the types of the schema, so that one that is referred to often is converted once. */
  readonly #converted = new WeakMap<Value, Map<Type, Value>>();

  constructor(
    stacks: readonly Stack[],
    readonly lookups: Lookups,
    readonly variables: Variables,
    readonly evaluate: (value: unknown, place: DocumentPath) => Value,
  ) {
    this.#stacks = groupBy(stacks, spelled);
  }

  /**
   * @param steps from the root, such as `scanform_configuration`
   * @param isAlone whether the value is taken as it is declared; others have the types of the schema
   * @throws CannotEvaluate
   */
  resolve(stack: Stack, steps: readonly [string, ...string[]], isAlone: boolean): Value {
    const { value, type, steps: inside } = this.#find(stack, steps);
    if (isAlone) {
      refuseSetItems(type, inside);
      return inside.reduce(takeItem, value);
    }
    return inside.reduce(takeItem, this.#typed(value, type));
  }

  #typed(value: Value, type: Type): Value {
    const known = this.#converted.get(value) ?? new Map<Type, Value>();
    this.#converted.set(value, known);
    const found = known.get(type);
    if (found !== undefined) return found;
    this.#refuseUnknown(value);
    const converted = convert(value, type);
    known.set(type, converted);
    return converted;
  }

  /** Only a value that is known as a whole can be handed to a function. */
  #refuseUnknown(value: Value): void {
    if (value.kind === "refused") refuse();
    if (isSequence(value)) for (const each of value.items) this.#refuseUnknown(each);
    if (isMapping(value))
      for (const [key, each] of value.entries) {
        if (this.lookups.isPlaceholder(key)) refuse("has a key that is looked up, which is known only after that.");
        this.#refuseUnknown(each);
      }
  }

  #find(stack: Stack, steps: readonly [string, ...string[]]): Referent {
    const [root, name, attribute, ...rest] = steps;
    const why = referenceKinds.get(root);
    if (why !== undefined) return refuse(`refers to ${why}.`);
    if (root === "var") return { value: this.variables.get(stack, name ?? ""), type: any, steps: steps.slice(2) };
    if (root === "local") return { value: this.#local(stack, name ?? ""), type: any, steps: steps.slice(2) };
    if (root === "data") return this.#data(stack, steps.slice(1));
    if (name === undefined || attribute === undefined || !root.startsWith("scanform_")) {
      const isWord = name === undefined && !root.startsWith("scanform_");
      return refuse(`does not refer to a resource of scanform.${isWord ? " A key is quoted." : ""}`);
    }
    const declared = at(stack.json, ["resource", root]);
    if (!resourceTypes.includes(root)) return this.#undeclared(`${root}.${name}`, root, resourceTypes);
    const resource = at(declared, [name]);
    if (!isObject(resource)) return this.#undeclared(`${root}.${name}`, name, keysOf(declared));
    if (root === "scanform_configuration" && attribute === "id" && rest.length === 0)
      return { value: { kind: "later", value: new IdOf(stack.name, name) }, type: any, steps: [] };
    const value = at(resource, [attribute]);
    if (value === undefined)
      refuse("refers to an attribute that is not declared, and so is known only after the apply.");
    const place = new DocumentPath(stack, ["resource", root, name, attribute], `${root}.${name}`);
    return { value: this.evaluate(value, place), type: typeOfAttribute(root, attribute), steps: rest };
  }

  #local(stack: Stack, name: string): Value {
    const locals = stack.json["locals"];
    if (Array.isArray(locals)) refuse("refers to a local value, and `locals` is an array here. Write one object.");
    const value = at(locals, [name]);
    if (value === undefined)
      return refuse(
        `refers to the local value ${JSON.stringify(name)}, which is not declared. ${suggestion(name, [...keysOf(locals)])}`,
        "reference-unknown",
      );
    return this.evaluate(value, new DocumentPath(stack, ["locals", name], `local.${name}`));
  }

  #undeclared(what: string, word: string, known: Iterable<string>): never {
    const detail = `refers to ${what}, which is not declared. ${this.#suggest(word, known)}`;
    return refuse(detail.trimEnd(), "reference-unknown"); // there may be no suggestion
  }

  #data(stack: Stack, steps: readonly (string | undefined)[]): Referent {
    const looked = this.lookups.reference(stack, steps, this.evaluate);
    if (looked !== undefined) return { value: looked, type: any, steps: [] };
    const [type, name, outputs, output, ...rest] = steps;
    const isOutput = type === "terraform_remote_state" && name?.startsWith(crossStack) === true;
    if (!isOutput || outputs !== "outputs" || output === undefined)
      return refuse(
        `refers to a data source, which terraform reads.${type?.startsWith("scanform_") === true ? ` ${lookedUp}` : ""}`,
      );
    const other = name.slice(crossStack.length);
    const meant = this.#stacks.get(other) ?? [];
    if (meant.length > 1) {
      const names = meant.map((each) => each.name);
      refuse(`may mean the stack ${listed(names, 10, "or")}.`);
    }
    const [source] = meant;
    const value = at(source?.json, ["output", output, "value"]);
    if (source === undefined || value === undefined)
      return refuse(
        `refers to an output ${JSON.stringify(output)} that the stack ${JSON.stringify(other)} does not have.`,
        "reference-unknown",
      );
    const place = new DocumentPath(source, ["output", output, "value"], `output.${output}`);
    return { value: this.evaluate(value, place), type: any, steps: rest.map(String) };
  }
}

const takeItem = (of: Value, key: string): Value => item(of, text(key));

/** What an expression refers to, by its root, where only terraform knows it. */
const referenceKinds: ReadonlyMap<string, string> = new Map([
  ["module", "a module"],
  ["each", "for_each"],
  ["count", "count"],
  ["self", "self"],
  ["path", "a path"],
  ["terraform", "terraform itself"],
]);

/** @throws CannotEvaluate where the steps take an item out of a set, which has no order in Terraform */
function refuseSetItems(type: Type, steps: readonly string[]): void {
  let at: Type | undefined = type;
  for (const step of steps) {
    if (at?.kind === "set") refuse("takes an item out of a set.");
    at = typeInside(at, step);
  }
}

function typeInside(type: Type | undefined, step: string): Type | undefined {
  if (type === undefined) return undefined;
  if ("element" in type) return type.element;
  return type.kind === "object" ? type.attributes.get(step) : undefined;
}

/** An object of which everything may be left out. */
const objectOf = (fields: Fields): Type => ({
  kind: "object",
  attributes: new Map(Object.entries(fields).map(([name, field]) => [name, typeOfField(field)])),
  optional: new Set(Object.keys(fields)),
});

function typeOfField(field: Field): Type {
  switch (field.kind) {
    case "boolean":
      return bool;
    case "integer":
    case "number":
      return number;
    case "string":
    case "enum":
      return string;
    case "set":
      return setOf(string);
    case "map":
    case "keyed":
      return mapOf(objectOf(field.entry));
    case "object":
      return objectOf(field.fields);
    case "list":
      return listOf(typeOfField(field.item));
    default:
      return any; // nothing that is declared
  }
}

const common = { description: "" };
const own: Readonly<Record<string, Fields>> = {
  scanform_configuration: configurationAttributes,
  scanform_repository_assignments: {
    rules: { ...common, kind: "list", item: { ...common, kind: "object", fields: ruleFields } },
  },
  scanform_finding_triage: triageFields,
};

const types: ReadonlyMap<string, Type> = new Map(
  Object.entries(own).flatMap(([type, fields]) =>
    Object.entries(fields).map(([name, field]) => [`${type}.${name}`, typeOfField(field)] as const),
  ),
);

/** The type of an attribute in the provider's schema; `any` for those that the CLI does not read. */
const typeOfAttribute = (type: string, attribute: string): Type => types.get(`${type}.${attribute}`) ?? any;
