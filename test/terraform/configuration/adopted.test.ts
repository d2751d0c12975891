import { assignedIds } from "../../../src/terraform/assignments/repository-assignments";
import { acmeAccountId } from "../../../src/emulator/index";
import { configurationNamed } from "../acme";
import { coreOf, type Declaration } from "../core";
import { configured } from "../session";

const at = "scanform_configuration.baseline";
const routing = "scanform_repository_assignments.routing";
const baseline = configurationNamed("baseline");

test("what is taken over is planned with its id, so that an account that conforms plans no moves", async () => {
  const { emulator, sent } = await configured();
  const core = coreOf(emulator);
  const held = emulator.store
    .repositories(acmeAccountId)
    .filter((each) => each.configuration_id === baseline)
    .map(({ id }) => id);
  const declared: Declaration = {
    [at]: { name: "baseline" },
    [routing]: (of) => ({
      rules: [
        {
          configuration_id: of(at, "id"),
          repository_ids: held,
          repository_names: null,
          repository_pattern: null,
          leave: null,
        },
      ],
    }),
  };
  const { diagnostics, apply } = await core.plan(declared);
  expect(diagnostics.map(({ summary }) => summary)).toEqual(["An existing configuration is taken over"]);
  await apply();
  expect(core.state.get(at)?.value["id"]).toBe(baseline);
  expect(assignedIds(core.state.get(routing)?.value["assigned"])).toEqual(held.map((id) => [id, baseline]));
  expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
});
