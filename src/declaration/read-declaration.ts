import { listed } from "../diagnostics/enumeration";
import { type Diagnostic, error, hasErrors, warning } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { isLocation, located, type Locations, settingKey } from "../diagnostics/locations";
import { isObject, define } from "../model/json";
import { normalForm } from "../model/normal-form";
import { Evaluator } from "./evaluate";
import { flattenBlocks, type Inspect, readDocuments } from "./read-documents";
import { type AccountDeclaration, groupByAccount } from "./group-by-account";
import { importBlocks, type AddressOf, managed, type Resource } from "./resources";
import { entriesOf, isPlain, DocumentPath, type Stack, at, resourceTypes } from "./document";
import type { DeclaredLookup } from "./lookups";
import { providersOf } from "./provider";
import { limited } from "./refusals";
import { refusalsIn } from "./found-by-constructs";
import type { VariableOf } from "./variables";

/** What an app declares for each account. */
export interface Declaration {
  /** At least one. */
  readonly accounts: readonly AccountDeclaration[];
  /** Warnings only. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the folder that an app has synthesized into (`cdktf.out`): its manifest, and the
 * `cdk.tf.json` of every stack.
 *
 * @param inspect called with the text of each file, before anything is made of it; may throw
 * @param variableOf the text that an input variable is given, undefined for none; may throw
 * @throws ScanformError with everything that is not valid or cannot be evaluated
 */
export function readDeclaration(folder: string, inspect?: Inspect, variableOf?: VariableOf): Declaration {
  const { stacks: written, diagnostics: annotations } = readDocuments(folder, inspect);
  const refusals = refusalsIn(written);
  if (refusals.length > 0) throw new ScanformError([...annotations, ...refusals]);
  const diagnostics: Diagnostic[] = [...annotations];
  const stacks = written.map((stack) => flattenBlocks(stack, diagnostics));
  const evaluator = new Evaluator(stacks, variableOf);
  const addressOf = addresses(stacks);
  const locations = locationsOf(stacks, addressOf);
  const providers = new Map(stacks.map((stack) => [stack, providersOf(stack, evaluator, diagnostics)]));
  diagnostics.push(...lookedUpTooEarly(evaluator.lookups.take()));
  const resources = stacks.flatMap((stack) => [...resourcesOf(stack, addressOf, evaluator, diagnostics)]);
  const accounts = groupByAccount(providers, resources, diagnostics).map((each) => ({ ...each, locations }));
  diagnostics.unshift(...evaluator.diagnostics); // 1,000 at most
  if (hasErrors(diagnostics)) {
    const readable = diagnostics.map((each) => ({ ...each, detail: evaluator.lookups.readable(each.detail) }));
    throw new ScanformError(located(limited(readable, evaluator.omitted), locations));
  }
  if (resources.length === 0)
    diagnostics.push(
      warning("declaration-empty", `${folder} declares no scanform resource, so there is nothing to do.`),
    );
  return { accounts, diagnostics: located(diagnostics, locations) };
}

/** Errors for lookups of a provider block, which itself says in which account to look. */
const lookedUpTooEarly = (lookups: readonly DeclaredLookup[]): readonly Diagnostic[] =>
  lookups.map(({ address, path }) =>
    error("not-evaluable", "A provider block cannot use what is looked up in its account. Write it out.", {
      address,
      path,
    }),
  );

/** Addresses name the stack only where there are several. */
const addresses = (stacks: readonly Stack[]): AddressOf =>
  stacks.length > 1 ? (stack, type, name) => `${stack}/${type}.${name}` : (_stack, type, name) => `${type}.${name}`;

/** Meta-arguments that the CLI ignores or reads elsewhere. */
const passedOver = new Set(["//", "depends_on"]);
const refused = new Set(["count", "for_each", "dynamic", "provisioner", "connection"]);
const lifecycleKnown = new Set(["prevent_destroy", "create_before_destroy"]);

function* resourcesOf(
  stack: Stack,
  addressOf: AddressOf,
  evaluator: Evaluator,
  diagnostics: Diagnostic[],
): Generator<Resource> {
  const root = new DocumentPath(stack);
  if (stack.json["module"] !== undefined)
    diagnostics.push(
      error(
        "resource-unsupported",
        "Modules are resolved by terraform. Apply them with the Terraform provider.",
        root.child("module"),
      ),
    );
  diagnostics.push(...removedBlocks(stack));
  const imports = importBlocks(stack, diagnostics);
  for (const [type, named] of entriesOf(stack.json["resource"])) {
    const desiredOf = managed.get(type);
    if (desiredOf === undefined) {
      diagnostics.push(unsupported(type, entriesOf(named).length, root.child("resource", type)));
      continue;
    }
    for (const [name, body] of entriesOf(named)) {
      const address = addressOf(stack.name, type, name);
      const place = new DocumentPath(stack, ["resource", type, name], address);
      const attributes: Record<string, unknown> = {};
      let alias = "";
      let preventDestroy = false;
      const given = isObject(body) ? body : {};
      for (const key of Object.keys(given)) {
        const value = given[key];
        if (refused.has(key)) {
          const detail = `\`${key}\` is evaluated by terraform. Write the resources out, or apply them with the Terraform provider.`;
          diagnostics.push(error("resource-unsupported", detail, place.child(key)));
        } else if (key === "lifecycle") preventDestroy = lifecycle(value, place.child(key), diagnostics);
        else if (key === "provider") alias = typeof value === "string" ? value.replace(/^scanform\.?/, "") : "";
        else if (!passedOver.has(key))
          define(attributes, key, isPlain(value) ? value : evaluator.evaluate(value, place.child(key)));
      }
      const importedId = imports.get(`${type}.${name}`);
      const lookups = evaluator.lookups.take(attributes);
      const block = { place, address, attributes, importedId, preventDestroy };
      yield { place, address, alias, lookups, desired: desiredOf(block, diagnostics, addressOf) };
    }
  }
}

/** The values of a flag, also as the texts that terraform takes for them. Null is not set. */
const flags = new Map<unknown, boolean>([
  ...([true, "true", "1"] as const).map((each) => [each, true] as const),
  ...([false, "false", "0", null] as const).map((each) => [each, false] as const),
]);

/** @returns whether `prevent_destroy` is set */
function lifecycle(value: unknown, place: DocumentPath, diagnostics: Diagnostic[]): boolean {
  let preventDestroy = false;
  for (const [key, given] of entriesOf(value)) {
    if (key === "prevent_destroy") {
      preventDestroy = flags.get(given) ?? false;
      if (!flags.has(given))
        diagnostics.push(
          error("declaration-invalid", "lifecycle.prevent_destroy must be true or false.", place.child(key)),
        );
    }
    if (lifecycleKnown.has(key)) continue;
    const detail =
      `lifecycle.${key} is carried out by terraform only.` +
      (key === "ignore_changes" ? " Leave the attribute out instead: what is not declared is not managed." : "");
    diagnostics.push(error("resource-unsupported", detail, place.child(key)));
  }
  return preventDestroy;
}

/**
 * Warnings about `removed` blocks, which are about a state that the CLI does not have. `moved` blocks need no word: an
 * object is found by its name or id, whatever its address.
 */
function removedBlocks(stack: Stack): readonly Diagnostic[] {
  const blocks = stack.json["removed"];
  return (Array.isArray(blocks) ? blocks : [blocks]).flatMap((block: unknown, index): readonly Diagnostic[] => {
    const from = isObject(block) ? block["from"] : undefined;
    if (typeof from !== "string" || !from.startsWith("scanform_")) return [];
    const detail = `The CLI has no state to forget ${from} from. What is no longer declared stays in the service, unless \`apply --prune\` finds it in the managedScope and deletes it.`;
    return [warning("resource-unsupported", detail, new DocumentPath(stack, ["removed", String(index)], from))];
  });
}

const noDeepscan =
  "The CLI does not manage scanform_deepscan: whether a trigger has changed is known from a state, and the CLI keeps none. " +
  "Move it to an app of its own, and apply that one with the Terraform provider.";

/**
 * Diagnostics about resources that the CLI does not manage.
 *
 * @param count the number of them
 * @param place of all of this type
 */
const unsupported = (type: string, count: number, place: DocumentPath): Diagnostic =>
  type.startsWith("scanform_")
    ? error(
        "resource-unsupported",
        type === "scanform_deepscan" ? noDeepscan : `There is no type ${type}. There are ${listed(resourceTypes)}.`,
        place,
      )
    : warning(
        "resource-unsupported",
        `${String(count)} of ${type} belong to another provider and are left to terraform.`,
        place,
      );

/**
 * Where the constructs of an app were made: `//.metadata.scanform` of their resources, data sources and provider
 * blocks, as the constructs write it. What is no location is ignored, and so is an address that several stacks have.
 */
export function locationsOf(stacks: readonly Stack[], addressOf: AddressOf): Locations {
  const found = new Map<string, string | undefined>();
  const add = (address: string, location: unknown): void => {
    if (isLocation(location)) found.set(address, found.has(address) ? undefined : location);
  };
  for (const { name: stack, json } of stacks) {
    for (const [type, name, body] of bodies(json["resource"])) {
      const address = addressOf(stack, type, name);
      const { location, rules, settings } = metadataOf(body);
      add(address, location);
      for (const [index, place] of entriesOf(rules))
        if (/^\d{1,9}$/.test(index)) add(`${address}.rules[${index}]`, place);
      for (const [path, place] of entriesOf(settings)) add(settingKey(address, normalForm(path)), place);
    }
    for (const [type, name, body] of bodies(json["data"])) add(`data.${type}.${name}`, metadataOf(body).location);
    for (const [, , body] of bodies(isObject(json["provider"]) ? json["provider"] : {}))
      add("provider.scanform", metadataOf(body).location);
  }
  return new Map([...found].flatMap(([address, location]) => (location === undefined ? [] : [[address, location]])));
}

/** Our blocks: type, name (of a provider block: its index) and body. */
function* bodies(kind: unknown): Generator<readonly [type: string, name: string, body: unknown]> {
  if (!isObject(kind)) return;
  for (const [type, named] of Object.entries(kind)) {
    if (!/^scanform(_|$)/.test(type)) continue;
    if (isObject(named) || Array.isArray(named))
      for (const [name, body] of Object.entries(named)) yield [type, name, body];
  }
}

interface Metadata {
  readonly location?: unknown;
  readonly rules?: unknown;
  readonly settings?: unknown;
}

function metadataOf(body: unknown): Metadata {
  const metadata = at(body, ["//", "metadata", "scanform"]);
  return isObject(metadata) ? metadata : {};
}
