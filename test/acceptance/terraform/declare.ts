import type { TerraformStack } from "cdktf";
import { ScanformProvider } from "../../../src/constructs";
import { synthesized } from "../../constructs/synth";
import type { Workspace } from "./workspace";

/** Writes what an app synthesizes, without the blocks that the workspace has written. */
export function declare(at: Workspace, constructs: (stack: TerraformStack) => void): void {
  const {
    resource,
    data,
    moved,
    removed,
    import: imports,
    variable,
  } = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    constructs(stack);
  });
  at.write(JSON.stringify({ resource, data, moved, removed, import: imports, variable }), "main.tf.json");
}

/** The id of a finding without a triage. */
export async function untriaged({ elsewhere }: Workspace): Promise<string> {
  const { data } = (await elsewhere("GET", "/all_findings?days=365")) as {
    readonly data: readonly { readonly id: string; readonly triage: unknown }[];
  };
  return data.find(({ triage }) => triage === null)?.id ?? "";
}
