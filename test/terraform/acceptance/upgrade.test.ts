import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/json";
import { describeWithTerraform } from "../../support/terraform";
import { instanceOf0, stateOf0, declarationOf0 } from "../upgrade/states";
import { type Workspace, workspace } from "./workspace";

/** The declaration of the state, in the form that version 1 of the schema asks for. */
const declaration = declarationOf0.replaceAll(
  /code_policies = \[([^\]]*)\]/g,
  (_, entries: string) => `code_policies = {${entries.replaceAll(/\{ id = ("[^"]*"), /g, "$1 = { ")}}`,
);

/** Makes in a new service what the state of version 0 is of, and gives that state with the ids of what was made. */
async function restored(at: Workspace): Promise<string> {
  let state = stateOf0;
  at.write(declaration);
  await at.apply();
  const ids = (address: string) => String(at.state(address)?.["id"]);
  for (const address of ["full", "bare", "none"].map((name) => `scanform_configuration.${name}`))
    state = state.replaceAll(String(instanceOf0(address).attributes["id"]), ids(address));
  const entries = at.state("scanform_configurations.all")?.["configurations"] as JsonObject;
  const old = instanceOf0("scanform_configurations.all").attributes["configurations"] as JsonObject;
  for (const key of ["full", "bare"])
    state = state.replaceAll(String((old[key] as JsonObject)["id"]), String((entries[key] as JsonObject)["id"]));
  for (const address of ["scanform_deepscan.full", "scanform_deepscan.bare"])
    state = state.replaceAll(String(instanceOf0(address).attributes["id"]), ids(address));
  return state;
}

describeWithTerraform("a state file of version 0", () => {
  test("is read, and nothing is to be done", async () => {
    const at = await workspace();
    const state = await restored(at);
    writeFileSync(join(at.folder, "terraform.tfstate"), state);
    at.forget();
    await at.nothingToDo();
    expect(at.writes()).toEqual([]);
  });
});
