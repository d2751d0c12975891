import { failed, type Said } from "../said";
import type { Schema } from "../schema/form";
import { MisfitError } from "../values/place";
import { objectOfState } from "../values/state";
import type { ObjectValue } from "../values/value";

/** A state from terraform's state file. */
interface RawState {
  readonly type: string;
  /** Of the schema with which it was written. */
  readonly version: number;
  readonly json: Uint8Array | undefined;
}

/** A state in the shape of today's schema, or why it cannot be had. */
export function readState(
  schema: Schema,
  { type, version, json = new Uint8Array() }: RawState,
): { readonly state: ObjectValue } | { readonly said: Said } {
  if (version > schema.version) return { said: newer(type, version, schema.version) };
  try {
    return { state: objectOfState(schema.block.attributes, json) };
  } catch (thrown) {
    if (thrown instanceof MisfitError) return { said: unreadable(type, thrown.message) };
    if (thrown instanceof SyntaxError) return { said: unreadable(type, "It is not JSON.") };
    throw thrown;
  }
}

const newer = (type: string, version: number, ours: number): Said =>
  failed(
    "The state was written by a newer version of the provider",
    `It holds a ${type} of schema version ${String(version)}, and this version of the provider reads versions up to ${String(ours)}. Use a newer version of the provider.`,
  );

const unreadable = (type: string, why: string): Said =>
  failed(
    "The state cannot be read",
    `It holds a ${type} that is not of its schema. ${why} Take it out with \`terraform state rm\`, and import it anew.`,
  );
