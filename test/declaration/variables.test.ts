import { readDeclaration } from "../../src/declaration/read-declaration";
import { ScanformError } from "../../src/diagnostics/error";
import { at, atStrict, type Json, strict, synthesized } from "./folder";
import { numeric, text, toPlain } from "../../src/declaration/expression/value";
import { constantOf, parseConstant } from "../../src/declaration/variables";
import { refusal } from "./expression/refusal";

/** What is declared with these variables, or why it is refused. */
function declared(variable: Json, attributes: Json, given: Readonly<Record<string, string>> = {}) {
  const folder = synthesized({ acme: strict(attributes, { variable }) });
  try {
    const { accounts } = readDeclaration(folder, undefined, (name) => given[name]);
    return { configuration: accounts[0]?.desired.configurations[0] };
  } catch (thrown) {
    if (thrown instanceof ScanformError) return { problems: thrown.diagnostics };
    throw thrown;
  }
}

test.each<readonly [string, Json, string | undefined, unknown]>([
  ["a default", { default: "n" }, undefined, "n"],
  ["a default as it stands, since it is no template", { default: "$${n}" }, undefined, "$${n}"],
  ["TF_VAR rather than the default", { default: "n" }, "given", "given"],
  ["TF_VAR, which is no template", { type: "string" }, "${n}", "${n}"],
  ["a number as text", { type: "string", default: 12 }, undefined, "12"],
  ["text in decomposed form", { default: "e\u0301" }, undefined, "é"],
])("a variable has %s", (_what, variable, given, expected) => {
  const found = declared({ n: variable }, { name: "${var.n}" }, given === undefined ? {} : { n: given });
  expect(found).toMatchObject({ configuration: { name: expected } });
});

test.each<readonly [string, Json, string, readonly string[]]>([
  ["a list", { type: "list(string)" }, '["a", 1, true]', ["a", "1", "true"]],
  ["a set, sorted", { type: "set(string)" }, '["b", "a", "b"]', ["a", "b"]],
  ["a tuple", { type: "tuple([string, string])" }, '["b", 1]', ["b", "1"]],
  ["a list of anything", { type: "list(any)" }, '["b", 1]', ["b", "1"]],
  [
    "an object's attribute",
    { type: "object({ names = list(string), more = optional(bool) })" },
    '{ names = ["a"] }',
    ["a"],
  ],
  ["a map's entry", { type: "map(list(string))" }, '{ "names": ["a"], }', ["a"]],
])("TF_VAR of %s is an expression of literals", (_what, variable, given, expected) => {
  const value = given.startsWith("{") ? "${var.v.names}" : "${var.v}";
  expect(declared({ v: variable }, { renamed_from: value }, { v: given })).toMatchObject({
    configuration: { renamedFrom: expected },
  });
});

test("a variable that must not be null has its default instead", () => {
  const variable = { type: "list(string)", default: ["a"], nullable: false };
  expect(declared({ v: variable }, { renamed_from: "${var.v}" }, { v: "null" })).toMatchObject({
    configuration: { renamedFrom: ["a"] },
  });
});

test("TF_VAR of null is null, and not the default, where the variable may be null", () => {
  const variable = { type: "list(string)", default: ["a"] };
  expect(declared({ v: variable }, { renamed_from: "${var.v}" }, { v: "null" })).toMatchObject({
    configuration: { renamedFrom: [] },
  });
});

test.each<readonly [string, Json, string | undefined, string]>([
  [
    "no value",
    { type: "string" },
    undefined,
    "refers to the variable v, which has no value. Set TF_VAR_v, or give it a default.",
  ],
  [
    "text for a number",
    { type: "number" },
    "many",
    "TF_VAR_v has a value of the type string where a number is expected.",
  ],
  [
    "a number for a list",
    { type: "list(string)", default: 1 },
    undefined,
    "the default of the variable v has a value of the type number where a list",
  ],
  [
    "no expression for a list",
    { type: "list(string)" },
    "a,b",
    'TF_VAR_v is not an expression of literals, such as ["a", "b"].',
  ],
  [
    "a default that refers to something",
    { default: "${var.w}" },
    undefined,
    "the default of the variable v refers to something, which Terraform takes literally.",
  ],
  [
    "a type that nobody knows",
    { type: "text", default: "" },
    undefined,
    "the type of the variable v is none that the CLI reads.",
  ],
  [
    "a type with a default inside",
    { type: 'object({ a = optional(string, "x") })', default: {} },
    undefined,
    "has a default inside of it",
  ],
  [
    "a default of null that must not be",
    { default: null, nullable: false },
    undefined,
    "refers to the variable v, which must not be null.",
  ],
  [
    "a sensitive value",
    { default: "n", sensitive: true },
    "hunter2",
    "which is sensitive, and what the CLI evaluates is shown in plans.",
  ],
  [
    "an ephemeral value",
    { default: "n", ephemeral: true },
    "hunter2",
    "which is sensitive, and what the CLI evaluates is shown in plans.",
  ],
  [
    "a type that is no text",
    { type: ["string"], default: "" },
    undefined,
    "the type of the variable v is not a string.",
  ],
])("refuses a variable with %s where it is used", (_what, variable, given, words) => {
  const found = declared({ v: variable }, { name: "${var.v}" }, given === undefined ? {} : { v: given });
  expect(found.problems).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
  expect(found.problems?.[0]?.detail).toContain(words);
  expect(found.problems?.[0]?.detail).not.toContain(given ?? "hunter2");
});

