import { waitingLine } from "../../src/cli/session";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";
import { screen } from "../support/screen";

const url = new URL("https://findings.example.com:8443/base");
const get = { method: "GET", path: "/v1/accounts" };

test("says once per command what is waited for, whatever the number of requests and of connections", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get);
  waitingLine(io, url)({ ...get, path: "/v1/accounts/a/configurations" });
  expect(shown()).toBe("findings.example.com:8443 has not answered GET /v1/accounts for 1 s; still waiting.\n");
  const next = screen();
  waitingLine(next.io, url)(get);
  expect(next.shown()).toContain("still waiting");
});

test("says once that the service asks to wait, and how long", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, 20_130);
  waitingLine(io, url)(get);
  expect(shown()).toBe("findings.example.com:8443 asks to wait 20.1 s before GET /v1/accounts is sent again.\n");
});

test("says less than a second in thousandths", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, 719.4794861875304);
  expect(shown()).toContain(" asks to wait 0.719 s before ");
});

test("overwrites the progress on a terminal", () => {
  const { io, shown } = screen(true);
  waitingLine(io, url)(get);
  expect(shown()).toMatch(/^\rfindings\.example\.com.*\n$/);
});

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
