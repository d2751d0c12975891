import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "scanform/emulator";
import { applyTo, matchers, planAgainst } from "scanform/testing";

expect.extend(matchers);

let emulator: Emulator;
/** What main.ts synthesizes into, in place of cdktf.out. */
const app = mkdtempSync(join(tmpdir(), "quickstart-"));

beforeAll(async () => {
  process.env["CDKTF_OUTDIR"] = app;
  await import("./main.js");
  emulator = await startEmulator(); // its built-in account is acme
});

afterAll(async () => {
  await emulator.close();
  rmSync(app, { recursive: true });
});

test("payment services are strict, and the monolith is left alone", () => {
  expect(app).toAssign("payments-api", "strict");
  expect(app).toAssign("web", "baseline");
  expect(app).toAssign("legacy-monolith", null);
});

test("a leaked secret blocks pull requests everywhere, SQL injection only in payment services", () => {
  expect(app).toBlock({ analyzer: "secrets", repository: "web" });
  expect(app).toBlock({ analyzer: "sql-injection", repository: "payments-api", severity: "high" });
  expect(app).not.toBlock({ analyzer: "sql-injection", repository: "web" });
});

test("AppSec hears of what is found in payment services", () => {
  expect(app).toHaveConfiguration("strict", { notifications: { integrationNames: ["appsec-chat"] } });
});

test("once applied, nothing is left to do", async () => {
  await applyTo(emulator, app);
  const { accounts } = await planAgainst(emulator, app);
  expect(accounts[0]?.summary).toMatchObject({ create: 0, update: 0, move: 0 });
});
