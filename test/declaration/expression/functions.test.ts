import { at, atStrict, type Json, problems, read, readOne, strict, synthesized } from "../folder";
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
const valueOf = (name: string): string | undefined => read(stack({ name })).desired.configurations[1]?.name;
const B = "scanform_configuration.base";

/** As cdktf and cdktn write it, and as people do. */
test.each([
  ['${join(",", concat(var.names, ["c", "q\\"$${z}"]))}', 'b,a,b,c,q"${z}'],
  ['${join(",", distinct(var.names))}', "b,a"],
  ['${join(",", flatten([["x"], [var.names, ["y"]]]))}', "x,b,a,b,y"],
  ['${join("|", split(",", "a,,b"))}', "a||b"],
  ['${format("%s-%03d-%t%%", "a", 7, true)}', "a-007-true%"],
  ["pre-${lower(upper(var.map.k))}-post", "pre-v-post"],
  ['${lookup(merge(var.map, {"k" = "w", l: "x"}), "k", "d")}', "w"],
  ['${lookup(var.map, "none", "d")}', "d"],
  ['${join(",", keys({b = 1, a = 2}))}', "a,b"],
  ['${join(",", values({b = 1, a = 2}))}', "2,1"],
  ['${join(",", toset(["b", "a", 1, "b"]))}', "1,a,b"],
  ["${tolist(toset(var.names))[0]}", "a"],
  ['${contains(var.names, "a")}-${contains(["1"], 1)}', "true-false"],
  ['${length(var.names)}${length("👨‍👩‍👧é")}${length({})}', "320"],
  ['${replace("1 + 2", "+", "-")}', "1 - 2"],
  ['${replace("ab", "", "-")}', "-a-b-"],
  ['${trimspace(" a\\t\\n")}', "a"],
  ['${"${var.names[1]}-x"}', "a-x"],
  ["x${[1, 2.5,][1]}", "x2.5"],
  ['${format("%q", "<a&b>")}', '"\\u003ca\\u0026b\\u003e"'],
  ["${keys({ (var.map.k) = 1 })[0]}", "v"],
  ["e\u0301${var.map.k}", "\u00e9v"],
])("evaluates %s", (text, expected) => {
  expect(valueOf(text)).toBe(expected);
});

