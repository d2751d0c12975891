import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithTerraform } from "../../support/terraform";
import { instanceOf0, stateOf0, declarationOf0 } from "../../terraform/upgrade/states";
import { type Workspace, workspace } from "./workspace";

/** The declaration of the state, in the form that version 1 of the schema asks for. */
const declaration = declarationOf0.replaceAll(
  /code_policies = \[([^\]]*)\]/g,
  (_, entries: string) => `code_policies = {${entries.replaceAll(/\{ id = ("[^"]*"), /g, "$1 = { ")}}`,
);

/** The id of what is there in a state. */
const idIn = (attributes: unknown): string => (attributes as { readonly id: string }).id;

const entriesIn = (attributes: unknown): Readonly<Record<string, unknown>> =>
  (attributes as { readonly configurations: Readonly<Record<string, unknown>> }).configurations;

const withIds = ["configuration.full", "configuration.bare", "configuration.none", "deepscan.full", "deepscan.bare"];

/** Makes in a new service what the state of version 0 is of, and gives that state with the ids of what was made. */
async function restored(at: Workspace): Promise<string> {
  at.write(declaration);
  await at.apply();
  const all = "scanform_configurations.all";
  const [before, now] = [entriesIn(instanceOf0(all).attributes), entriesIn(at.state(all))];
  const ids = [
    ...withIds
      .map((each) => `scanform_${each}`)
      .map((each) => [idIn(instanceOf0(each).attributes), idIn(at.state(each))] as const),
    ...["full", "bare"].map((key) => [idIn(before[key]), idIn(now[key])] as const),
  ];
  return ids.reduce((state, [old, id]) => state.replaceAll(old, id), stateOf0);
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
