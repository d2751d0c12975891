import type { ObjectValue } from "../../../src/terraform/value";
import { coreOf } from "../core";
import { configured } from "../session";

const strict = "scanform_configuration.strict";

/** Plans that a policy blocks no longer. @returns what is said of it */
async function weakened(refused: boolean) {
  const { emulator, session } = await configured();
  const [policy] = await session.lists.read("policies", "ended");
  if (policy === undefined) throw new Error("there is none");
  const core = coreOf(emulator);
  const declared = (blocking: boolean): ObjectValue => ({
    name: "baseline",
    code_policies: { [policy.id]: { enabled: true, silent: null, blocking } },
  });
  await core.apply({ [strict]: declared(true) });
  if (refused) emulator.setFaults([{ fault: "status", status: 403, path: "/v1/**/custom_policies" }]);
  const { diagnostics, plans } = await core.plan({ [strict]: { name: "baseline", code_policies: {} } });
  const review = JSON.stringify(plans(strict, "review"));
  return { policy, said: diagnostics.map(({ detail }) => detail).join("\n"), review };
}

test("custom policies go by their titles in warnings, and by their ids in reviews, for which nothing is read", async () => {
  const { policy, said, review } = await weakened(false);
  expect(said).toContain(`weaker: "${policy.title}" `);
  expect(said).not.toContain(policy.id);
  expect(review).toContain(`"weaker":["${policy.id}: is no longer evaluated"]`);
});

test("custom policies go by their ids where they may not be listed", async () => {
  const { policy, said } = await weakened(true);
  expect(said).toContain(policy.id);
});
