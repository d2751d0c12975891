import { acmeAccountId } from "../../../src/emulator/index";
import { configuration } from "../../../src/terraform/resources/configuration";
import { repositoryAssignments } from "../../../src/terraform/assignments/repository-assignments";
import type { ResourceType } from "../../../src/terraform/provider";
import type { ObjectValue, PrivateState } from "../../../src/terraform/value";
import { configurationNamed } from "../acme";
import { providerAt } from "../configured-provider";
import { isError } from "../core-process";
import { proposedNew } from "../core-values";
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
  const filledIn = JSON.stringify({ secrets: { enabled: true } });
  const kept = await left("scanform_configuration", configuration, state, { unseen: "since its creation", filledIn });
  expect(kept).toEqual({ filledIn });
});

test.each<[string, string, ResourceType, ObjectValue, ObjectValue | null]>([
  [
    "an update",
    "scanform_configuration",
    configuration,
    { id: baseline, name: "baseline", exclusive_analyzers: true },
    { name: "baseline", exclusive_analyzers: true, comment: "silent" },
  ],
  ["a destruction", "scanform_configuration", configuration, { id: baseline, name: "baseline" }, null],
])("stays byte by byte where %s fails", async (_, type_name, { schema }, state, next) => {
  const { emulator } = await configured();
  const provider = providerAt(emulator.url);
  const ask = asking(provider);
  await ask("ConfigureProvider", { config: dynamic(provider.block, blank(provider.block, { dry_run: true })) });
  const prior = blank(schema, state);
  const config = next === null ? null : blank(schema, next);
  const asked = { type_name, prior_state: dynamic(schema, prior), config: dynamic(schema, config) };
  const stored = Buffer.from(JSON.stringify({ filledIn: JSON.stringify({ secrets: {} }) }));
  const proposed_new_state = dynamic(
    schema,
    config === null ? null : proposedNew(schema.block.attributes, prior, config),
  );
  const plan = await ask("PlanResourceChange", { ...asked, proposed_new_state, prior_private: stored });
  const { planned_state, planned_private } = plan;
  const applied = await ask("ApplyResourceChange", { ...asked, planned_state, planned_private });
  expect(applied.diagnostics.filter(isError)).toHaveLength(1);
  expect(Buffer.from(applied.private).toString()).toBe(stored.toString());
});
