import { setImmediate as turn } from "node:timers/promises";
import { timeIsUp } from "../service/undici-time";
import { desk } from "../support/desk";
import { forward, proxy } from "../support/proxy";

test("--timeout is in seconds: a service that takes 11 of them is waited for", async () => {
  const at = await desk();
  const { url, seen } = await proxy(at.emulator.url, async ({ pass }, answer) => {
    timeIsUp();
    await turn();
    await turn();
    await forward(await pass(), answer);
  });
  const env = { ...at.env, SCANFORM_BASE_URL: url };
  const { code, err } = await at.run(["list", "accounts", "--timeout", "60"], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(seen).toEqual([expect.stringContaining("GET /v1/accounts")]);
});
