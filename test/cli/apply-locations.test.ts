import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

const location = "main.ts:31:5";
const app: App = {
  configurations: {
    baseline: { name: "baseline", comment: "enabled", "//": { metadata: { scanform: { location } } } },
  },
};
const saved = ["plan", "--synthesized", "app", "--out", "saved.plan"];

const warned = [expect.objectContaining({ code: "rule-matches-nothing", location }) as unknown];

/** A rule that matches nothing is warned of. */
async function withIdleRule(): Promise<Desk> {
  const at = await desk({ ...app, assignments: { routing: [{ repository_pattern: "nothing-%", leave: true }] } });
  const path = join(at.folder, "app/stacks/s/cdk.tf.json");
  const made = `"routing":{"//":{"metadata":{"scanform":{"location":"${location}"}}},`;
  writeFileSync(path, readFileSync(path, "utf8").replace('"routing":{', made));
  return at;
}

describe("an apply says where in the code is", () => {
  test.each([
    ["what is declared", ["apply", "--synthesized", "app", "--auto-approve"]],
    ["a saved plan", ["apply", "saved.plan"]],
  ])("what the service refuses of %s", async (_what, argv) => {
    const at = await desk(app);
    await at.run(saved);
    at.emulator.setFaults([{ fault: "status", status: 422, method: "PATCH" }]);
    const ran = await at.run([...argv, "--json"]);
    expect(accountOf(ran)["diagnostics"]).toEqual([
      expect.objectContaining({ address: "scanform_configuration.baseline", location }),
    ]);
  });

  test("what a saved plan warns of", async () => {
    const at = await withIdleRule();
    await at.run(saved);
    expect(accountOf(await at.run(["apply", "saved.plan", "--json"]))["diagnostics"]).toEqual(warned);
  });

  test("what the plan warns of that is made again after the question", async () => {
    const at = await withIdleRule();
    const argv = ["apply", "--synthesized", "app", "--json"];
    const ran = await at.run(argv, { interactive: true, ask: () => Promise.resolve("yes") });
    expect(accountOf(ran)["diagnostics"]).toEqual(warned);
  });
});

test("a drift shows what the plan warns of, and where in the code that is", async () => {
  const at = await withIdleRule();
  const { err } = await at.run(["drift", "--synthesized", "app"]);
  expect(err).toContain("[rule-matches-nothing]");
  expect(err).toContain(location);
});
