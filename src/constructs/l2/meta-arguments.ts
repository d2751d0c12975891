import { TerraformProvider, type TerraformMetaArguments, type TerraformResourceLifecycle } from "cdktf";
import type { Reader } from "./findings";
import { flag, listOf, objectOf, texts } from "./readers";
import { asAttributes, asProperties, type Writing } from "./read-fields";
import { wrongKind } from "./wrong-kind";

export const anything: Reader = (value) => value;

const provider: Reader = (value, findings) => {
  if (TerraformProvider.isTerraformProvider(value) && value.terraformResourceType === "scanform") return value;
  findings.add(wrongKind(value, "a ScanformProvider"));
  return undefined;
};

const dependency: Reader = (value, findings) => {
  if (typeof value === "string" || (typeof value === "object" && value !== null && "fqn" in value)) return value;
  findings.add(wrongKind(value, "a resource, such as its node.defaultChild"));
  return undefined;
};

const ignoredChanges: Reader = (value, findings) => (value === "all" ? value : texts(value, findings));

const lifecycleReaders = {
  createBeforeDestroy: flag,
  preventDestroy: flag,
  ignoreChanges: ignoredChanges,
  replaceTriggeredBy: listOf(dependency, "a list of resources"),
  precondition: anything,
  postcondition: anything,
} satisfies Readonly<Record<keyof TerraformResourceLifecycle, Reader>>;

const lifecycleReader = (writing: Writing, toName: (property: string) => string): Reader =>
  objectOf({
    ...writing,
    readers: new Map(Object.entries(lifecycleReaders).map(([property, reader]) => [toName(property), reader])),
  });

/** Terraform's own arguments of every resource that the constructs have. */
export const metaReaders: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    dependsOn: listOf(dependency, "a list of resources"),
    lifecycle: lifecycleReader(asProperties, (property) => property),
    provider,
  } satisfies Partial<Record<keyof TerraformMetaArguments, Reader>>),
);

const inLoop = "does not apply here: make one construct for each, in a loop";
const ofMachines = "does not apply here: nothing is installed on a machine";

/** Those that they do not have. */
export const refusedMeta: ReadonlyMap<string, string> = new Map(
  Object.entries({
    count: inLoop,
    forEach: inLoop,
    connection: ofMachines,
    provisioners: ofMachines,
  } satisfies Record<Exclude<keyof TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider">, string>),
);

/** `preventDestroy` to `prevent_destroy`. */
const attributeName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All of them in a synthesized resource, where cdktf has checked them, and what it puts beside them. */
export const metaAttributes: ReadonlyMap<string, Reader> = new Map([
  ...["//", "count", "provisioner", ...metaReaders.keys(), ...refusedMeta.keys()].map(
    (property) => [attributeName(property), anything] as const,
  ),
  ["lifecycle", lifecycleReader(asAttributes, attributeName)],
]);
