import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, RepositoryAssignments } from "../../src/constructs";
import { problems } from "./synth";

const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
afterEach(() => {
  delete process.env["SCANFORM_PROBLEMS"];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const toldIn = (file: string): string => {
  process.env["SCANFORM_PROBLEMS"] = file;
  return problems((stack) => {
    new Configuration(stack, "strict", { name: "", riskThreshold: Number.NaN });
    new RepositoryAssignments(stack, "routing");
  });
};

test("sends the problems of all constructs to the CLI, and none to the framework", () => {
  const file = join(folder, "problems");
  expect(toldIn(file)).toBe("");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const told = lines.map((line) => JSON.parse(line) as { readonly path: string; readonly detail: string });
  expect(told.map(({ path, detail }) => `${path} ${detail.slice(0, 16)}`).sort()).toEqual([
    "acme/routing There is no rule",
    "acme/strict name is empty. G",
    "acme/strict riskThreshold is",
  ]);
});

test("leaves the problems to the framework where the file cannot be reached", () => {
  const said = toldIn(join(folder, "elsewhere", "problems"));
  for (const each of ["[acme/strict] riskThreshold is NaN", "[acme/routing] There is no rule"])
    expect(said).toContain(each);
});
