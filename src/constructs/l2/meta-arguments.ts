import { TerraformProvider, type TerraformMetaArguments, type TerraformResourceLifecycle } from "cdktf";
import { type Decoder, expected, optional, type Parts } from "../../model/decoder";
import { listDecoder, objectDecoder, type Way } from "../../model/field-decoder";
import { anything, attributes, flag, properties, texts } from "./properties";

const provider: Decoder = (value) =>
  TerraformProvider.isTerraformProvider(value) && value.terraformResourceType === "scanform"
    ? value
    : expected("a ScanformProvider", value);

const dependency: Decoder = (value) =>
  typeof value === "string" || (typeof value === "object" && value !== null && "fqn" in value)
    ? value
    : expected("a resource, such as its node.defaultChild", value);

const dependencies = listDecoder(dependency, properties, "a list of resources");

const lifecycleDecoders = {
  createBeforeDestroy: flag,
  preventDestroy: flag,
  ignoreChanges: (value) => (value === "all" ? value : texts(value)),
  replaceTriggeredBy: dependencies,
  precondition: anything,
  postcondition: anything,
} satisfies Readonly<Record<keyof TerraformResourceLifecycle, Decoder>>;

const lifecycle = (way: Way, toName: (property: string) => string): Decoder =>
  objectDecoder(
    Object.fromEntries(
      Object.entries(lifecycleDecoders).map(([property, decoder]) => [toName(property), optional(decoder)]),
    ),
    way,
  );

/** Terraform's own arguments of every resource that the constructs have. */
export const metaParts: Parts = {
  dependsOn: optional(dependencies),
  lifecycle: optional(lifecycle(properties, (property) => property)),
  provider: optional(provider),
} satisfies Partial<Record<keyof TerraformMetaArguments, unknown>>;

const inLoop = "Make one construct for each, in a loop.";
const ofMachines = "Leave it out: nothing is installed on a machine.";

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
export const metaAttributes: Parts = {
  ...Object.fromEntries(
    ["//", "count", "provisioner", ...Object.keys(metaParts), ...refusedMeta.keys()].map((property) => [
      attributeName(property),
      optional(anything),
    ]),
  ),
  lifecycle: optional(lifecycle(attributes, attributeName)),
};
