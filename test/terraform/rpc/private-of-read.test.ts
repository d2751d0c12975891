import { acmeAccountId, builtinSeed } from "../../../src/emulator/index";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import { seenAccount, seenConfigurations } from "../../../src/terraform/verdict/seen";
import type { ResourceType } from "../../../src/terraform/provider";
import type { ObjectValue, PrivateState } from "../../../src/terraform/value";
import { configurationNamed } from "../acme";
import { providerAt } from "../configured-provider";
import { blank, configured } from "../session";
import { asking, dynamic } from "./ask";

const { repositories = [] } = builtinSeed.accounts[0] ?? {};
const baseline = configurationNamed("baseline");

/** What a refresh leaves beside the state. */
async function left(type_name: string, { schema }: ResourceType, state: ObjectValue, before: PrivateState) {
  const { emulator } = await configured();
  const provider = providerAt(emulator.url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, {})) });
  const request = { type_name, current_state: dynamic(schema, blank(schema, state)) };
  const { private: bytes } = await ask("ReadResource", { ...request, private: Buffer.from(JSON.stringify(before)) });
  return JSON.parse(new TextDecoder().decode(bytes)) as PrivateState;
}

test("assignments keep what the last refresh has seen, and not what one before has", async () => {
  const state = { id: acmeAccountId, rules: [], assigned: {} };
  const kept = await left("scanform_repository_assignments", repositoryAssignments, state, { seenAt: "long ago" });
  expect(seenAccount(kept)?.repositories).toHaveLength(repositories.length);
  expect(kept["seenAt"]).toMatch(/^\d{4}-/);
});

test("a configuration that is shown by now is not noted as unseen any more, and what else was noted is", async () => {
  const state = { id: baseline, name: "baseline" };
  const filledIn = JSON.stringify({ [baseline]: { secrets: { enabled: true } } });
  const kept = await left("scanform_configuration", configuration, state, { unseen: baseline, filledIn });
  expect(kept).toMatchObject({ filledIn });
  expect(Object.keys(kept)).not.toContain("unseen");
  expect(seenConfigurations(kept)[baseline]?.repositories).toBe(
    repositories.filter(({ configuration_id: id }) => id === baseline).length,
  );
});
