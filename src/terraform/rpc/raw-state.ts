import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { JsonLimitError } from "../../model/parse-json";
import type { ResourceType } from "../resource";
import { isRawObject } from "../upgrade/upgrade";
import { TypeMismatchError } from "../values/type-mismatch";
import { readJson } from "../values/json";
import { objectFrom } from "../values/read";
import type { ObjectValue } from "../values/value";

/** A state from terraform's state file. */
interface RawState {
  readonly type: string;
  /** Of the schema with which it was written. */
  readonly version: number;
  readonly json: Uint8Array | undefined;
}

/** The state in the form of the current schema, or the reason why it cannot be decoded. */
export function decodeRawState(
  { schema, upgrades = [] }: Pick<ResourceType, "schema" | "upgrades">,
  { type, version, json = new Uint8Array() }: RawState,
): { readonly state: ObjectValue } | { readonly diagnostics: readonly Diagnostic[] } {
  if (version > schema.version) return { diagnostics: [newer(type, version, schema.version)] };
  try {
    const written = readJson(new TextDecoder().decode(json));
    const raw = isRawObject(written) ? upgrades.slice(version).reduce((state, to) => to(state), written) : written;
    return { state: objectFrom(schema.block.attributes, raw) };
  } catch (thrown) {
    if (thrown instanceof TypeMismatchError) return { diagnostics: [unreadable(type, thrown.message)] };
    if (thrown instanceof JsonLimitError) return { diagnostics: [unreadable(type, `It is ${thrown.message}.`)] };
    if (thrown instanceof SyntaxError) return { diagnostics: [unreadable(type, "It is not JSON.")] };
    throw thrown;
  }
}

const newer = (type: string, version: number, ours: number): Diagnostic =>
  error(
    "state-newer",
    `It holds a ${type} of schema version ${String(version)}, and this version of the provider reads versions up to ${String(ours)}. Use a newer version of the provider.`,
  );

const unreadable = (type: string, why: string): Diagnostic =>
  error(
    "state-unreadable",
    `It holds a ${type} that is not of its schema. ${why} Take it out with \`terraform state rm\`, and import it anew.`,
  );
