import pc from "picocolors";
import { error } from "../../src/diagnostics/diagnostic";
import { formats, isFormat, renderers } from "../../src/cli/renderers";
import { rich } from "../report/plans";
import { planDocument } from "../../src/report/make-document";

const plain = pc.createColors(false);
const documentOf = (count: number) => planDocument({ madeAt: 0, plans: Array.from({ length: count }, rich) });
const diagnostics = [error("usage", "No command was given.")];

test("the choices are the formats of the table, the default first", () => {
  expect(formats).toEqual(["text", "markdown", "json", "html"]);
  expect(formats.every(isFormat)).toBe(true);
  expect([undefined, "", "xml"].some(isFormat)).toBe(false);
});

test.each(formats)("%s prints plans", (format) => {
  expect(renderers[format]().plans(documentOf(1), { colors: plain })).toContain("baseline");
});

test.each(formats)("a reader of %s sees why there is no plan, on stdout or on stderr", (format) => {
  const renderer = renderers[format]();
  if (renderer.machineReadable || format !== "text")
    expect(renderer.errors(diagnostics)).toContain("No command was given.");
  else expect(renderer.errors(diagnostics)).toBe("");
  expect(renderer.machineReadable).toBe(format === "json");
});

test.each([1, 2])("a document of %d plans is one line-terminated JSON value with a list of accounts", (count) => {
  const text = renderers.json().plans(documentOf(count), { colors: plain });
  const document = JSON.parse(text) as { readonly accounts?: readonly unknown[] };
  expect(text.endsWith("}\n")).toBe(true);
  expect(document.accounts?.length).toBe(count);
});
