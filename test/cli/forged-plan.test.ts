import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desk, type Desk } from "../support/desk";
import { policies } from "../support/policies";
import { seed, triageDesk } from "../support/triages";

/** What policies judge by, and somebody has changed in a saved plan. Random edits are in `soak/forged.test.ts`. */

const weakening = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };

const swapped = ({ folder }: Desk, from: string | RegExp, to: string): void => {
  const path = join(folder, "saved.plan");
  const text = readFileSync(path, "utf8");
  const other = text.replaceAll(from, to);
  expect(other).not.toBe(text);
  writeFileSync(path, other);
};
const commands: readonly (readonly [string, ...string[]])[] = [
  ["apply", "saved.plan"],
  ["apply", "--reviewed", "saved.plan", "--synthesized", "app"],
  ["policy", "check", "--plan", "saved.plan"],
];

test.each(commands)("a forged severity of a finding is refused by %s %s", async (...argv) => {
  const at = await triageDesk();
  const check =
    '({ triages }) => triages.filter((each) => each.finding?.severity !== "low").map((each) => deny("no", each))';
  const file = policies(at, `policy("low", ${check})`);
  await at.plan("--out", "saved.plan");
  swapped(at, '"severity": "high"', '"severity": "low"');
  const { code, err } = await at.run([...argv, "--policy", file]);
  expect([code, err]).toEqual([4, expect.stringContaining("[plan-unlike]")]);
  expect(at.writes()).toEqual([]);
});

test.each(commands)("configurations in another order are refused by %s %s", async (...argv) => {
  const at = await desk(weakening);
  const file = policies(at, 'policy("fine", () => [])');
  await at.plan("--out", "saved.plan");
  const path = join(at.folder, "saved.plan");
  const document = JSON.parse(readFileSync(path, "utf8")) as {
    readonly accounts: readonly { readonly after: { readonly configurations: unknown[] } }[];
  };
  document.accounts[0]?.after.configurations.reverse();
  writeFileSync(path, JSON.stringify(document));
  const { code, err } = await at.run([...argv, "--policy", file]);
  expect([code, err]).toEqual([4, expect.stringContaining("[plan-unlike]")]);
});

test("no policy is asked where findings that the plan had, or the name of its account, cannot be read by now", async () => {
  const at = await desk({ configurations: { main: { name: "default", comment: "disabled" } } }, seed);
  const file = policies(at, 'policy("fine", () => [])');
  await at.plan("--out", "saved.plan", "--findings", "365d");
  for (const path of ["/v1/accounts/*/all_findings", "/v1/accounts"]) {
    at.emulator.setFaults([{ fault: "status", status: 403, path }]);
    expect([(await at.run(["apply", "saved.plan", "--policy", file])).code, at.writes()]).toEqual([1, []]);
  }
});

test.each(commands.slice(0, 2))(
  "a forged name of the account, and forged counts of open findings, are not believed by %s %s",
  async (...argv) => {
    const at = await desk({ configurations: { main: { name: "default", comment: "disabled" } } }, seed);
    const check = `(account) => [
    ...(account.account.name === "sandbox" ? [] : [deny("no sandbox", account.effects[0])]),
    ...account.effects.filter((each) => each.findings?.open !== 0).map((each) => deny("open findings", each)),
  ]`;
    const file = policies(at, `policy("both", ${check})`);
    await at.plan("--out", "saved.plan", "--findings", "365d");
    swapped(at, '"name": "acme"', '"name": "sandbox"');
    swapped(at, /"open": [1-9]\d*/g, '"open": 0');
    const { code, out } = await at.run([...argv, "--policy", file]);
    expect([code, out]).toEqual([3, expect.stringContaining("no sandbox")]);
    expect(out).toContain("open findings");
    expect(at.writes()).toEqual([]);
  },
);
