import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A state file that terraform wrote with the provider's schemas of version 0, and the declaration that it came from. */
export const [stateOf0, declarationOf0] = ["version-0.tfstate", "version-0.tf"].map((file) =>
  readFileSync(join(__dirname, "states", file), "utf8"),
) as [string, string];

export interface Instance {
  readonly schema_version: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The instance of a resource in that file. @param address such as `scanform_configuration.full` */
export function instanceOf0(address: string): Instance {
  const { resources } = JSON.parse(stateOf0) as {
    readonly resources: readonly { readonly type: string; readonly name: string; readonly instances: Instance[] }[];
  };
  const [found] = resources.find(({ type, name }) => `${type}.${name}` === address)?.instances ?? [];
  if (found === undefined) throw new Error(`no ${address}`);
  return found;
}
