import { atStrict, type Json, problems, read, readOne, strict, synthesized } from "../folder";
import { evaluated } from "../evaluated";
import { text } from "../../../src/declaration/expression/value";
import { CannotEvaluate } from "../../../src/declaration/refusals";
import { format } from "../../../src/declaration/expression/text-functions";

const base = {
  name: "base",
  risk_threshold: 3,
  renamed_from: ["old", "older"],
  analyzers: { secrets: { enabled: true, excludes: ["b", "a"] } },
};
const stack = (attributes: Json, more: Json = {}): Json => ({
  ...more,
  variable: {
    names: { type: "list(string)", default: ["b", "a", "b"] },
    map: { type: "map(string)", default: { k: "v" } },
  },
  resource: { scanform_configuration: { base, strict: { name: "strict", ...attributes } } },
});
const B = "scanform_configuration.base";

test("ids that are known later pass through lists and maps", () => {
  const data = { scanform_repository: { one: { name: "one" }, two: { name: "two" } } };
  const rule = {
    configuration_id: `\${lookup({ strict = scanform_configuration.strict.id }, "strict")}`,
    repository_ids: "${concat([data.scanform_repository.one.id], flatten([[data.scanform_repository.two.id]]))}",
  };
  const { resource, ...others } = stack({}, { data }) as { readonly resource: Json };
  const routing = { scanform_repository_assignments: { routing: { rules: [rule] } } };
  const { desired } = read({ ...others, resource: { ...resource, ...routing } });
  expect(desired.assignments[0]?.rules[0]).toMatchObject({
    target: { configuration: { address: "scanform_configuration.strict" } },
    repositoryIds: desired.lookups?.map(({ placeholder }) => placeholder),
  });
  expect(desired.lookups).toHaveLength(2);
});

test("an output of another stack is the argument of a function", () => {
  const source = { ...strict({}), output: { names: { value: ["a", "b"] } } };
  const names = "data.terraform_remote_state.cross-stack-reference-input-source.outputs.names";
  const user = strict({ name: `\${join("-", ${names})}` });
  const { desired } = readOne(synthesized({ source, user }));
  expect(desired.configurations.map((each) => each.name)).toEqual(["strict", "a-b"]);
});

test.each([
  ["too few arguments", '${replace("a", "b")}', "has 2 arguments, which is too few"],
  ["too many arguments", '${upper("a", "b")}', "has 2 arguments, which is too many"],
])("refuses %s, as Terraform does, without the advice to use it", (_what, name, words) => {
  const found = problems(stack({ name }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
  expect(found[0]?.detail).toMatch(words);
  expect(found[0]?.detail).not.toContain("Terraform provider");
});

test.each([
  ["a name of Object", '${constructor("a")}', "calls the function `constructor`"],
  [
    "an id in a text",
    '${join("-", [scanform_configuration.strict.id])}',
    "makes a string of an id that is known only later",
  ],
  [
    "an id in a set",
    '${length(toset([scanform_configuration.strict.id, "a"]))}',
    "compares an id that is known only later",
  ],
  ["an item of a set", `\${${B}.analyzers.secrets.excludes[0]}`, "takes an item out of a set"],
  ["a function of a provider", '${provider::scanform::like("a", "b")}', "is a function of a provider"],
  ["a heredoc", "${<<E\na\nE\n}", "is a heredoc"],
  ["what cdktf makes of null in a list", "${concat([1, , 2])}", "has something that is not understood here"],
])("refuses %s at its place", (_what, name, words) => {
  const found = problems(stack({ name }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
  expect(found[0]?.detail).toContain(words);
  expect(found[0]?.detail).toContain("apply it with the Terraform provider");
});

const blocks = { resource: { scanform_configuration: { base: { name: "base" } } } };
const id = "scanform_configuration.base.id";

test("no id that is known later is in an empty list", () => {
  expect(evaluated(`\${contains([], ${id})}`, blocks)).toStrictEqual({ value: false, problems: [] });
});

test.each([
  ["compared with an item", `\${contains(["a"], ${id})}`, "compares an id that is known only later."],
  ["measured", `\${length(${id})}`, "asks for the length of a string that is known only later."],
  ["formatted", `\${format("%v", ${id})}`, "makes a string of an id that is known only later."],
  ["taken for a list", `\${lookup({ a = ${id} }, "a")[0]}`, "takes an item out of a string."],
])("an id that is known later is not %s", (_what, expression, why) => {
  expect(evaluated(expression, blocks)).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${expression}\` ${why}`]],
  });
});

const tooLong =
  "becomes a string that is longer than 10,000 characters, which is more than any name needs. Shorten it.";
const locals = {
  half: "a".repeat(5_000),
  less: "a".repeat(4_999),
  pattern: "a".repeat(9_998) + "%s",
};

test.each([
  ["join", '${join("-", [local.half, local.less])}', '${join("-", [local.half, local.half])}'],
  ["join of empty texts", '${join(local.half, ["", "", ""])}', '${join(local.half, ["", "", "a"])}'],
  ["replace", '${replace(local.half, "a", "bc")}', '${replace("${local.half}a", "a", "bc")}'],
  ["format", '${format("%s%s", local.half, local.half)}', '${format("%s%s%s", local.half, local.half, "a")}'],
  ["the pattern of format", '${format(local.pattern, "bc")}', '${format(local.pattern, "bcd")}'],
])("a text may come to 10,000 characters by %s, and no more", (_what, expression, more) => {
  const { value, problems } = evaluated(expression, { locals });
  expect([String(value).length, problems]).toEqual([10_000, []]);
  expect(evaluated(more, { locals })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${more}\` ${tooLong}`]],
  });
});

test("format stops where its text gets too long, and formats no value behind that", () => {
  const half = text(locals.half);
  expect(() => format("%s%s%s%d", [half, half, text("a"), text("no number")])).toThrow(new CannotEvaluate(tooLong));
});
