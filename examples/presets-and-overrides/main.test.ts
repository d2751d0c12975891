import { App } from "cdktn";
import { Configuration } from "scanform/cdktn";
import { startEmulator } from "scanform/emulator";
import { accountSeed, matchers, planAgainst, snapshot } from "scanform/testing";
import { Acme } from "./acme.js";

expect.extend(matchers);

const acme = new Acme(new App());

test("payments blocks what the standard only monitors", () => {
  expect(acme).toBlock({ analyzer: "container-image", repository: "payments-api" });
  expect(acme).not.toBlock({ analyzer: "container-image", repository: "web" });
});

test("prototypes say nothing of container images, which the service then decides", () => {
  expect(acme).toHaveConfiguration("standard", { analyzers: { "container-image": { enabled: true } } });
  expect(acme).not.toHaveConfiguration("prototypes", { analyzers: { "container-image": { enabled: true } } });
});

test("prototypes override one leaf, and keep the rest of the standard", () => {
  expect(acme).not.toBlock({ analyzer: "sql-injection", repository: "map-prototype" });
  expect(acme).toBlock({ analyzer: "secrets", repository: "map-prototype" });
  expect(acme).toBlock({ analyzer: "sql-injection", repository: "web" });
});

test("an extension that switches secrets off is refused", () => {
  const lax = new Acme(new App());
  Configuration.extend(lax, "lax", lax.standard, { name: "lax", analyzers: { secrets: { enabled: false } } });
  expect(() => snapshot(lax)).toThrow("enabled is false, which NoAnalyzerOff refuses");
});

test("a new account gets three configurations", async () => {
  const seed = accountSeed({
    repositories: ["payments-api", "map-prototype", "web"],
    analyzers: ["secrets", "sql-injection", "container-image"],
  });
  const emulator = await startEmulator({ seed });
  try {
    const { accounts } = await planAgainst(emulator, acme);
    expect(accounts[0]?.summary).toMatchObject({ create: 3, move: 3 });
  } finally {
    await emulator.close();
  }
});
