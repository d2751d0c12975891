import {
  at,
  atStrict,
  fileOf,
  folder,
  manifestOf,
  problems,
  problemsIn,
  read,
  routing,
  strict,
  synthesized,
} from "../../declaration/folder";

const name = (of: number): string => `\${scanform_configuration.c${String(of)}.name}`;

/** Configurations `c0`, `c1` and so on, the name of each made from its number. */
const configurations = (count: number, nameOf: (number: number) => string, more: object = {}) => ({
  resource: {
    scanform_configuration: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`c${String(at)}`, { name: nameOf(at), ...more }]),
    ),
  },
});

test("names that double from each to the next are refused with one error", () => {
  const doubling = (of: number): string => (of === 40 ? "ab" : name(of + 1).repeat(2));
  const found = problems(configurations(41, doubling));
  expect(found).toMatchObject([{ code: "not-evaluable", path: at("/resource/scanform_configuration/c27/name") }]);
  expect(found[0]?.detail).toContain("becomes a string that is longer than 10,000 characters");
});

test("names that double in a circle are refused", () => {
  const found = problems(configurations(30, (of) => name((of + 1) % 30).repeat(2)));
  expect(found).toMatchObject([{ code: "not-evaluable", path: at("/resource/scanform_configuration/c29/name") }]);
  expect(found[0]?.detail).toContain("refers to itself");
});

test("a text to be evaluated has at most 10,000 characters", () => {
  expect(read(strict({ comment: null, name: "{".repeat(10_000) })).desired.configurations).toHaveLength(1);
  const [found] = problems(strict({ name: `{${"x".repeat(10_000)}` }));
  expect(found).toMatchObject({ code: "not-evaluable", path: atStrict("/name") });
  expect(found?.detail).toContain("This text is to be evaluated, and is longer than 10,000 characters");
});

test("at most 100 references lead from one to the next", () => {
  const chain = (last: number) => configurations(last + 1, (of) => (of === last ? "x" : name(of + 1)));
  expect(read(chain(100)).desired.configurations.map((each) => each.name)).toEqual(Array<string>(101).fill("x"));
  const [found] = problems(chain(5000));
  expect(found).toMatchObject({ code: "not-evaluable", path: at("/resource/scanform_configuration/c100/name") });
  expect(found?.detail).toContain("`${scanform_configuration.c101.name}` comes after 100 references");
});

test("references together repeat a limited number of values", () => {
  const list = "${scanform_configuration.c0.renamed_from}";
  const declared = configurations(300, (of) => (of === 0 ? "first" : `n${String(of)}`), { renamed_from: list });
  const c0 = { name: "first", renamed_from: Array.from({ length: 100_000 }, () => "old") };
  const { scanform_configuration: others } = declared.resource;
  const found = problems({ resource: { scanform_configuration: { ...others, c0 } } });
  expect(found[0]?.detail).toContain("one reference too many: all together repeat more than 10,000,000 values");
});

test("of 60,000 problems the first 1,000 are shown, and the number of the others", () => {
  const variables = Array.from({ length: 60_000 }, (_, of) => `\${each.x${String(of)}}`);
  const found = problems(routing({ leave: true, repository_names: variables }));
  expect(found).toHaveLength(1001);
  expect(found[999]?.detail).toContain("`${each.x999}` refers to for_each.");
  expect(found[1000]).toMatchObject({
    code: "declaration-invalid",
    severity: "error",
    detail: "59,000 more problems are not shown. Fix these first.",
  });
});

test("a long text is shortened where a problem quotes it", () => {
  const [found] = problems(strict({ name: `\${${"x".repeat(5000)}(1)}` }));
  expect(found?.detail).toMatch(/^`\$\{x{200}\.\.\.\}` calls the function `x{200}\.\.\.`/);
});

test("reads 10,000 configurations, and rules that refer to each", () => {
  const declared = configurations(10_000, (of) => `n${String(of)}`, { analyzers: { secrets: { enabled: true } } });
  const rules = Array.from({ length: 10_000 }, (_, of) => ({
    configuration_id: `\${scanform_configuration.c${String(of)}.id}`,
    repository_names: [`r${String(of)}`],
  }));
  const { desired } = read({ resource: { ...declared.resource, scanform_repository_assignments: { all: { rules } } } });
  expect(desired.configurations).toHaveLength(10_000);
  expect(desired.assignments[0]?.rules).toHaveLength(10_000);
});

/** A file of 33 MiB. */
const large = `{"//":"${"x".repeat(33 * 2 ** 20)}"}`;

test.each([
  ["one file", { a: large.replace("x", large.slice(7, -2)) }, "a"],
  ["all files together", { a: large, b: large }, "b"],
])("%s of more than 64 MiB: an error that names the last one read", (_what, stacks, last) => {
  const found = problemsIn(synthesized(stacks));
  expect(found).toMatchObject([{ code: "synth-invalid" }]);
  expect(found[0]?.detail).toMatch(/more than 64 MiB\. Declare less\.$/);
  expect(found[0]?.path).toContain(fileOf(last));
});

test("one file counts for each stack that it is the file of", () => {
  const path = folder({
    "manifest.json": manifestOf(["a", "b"], { synthesizedStackPath: "one.json" }),
    "one.json": large,
  });
  expect(problemsIn(path)[0]?.detail).toContain("more than 64 MiB");
});