test("a list is made of another resource's attributes", () => {
  const renamed_from = `\${concat(${B}.renamed_from, tolist(${B}.analyzers.secrets.excludes))}`;
  expect(read(stack({ renamed_from })).desired.configurations[1]?.renamedFrom).toEqual(["old", "older", "a", "b"]);
});

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
  ["a list for a text", '${upper(["a"])}', "has a value of the type tuple where a string is expected"],
])("refuses %s, as Terraform does, without the advice to use it", (_what, name, words) => {
  const found = problems(stack({ name }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
  expect(found[0]?.detail).toMatch(words);
  expect(found[0]?.detail).not.toContain("Terraform provider");
});

test("names the functions that are evaluated beside one that is not", () => {
  expect(problems(stack({ name: '${sort(["a"])}' }))[0]?.detail).toContain('It has "concat", "contains", "distinct",');
});

test.each([
  ["another function", '${sort(["a"])}', "calls the function `sort`, which the CLI does not evaluate"],
  ["a name of Object", '${constructor("a")}', "calls the function `constructor`"],
  ["null", "${upper(null)}", "has an argument that is null"],
  ["a set for a list", '${concat(toset(["a"]))}', "joins a set to a list. Use tolist() on it."],
  ["an index into a set", '${toset(["a"])[0]}', "takes an item out of a set"],
  ["an index beyond the end", '${["a"][1]}', "refers to something that is not declared"],
  ["a regular expression", '${replace("abc", "/b/", "x")}', "searches for a regular expression"],
  ["a verb that is not repeated here", '${format("%.2f", 1.5)}', "formats with `%.2f`"],
  ["values without verbs", '${format("a", 1)}', "has more values than its pattern has verbs"],
  ["verbs without values", '${format("%s%s", 1)}', "has fewer values than its pattern has verbs"],
  ["a fraction for %d", '${format("%d", 1.5)}', "what is no whole number"],
  ["a letter whose case depends", '${upper("straße")}', 'changes the case of "ß"'],
  ["a script that is counted differently", '${length("न")}', "counts characters of a script"],
  [
    "numbers beyond a double",
    "${tolist([9007199254740993])[0]}",
    "has a number with more digits than the CLI counts with",
  ],
  ["items that share no type", '${tolist([["a"], "b"])[0]}', "has items whose types have nothing in common"],
  ["a set of lists", '${tolist(toset([["a"], ["b"]]))[0][0]}', "whose order only terraform knows"],
  ["a missing key", '${lookup(var.map, "x")}', 'has no key "x", and no default'],
  [
    "an id in a text",
    '${join("-", [scanform_configuration.strict.id])}',
    "makes text of an id that is known only later",
  ],
  [
    "an id in a set",
    '${length(toset([scanform_configuration.strict.id, "a"]))}',
    "compares an id that is known only later",
  ],
  ["a key that terraform finds ambiguous", "${keys({ var.map.k = 1 })[0]}", "has a reference as a key"],
  ["an item of a set", `\${${B}.analyzers.secrets.excludes[0]}`, "takes an item out of a set"],
  ["an index of no value", '${var["map"].k}', "has an index where a name behind a dot is expected"],
  ["a list over arguments", "${concat(var.names...)}", "spreads a list over arguments"],
  ["a function of a provider", '${provider::scanform::like("a", "b")}', "is a function of a provider"],
  ["a comment", '${upper("a") /* b */}', "has a comment"],
  ["a `for` expression", "${[for n in var.names : n]}", "has a `for` expression"],
  ["a heredoc", "${<<E\na\nE\n}", "is a heredoc"],
  ["a directive in a text", '${upper("%{ if true }a%{ endif }")}', "has a template directive"],
  ["an unknown escape", '${upper("\\x")}', "has an unknown escape"],
  ["half a pair of surrogates", '${upper("\\ud800")}', "has an escape that is no character"],
  ["what is not understood", '${upper("a" "b")}', 'has something that is not understood here before "\\"b\\")}"'],
  ["what cdktf makes of null in a list", "${concat([1, , 2])}", "has something that is not understood here"],
])("refuses %s at its place", (_what, name, words) => {
  const found = problems(stack({ name }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
  expect(found[0]?.detail).toContain(words);
  expect(found[0]?.detail).toContain("apply it with the Terraform provider");
});

test("what an argument refers to is reported where it stands", () => {
  const found = problems(
    stack({ name: '${join("-", scanform_configuration.strict.renamed_from)}', renamed_from: ["${1 + 1}"] }),
  );
  expect(found).toMatchObject([{ path: at("/resource/scanform_configuration/strict/renamed_from/0") }]);
});

const blocks = { resource: { scanform_configuration: { base: { name: "base" } } } };
const id = "scanform_configuration.base.id";

test("no id that is known later is in an empty list", () => {
  expect(evaluated(`\${contains([], ${id})}`, blocks)).toStrictEqual({ value: false, problems: [] });
});

test.each([
  ["compared with an item", `\${contains(["a"], ${id})}`, "compares an id that is known only later."],
  ["measured", `\${length(${id})}`, "asks for the length of a text that is known only later."],
  ["formatted", `\${format("%v", ${id})}`, "makes text of an id that is known only later."],
  ["taken for a list", `\${lookup({ a = ${id} }, "a")[0]}`, "takes an item out of a text."],
])("an id that is known later is not %s", (_what, expression, why) => {
  expect(evaluated(expression, blocks)).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${expression}\` ${why}`]],
  });
});

const tooLong = "comes to a text that is longer than 10,000 characters, which is more than any name needs. Shorten it.";
const locals = {
  half: "a".repeat(5_000),
  less: "a".repeat(4_999),
  pattern: "a".repeat(9_998) + "%s",
};

test.each([
  ["join", '${join("-", [local.half, local.less])}', `${locals.half}-${locals.less}`],
  ["join of empty texts", '${join(local.half, ["", "", ""])}', "a".repeat(10_000)],
  ["replace", '${replace(local.half, "a", "bc")}', "bc".repeat(5_000)],
  ["replace by less", '${replace("${local.half}${local.half}", "aa", "b")}', "b".repeat(5_000)],
  ["format", '${format("%s%s", local.half, local.half)}', "a".repeat(10_000)],
  ["the pattern of format", '${format(local.pattern, "bc")}', `${"a".repeat(9_998)}bc`],
])("a text may come to 10,000 characters by %s", (_what, expression, value) => {
  expect(evaluated(expression, { locals })).toStrictEqual({ value, problems: [] });
});

test.each([
  ["join", '${join("-", [local.half, local.half])}'],
  ["join of empty texts", '${join(local.half, ["", "", "a"])}'],
  ["replace", '${replace("${local.half}a", "a", "bc")}'],
  ["format", '${format("%s%s%s", local.half, local.half, "a")}'],
  ["the pattern of format", '${format(local.pattern, "bcd")}'],
])("a text that comes to more than 10,000 characters by %s is refused", (_what, expression) => {
  expect(evaluated(expression, { locals })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${expression}\` ${tooLong}`]],
  });
});

test("format stops where its text gets too long, and formats no value behind that", () => {
  const half = text(locals.half);
  expect(() => format("%s%s%s%d", [half, half, text("a"), text("no number")])).toThrow(new CannotEvaluate(tooLong));
});
