import { DocumentPath } from "../../src/declaration/document";
import { limited, Refusals, shortened } from "../../src/declaration/refusals";
import { error } from "../../src/diagnostics/diagnostic";
import { problems } from "./folder";

const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
const place = (step: number): DocumentPath => new DocumentPath(stack, ["resource", String(step)], "scanform_x.y");

test("keeps the first 1,000 problems, and counts the others", () => {
  const refusals = new Refusals();
  for (let at = 0; at < 1000; at += 1) refusals.add(place(at), "is odd.", "input");
  const first = refusals.kept.map(({ path }) => path);
  expect(first).toEqual(Array.from({ length: 1000 }, (_, at) => `acme.json#/resource/${String(at)}`));
  expect(refusals.omitted).toBe(0);
  refusals.add(place(1000), "is odd.");
  refusals.add(place(1001), "is odd.");
  expect(refusals.kept.map(({ path }) => path)).toEqual(first);
  expect(refusals.omitted).toBe(2);
});

test("says one problem of a place once, and another of the same place besides", () => {
  const refusals = new Refusals();
  for (const why of ["is odd.", "is odd.", "is even.", "is odd."]) refusals.add(place(1), why, "input");
  expect(refusals.kept).toEqual([
    error("not-evaluable", "is odd.", place(1)),
    error("not-evaluable", "is even.", place(1)),
  ]);
});

test("a problem that cannot be mended here names the Terraform provider as the way out", () => {
  const refusals = new Refusals();
  refusals.add(place(1), "is odd.");
  refusals.add(place(2), "has no value.", "input");
  refusals.add(place(3), "is not declared.", "reference-unknown");
  expect(refusals.kept).toEqual([
    error(
      "not-evaluable",
      expect.stringMatching(/^is odd\. .* apply it with the Terraform provider\.$/) as string,
      place(1),
    ),
    error("not-evaluable", "has no value.", place(2)),
    error("reference-unknown", "is not declared.", place(3)),
  ]);
});

test("a declaration with more than 1,000 problems is reported with 1,000 of them, and the number of the others", () => {
  const renamed_from = Array.from({ length: 1003 }, (_, at) => `\${each.n${String(at)}}`);
  const found = problems({ resource: { scanform_configuration: { strict: { name: "strict", renamed_from } } } });
  expect(found).toHaveLength(1001);
  expect(found[999]?.path).toMatch(/\/renamed_from\/999$/);
  expect(found[1000]).toStrictEqual(error("declaration-invalid", "3 more problems are not shown. Fix these first."));
});

test("says how many problems are omitted only where some are", () => {
  const many = Array.from({ length: 1001 }, (_, at) => error("declaration-invalid", "is odd.", place(at)));
  expect(limited(many.slice(0, 1000))).toEqual(many.slice(0, 1000));
  expect(limited(many)).toEqual([
    ...many.slice(0, 1000),
    error("declaration-invalid", "1 more problem is not shown. Fix these first."),
  ]);
  expect(limited(many.slice(0, 1), 2).at(-1)?.detail).toContain("2 more problems");
});

test("quotes a text of up to 200 characters whole, and the start of a longer one", () => {
  const text = "x".repeat(200);
  expect(shortened(text)).toBe(text);
  expect(shortened(`${text}y`)).toBe(`${text}...`);
});
