import { everyday } from "../support/declare";
import { desk } from "../support/desk";

test("an apply that the service does not show says what it waits for, once", async () => {
  const at = await desk(everyday);
  at.emulator.setProfile({ read_lag_ms: 600_000 });
  const { code, err } = await at.apply();
  expect(code).toBe(5);
  expect(err.match(/^Waiting until the service shows what was sent\.$/gm)).toHaveLength(1);
});

test("an apply that the service shows at once does not", async () => {
  const at = await desk(everyday);
  expect((await at.apply()).err).not.toContain("Waiting");
});
