import { App } from "cdktn";
import { Presets } from "scanform/cdktn";
import { startEmulator } from "scanform/emulator";
import { accountSeed, applyTo, matchers, planAgainst, snapshot } from "scanform/testing";
import { Acme } from "./acme.js";
import { payments } from "./teams/payments.js";
import type { Shared } from "./teams/shared.js";
import { web } from "./teams/web.js";

expect.extend(matchers);

const acme = new Acme(new App());

test("each team's repositories have its configuration, all others the baseline", () => {
  expect(acme).toAssign("payments-api", "payments");
  expect(acme).toAssign("web", "web");
  expect(acme).toAssign("search", "baseline");
});

test("the monolith keeps the configuration that it has", () => {
  expect(acme).toAssign("legacy-monolith", null);
});

test("the baseline has what each team has added to it", () => {
  expect(acme).toBlock({ analyzer: "secrets", repository: "search" });
  expect(acme).toHaveConfiguration("baseline", { analyzers: { xss: { enabled: true, blocking: false } } });
});

test("payments and web extend the baseline, with what the other adds to it, whichever team comes first", () => {
  for (const each of [acme, new Acme(new App(), [web, payments])]) {
    expect(each).toBlock({ analyzer: "secrets", repository: "web" });
    expect(each).toHaveConfiguration("payments", { comment: "enabled", analyzers: { xss: { blocking: false } } });
  }
});

test("web lets xss block, and payments SQL injection", () => {
  expect(acme).toBlock({ analyzer: "xss", repository: "web" });
  expect(acme).toBlock({ analyzer: "sql-injection", repository: "payments-api" });
});

test("two teams that disagree about the baseline get an error that names both files", () => {
  const search = ({ baseline }: Shared): void => {
    baseline.addSettings(Presets.advisory(["secrets"]));
  };
  const disagreeing = new Acme(new App(), [payments, search]);
  expect(() => snapshot(disagreeing)).toThrow(
    /analyzers\.secrets\.blocking is true at .*payments\.ts:\d+:\d+ and false at .*main\.test\.ts:\d+:\d+/,
  );
});

test("once applied, nothing is left to do", async () => {
  const seed = accountSeed({
    repositories: ["payments-api", "web", "customer-portal", "search", "legacy-monolith"],
    analyzers: ["secrets", "sql-injection", "ssrf", "xss"],
  });
  const emulator = await startEmulator({ seed });
  try {
    await applyTo(emulator, acme);
    const { accounts } = await planAgainst(emulator, acme);
    expect(accounts[0]?.summary).toMatchObject({ create: 0, update: 0, move: 0 });
  } finally {
    await emulator.close();
  }
});
