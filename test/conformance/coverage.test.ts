import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/api/operation";
import { operations } from "../../src/api/operations";
import { doneBy, sectionOf, tableOf } from "./coverage";

const kinds = [...new Set(Object.values<Operation>(operations).map(({ kind }) => kind))];

const tests = readdirSync(__dirname).map((file) => readFileSync(join(__dirname, file), "utf8"));

test.each(kinds)("%s have tests and a section with every row", (kind) => {
  expect(tests.some((text) => text.includes(`conformanceOf("${kind}"`))).toBe(true);
  const rows = (sectionOf(kind) ?? "").split("\n").flatMap((line) => /^\| (.+?) \| .+ \|$/.exec(line)?.[1] ?? []);
  expect(rows.slice(2)).toEqual(tableOf(kind, []).missing);
});

test("the coverage of the conformance suite counts a parameter as covered when it was given, omitted, at both limits and beyond them", () => {
  const { missing } = tableOf("findings", []);
  expect(missing).toEqual(
    expect.arrayContaining([
      "listAllFindings: `days` given",
      "listAllFindings: `days` missing, refused",
      "listAllFindings: `days` 1",
      "listAllFindings: `days` 365",
      "listAllFindings: `days` below 1, refused",
      "listAllFindings: `days` above 365, refused",
      "listAllFindings: `per_page` left out",
      "listAllFindings: `per_page` 100",
      "listAllFindings: `severity` not as documented, refused",
      "listAllFindings: 404",
      "listPrFindings: 405",
    ]),
  );
});

test("the coverage of the conformance suite does not count a request that was rejected for another reason", () => {
  const sent = { operationId: "listAllFindings", title: "a test" } as const;
  expect(doneBy({ ...sent, query: { days: "1" }, status: 401 })).toEqual(["listAllFindings: 401"]);
  expect(doneBy({ ...sent, query: { days: "366", severity: "high" }, status: 422 })).toEqual([
    "listAllFindings: 422",
    "listAllFindings: `days` above 365, refused",
  ]);
  expect(doneBy({ ...sent, query: { days: "365" }, status: 200 })).toContain("listAllFindings: `days` 365");
});
