import { policyId } from "../support/account";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";
import { proxy, refuseWith } from "../support/proxy";

test("a policy that a plan takes away is shown by its title, which is asked for once", async () => {
  const at = await desk(everyday);
  const { out } = await at.plan();
  expect(out).toContain('"No plaintext secrets" is no longer evaluated');
  expect(at.emulator.requests.filter(({ path }) => path.endsWith("/custom_policies"))).toHaveLength(1);
});

test("no title is asked for where a plan mentions no policy", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline", comment: "enabled" } } });
  expect((await at.plan()).code).toBe(0);
  expect(at.emulator.requests.filter(({ path }) => path.endsWith("/custom_policies"))).toEqual([]);
});

test("a policy is shown by its id where the service does not list policies", async () => {
  const at = await desk(everyday);
  const { url } = await proxy(at.emulator.url, ({ path }, answer) =>
    path.endsWith("/custom_policies") ? refuseWith(answer, 403, "not for this key") : undefined,
  );
  const { code, out } = await at.run(["plan", "--synthesized", "app"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
  expect(code).toBe(0);
  expect(out).toContain(`${policyId} is no longer evaluated`);
});
