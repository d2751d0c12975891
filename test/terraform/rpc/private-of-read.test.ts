import { acmeAccountId } from "../../../src/emulator/index";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ResourceType } from "../../../src/terraform/provider";
import type { ObjectValue, PrivateState } from "../../../src/terraform/value";
import { configurationNamed } from "../acme";
import { providerAt } from "../configured-provider";
import { blank, configured } from "../session";
import { asking, dynamic } from "./ask";

const baseline = configurationNamed("baseline");

/** What a refresh leaves beside the state. */
async function left(type_name: string, { schema }: ResourceType, state: ObjectValue, before: PrivateState) {
  const { emulator } = await configured();
  const provider = providerAt(emulator.url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, {})) });
  const request = { type_name, current_state: dynamic(schema, blank(schema, state)) };
  const { private: bytes } = await ask("ReadResource", { ...request, private: Buffer.from(JSON.stringify(before)) });
  return bytes.length === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as PrivateState);
}

test("assignments keep nothing: a change of private state is a change for -refresh-only", async () => {
  const state = { id: acmeAccountId, rules: [], assigned: {} };
  expect(await left("scanform_repository_assignments", repositoryAssignments, state, { seen: "by 1.0" })).toEqual({});
});

test("a configuration that is shown by now is not noted as unseen any more, and what else was noted is", async () => {
  const state = { id: baseline, name: "baseline" };
  const filledIn = JSON.stringify({ [baseline]: { secrets: { enabled: true } } });
  const kept = await left("scanform_configuration", configuration, state, { unseen: baseline, filledIn });
  expect(kept).toEqual({ filledIn });
});
