import { repositoryAssignments } from "../../../src/terraform/resources/repository-assignments";
import { configured } from "../session";

test("destroying sends nothing, and a dry run keeps the state", async () => {
  const { session, sent, again } = await configured();
  const state = { rules: [], assigned: {} };
  expect(await repositoryAssignments.destroy(session, state)).toEqual([]);
  expect(await repositoryAssignments.destroy(await again({ dryRun: true }), state)).toMatchObject([
    { severity: "error", detail: expect.stringContaining("The state stays") as string },
  ]);
  expect(sent()).toEqual([]);
});
