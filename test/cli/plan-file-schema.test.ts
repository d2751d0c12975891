import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { planFileSchema } from "../../src/cli/plan-file-shape";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";

const validate = addFormats(new Ajv({ strict: false })).compile(planFileSchema());

const saved = async (): Promise<Record<string, unknown>> => {
  const at = await desk({ ...everyday, provider: { managed_scope: { all: true } } });
  await at.plan("--out", "saved.plan", "--prune", "--force");
  return JSON.parse(readFileSync(join(at.folder, "saved.plan"), "utf8")) as Record<string, unknown>;
};

test("a saved plan is valid by the JSON Schema in the package", async () => {
  expect([validate(await saved()), validate.errors]).toEqual([true, null]);
});

test.each([
  ["another format", (file: Record<string, unknown>) => ({ ...file, format: "other" })],
  ["no accounts", (file: Record<string, unknown>) => ({ ...file, body: { accounts: [] } })],
  [
    "a write of an unknown kind",
    (file: Record<string, unknown>) =>
      JSON.parse(JSON.stringify(file).replace('"kind":"create"', '"kind":"mail"')) as unknown,
  ],
])("one with %s is not", async (_what, change) => {
  expect(validate(change(await saved()))).toBe(false);
});