test("a variable that is not declared is a mistake, and the nearest is named", () => {
  expect(declared({ team: { default: "x" } }, { name: "${var.taem}" }).problems).toMatchObject([
    {
      code: "reference-unknown",
      detail: expect.stringContaining('"taem", which is not declared. Did you mean "team"?') as string,
    },
  ]);
});

test("a variable that nothing uses needs no value", () => {
  expect(declared({ v: { type: "string" }, w: { sensitive: true } }, {})).toMatchObject({
    configuration: { name: "strict" },
  });
});

describe("variable validation", () => {
  /** The name that is declared with the variable `v`, or the place and the words of each refusal. */
  function declared(validation: unknown, renamed_from: readonly string[] = []) {
    const variable = { v: { default: "a", validation } };
    const folder = synthesized({ acme: strict({ name: "${var.v}", renamed_from }, { variable }) });
    try {
      return readDeclaration(folder).accounts[0]?.desired.configurations[0]?.name;
    } catch (thrown) {
      if (thrown instanceof ScanformError) return thrown.diagnostics.map(({ path, detail }) => [path, detail]);
      throw thrown;
    }
  }

  /** The refusal of `var.v` by its validation. */
  const refusedBecause = (message: string) => [
    [atStrict("/name"), `\`\${var.v}\` refers to a variable whose value its validation refuses${message}.`],
  ];

  const holds = '${contains(["a", "b"], var.v)}';
  const fails = '${contains(["b"], var.v)}';

  test.each<readonly [string, unknown]>([
    ["one block", { condition: holds }],
    ["a list of one", [{ condition: holds }]],
    ["a list of several", [{ condition: holds }, { condition: true }]],
    ["none", []],
  ])("a value passes a validation that holds: %s", (_what, validation) => {
    expect(declared(validation)).toBe("a");
  });

  test.each<readonly [string, unknown]>([
    ["that is one block", { condition: fails }],
    ["that is the second of a list", [{ condition: holds }, { condition: fails }]],
    ["whose condition is no boolean", { condition: "yes" }],
    ["without a condition", "${var.v}"],
  ])("a value is refused by a validation %s", (_what, validation) => {
    expect(declared(validation)).toEqual(refusedBecause(""));
  });

  test.each<readonly [string, unknown, string]>([
    ["with its message", "Choose a or b.", ": Choose a or b"],
    ["with its message, whatever dots are in it", "Use v1.2 or v1.3.", ": Use v1.2 or v1.3"],
    ["without a message that is not written out", "It must not be ${var.v}.", ""],
    ["without a message that is no text", 1, ""],
  ])("a refusal is shown %s", (_what, error_message, shown) => {
    expect(declared([{ condition: fails, error_message }])).toEqual(refusedBecause(shown));
  });

  test.each<readonly [string, (block: object) => unknown, string]>([
    ["in a list", (block) => [block], "/variable/v/validation/0/condition"],
    ["as one block", (block) => block, "/variable/v/validation/condition"],
  ])("a condition %s that cannot be evaluated is refused at its own place, once", (_what, written, pointer) => {
    const found = declared(written({ condition: "${length(var.v) > 0}" }), ["${var.v}"]);
    expect(found).toEqual([[at(pointer), expect.stringContaining("has the operator `>`")]]);
  });
});

const nested = (steps: number, around: (inside: unknown) => unknown): unknown =>
  Array.from({ length: steps }).reduce((inside) => around(inside), 1);

test.each<readonly [string, (inside: unknown) => unknown]>([
  ["lists", (inside) => [inside]],
  ["objects", (inside) => ({ k: inside })],
])("the default of a variable is at most 64 %s deep", (_what, around) => {
  expect(toPlain(constantOf(nested(64, around)))).toEqual(nested(64, around));
  expect(refusal(() => constantOf(nested(65, around)))).toEqual({
    why: "is nested deeper than anything that can be declared.",
  });
});

test.each<readonly [string, unknown]>([
  ["as a whole", "${var.other}"],
  ["behind other text", "a-${var.other}"],
  ["with a directive", "%{ if true }a%{ endif }"],
  ["in a list", ["a", "${var.other}"]],
  ["in an object", { a: "b", c: "${var.other}" }],
  ["in a key", { "${var.other}": "b" }],
])("the default of a variable refers to nothing %s", (_where, value) => {
  expect(refusal(() => constantOf(value))).toEqual({
    why: "refers to something, which Terraform takes literally. Write it out, or use a local value.",
  });
});

test("TF_VAR of a list or the like has at most 10,000 characters", () => {
  const letters = "a".repeat(9_998);
  expect(parseConstant(`"${letters}"`)).toStrictEqual(text(letters));
  expect(parseConstant("1".padEnd(10_000))).toStrictEqual(numeric(1));
  for (const given of [`"${letters}a"`, "1".padEnd(10_001)])
    expect(refusal(() => parseConstant(given))).toEqual({
      why: "is longer than 10,000 characters. Write a default instead.",
    });
});

test.each([
  ["a reference", "[var.a]"],
  ["an item of a list", '["a"][0]'],
  ["a call in a key", '{ (upper("a")) = "b" }'],
  ["a call behind a key", '{ a = upper("b") }'],
])("TF_VAR of a list or the like is no expression with more than literals: %s", (_what, given) => {
  expect(refusal(() => parseConstant(given))).toEqual({
    why: 'is not an expression of literals, such as ["a", "b"].',
    kind: "arguments",
  });
});
