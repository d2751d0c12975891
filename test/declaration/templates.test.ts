import fc from "fast-check";
import { isPlain } from "../../src/declaration/is-plain";
import { at, atStrict, problems, read, routing, strict } from "./folder";

/** The name of the configuration `strict` that is declared with this text. */
const nameOf = (name: string) => read(strict({ name })).desired.configurations[0]?.name;

/** Text as Terraform wants it in a template: `${` and `%{` begin with their first character doubled. */
const escaped = (text: string): string => text.replace(/[$%](?=\{)/g, "$&$&");

const tricky = fc
  .array(fc.constantFrom("$", "%", "{", "}", "$${", "%%{", "${", "%{", '"', "\\", "a", "\n", "😀"), { minLength: 1 })
  .map((pieces) => pieces.join(""));

test("decodes text that is escaped for Terraform", () => {
  fc.assert(
    fc.property(fc.oneof(tricky, fc.string()), (given) => {
      const text = `a${given}`; // a blank name is an error
      const { name, settings } = read(strict({ name: escaped(text), analyzers: { [escaped(text)]: {} } })).desired
        .configurations[0] ?? { name: "", settings: {} };
      expect([name, Object.keys(settings.analyzers ?? {})]).toEqual([text, [text]]);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["plain", "plain"],
  ["$${x}", "${x}"],
  ["%%{ if x }", "%{ if x }"],
  ["$$${x}", "$${x}"],
  ["$ {x} % $", "$ {x} % $"],
  ["100%", "100%"],
  ["$$", "$$"],
  ["a}b", "a}b"],
])("reads the text %s as %s", (text, expected) => {
  expect(nameOf(text)).toBe(expected);
});

const base = {
  name: "base",
  comment: "silent",
  risk_threshold: 3,
  show_scan_confirmation: true,
  renamed_from: ["old", "older"],
  analyzers: {
    "sql-injection": { enabled: false, excludes: ["test/**"] },
    "odd}{": { enabled: true },
    'say "\\"': { enabled: true },
  },
};
const beside = (attributes: object) => ({
  resource: {
    scanform_configuration: {
      base,
      strict: { name: "strict", ...attributes },
      literal: { name: "literal", analyzers: { "$${x}": {} } },
    },
  },
});
const B = "scanform_configuration.base";

test.each([
  ["an attribute", { comment: `\${${B}.comment}` }, { settings: { comment: "silent" } }],
  ["a number, which stays one", { risk_threshold: `\${${B}.risk_threshold}` }, { settings: { risk_threshold: 3 } }],
  [
    "a flag, which stays one",
    { show_scan_confirmation: `\${${B}.show_scan_confirmation}` },
    { settings: { show_scan_confirmation: true } },
  ],
  ["a whole map", { analyzers: `\${${B}.analyzers}` }, { settings: { analyzers: base.analyzers } }],
  [
    "an entry by key",
    { analyzers: { x: `\${${B}.analyzers["sql-injection"]}` } },
    { settings: { analyzers: { x: base.analyzers["sql-injection"] } } },
  ],
  [
    "a leaf of it",
    { show_scan_confirmation: `\${${B}.analyzers["sql-injection"].enabled}` },
    { settings: { show_scan_confirmation: false } },
  ],
  [
    "an entry whose key has braces",
    { show_scan_confirmation: `\${${B}.analyzers["odd}{"].enabled}` },
    { settings: { show_scan_confirmation: true } },
  ],
  [
    "an entry whose key has quotes and a backslash",
    { show_scan_confirmation: `\${${B}.analyzers["say \\"\\\\\\""].enabled}` },
    { settings: { show_scan_confirmation: true } },
  ],
  ["an item by index", { name: `\${${B}.renamed_from[1]}` }, { name: "older" }],
  ["an item by a dot", { name: `\${${B}.renamed_from.0}` }, { name: "old" }],
  [
    "text inside text",
    { name: `<\${${B}.name}-\${${B}.risk_threshold}-\${${B}.show_scan_confirmation}>` },
    { name: "<base-3-true>" },
  ],
  ["spaces inside the braces", { name: `\${ ${B}.name }` }, { name: "base" }],
  [
    "a map whose key is escaped there",
    { analyzers: "${scanform_configuration.literal.analyzers}" },
    { settings: { analyzers: { "${x}": {} } } },
  ],
  ["a key", { analyzers: { [`\${${B}.name}-x`]: {} } }, { settings: { analyzers: { "base-x": {} } } }],
])("resolves a reference to %s", (_what, attributes, expected) => {
  expect(read(beside(attributes)).desired.configurations[1]).toMatchObject(expected);
});

test("follows a reference through another", () => {
  const names = { a: `\${scanform_configuration.b.name}`, b: "<${scanform_configuration.c.name}>", c: "$${end}" };
  const resources = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name }]));
  const declared = read({ resource: { scanform_configuration: resources } });
  expect(declared.desired.configurations.map((each) => each.name)).toEqual(["<${end}>", "<${end}>", "${end}"]);
});

test("resolves the id of a configuration through another list of rules", () => {
  const rules = [{ configuration_id: "${scanform_configuration.strict.id}", repository_pattern: "%" }];
  const again = {
    rules: [{ ...rules[0], configuration_id: "${scanform_repository_assignments.routing.rules[0].configuration_id}" }],
  };
  const stack = routing(...rules) as { resource: { scanform_repository_assignments: object } };
  const { desired } = read({
    resource: {
      ...stack.resource,
      scanform_repository_assignments: { ...stack.resource.scanform_repository_assignments, again },
    },
  });
  const target = { configuration: { address: "scanform_configuration.strict" } };
  expect(desired.assignments).toMatchObject([{ rules: [{ target }] }, { rules: [{ target }] }]);
});

test.each<readonly [unknown, boolean]>([
  ["text", true],
  ["100% of $5", true],
  ["${x}", false],
  ["%{x}", false],
  ["{", false],
  ["risk--8.1095622125913800e+298", false],
  [5, true],
  [true, true],
  [null, true],
  [undefined, true],
  [[], true],
  [["a", ["b"]], true],
  [["a", ["${x}"]], false],
  [{}, true],
  [{ a: { b: "c" } }, true],
  [{ a: { b: "${c}" } }, false],
  [{ a: 1, "${b}": 1 }, false],
  [nest(65), true],
  [nest(66), false],
  [Array.from({ length: 100 }, () => nest(3)), true],
])("tells whether %j contains nothing to evaluate", (value, plain) => {
  expect(isPlain(value)).toBe(plain);
});

/** A text inside so many lists. */
function nest(depth: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test("refuses a reference to something inside an id", () => {
  const rule = "scanform_repository_assignments.routing.rules[0]";
  const outside = { scanform_configuration: { x: { name: `\${${rule}.configuration_id.stack}` } } };
  const rules = [{ configuration_id: "${scanform_configuration.x.id}", repository_pattern: "%" }];
  expect(problems({ resource: { ...outside, scanform_repository_assignments: { routing: { rules } } } })).toMatchObject(
    [{ code: "not-evaluable", path: at("/resource/scanform_configuration/x/name") }],
  );
});

test.each([
  ["a module", "${module.m.x}", "refers to a module"],
  ["each", "${each.key}", "refers to for_each"],
  ["count", "${count.index}", "refers to count"],
  ["self", "${self.name}", "refers to self"],
  ["path", "${path.module}", "refers to a path"],
  ["terraform", "${terraform.workspace}", "refers to terraform itself"],
  ["a lost token", "${TfToken[TOKEN.3]}", "is a token that cdktf has not resolved"],
  [
    "a function that is not evaluated",
    '${sha256("x")}',
    "calls the function `sha256`, which the CLI does not evaluate",
  ],
  ["an operator", "${1 + 2}", "has the operator `+`"],
  ["a conditional", `\${${B}.name == "x" ? 1 : 2}`, "has the operator `==`"],
  ["a condition", "${true ? 1 : 2}", "is a conditional"],
  ["a splat", `\${${B}.renamed_from[*]}`, "has a splat"],
  ["an index that is computed", `\${${B}.renamed_from[each.x]}`, "refers to for_each"],
  ["a key that cdktf does not quote", `\${${B}.analyzers[trivy]}`, "A key stands in quotes"],
  ["a key that is a template", `\${${B}.analyzers["\${each.x}"]}`, "refers to for_each"],
  ["a strip marker", `\${~ ${B}.name ~}`, "has a strip marker"],
  ["an empty expression", "${}", "is an empty expression"],
  ["an expression in a text", "a-${each.x}-b", "`${each.x}` refers to for_each"],
  ["a directive", "%{ if true }x", "is a template directive. Write `%%{`"],
  ["one that is never closed", `\${${B}.name`, "is never closed"],
  ["a directive that is never closed", "50%{", "is never closed"],
  ["a resource of another provider", "${aws_instance.x.id}", "does not refer to a resource of scanform"],
  ["a name of Object", "${constructor.x.y}", "does not refer to a resource of scanform"],
  ["a data source", "${data.scanform_analyzers.all.data[0].slug}", "refers to a data source, which terraform reads"],
  ["an attribute that nobody declares", `\${${B}.created_at}`, "is known only after the apply"],
  ["an attribute of Object", `\${${B}.constructor}`, "is known only after the apply"],
  ["an entry that nobody declares", `\${${B}.analyzers["xss"].enabled}`, "refers to something that is not declared"],
  ["an index beyond the end", `\${${B}.renamed_from[2]}`, "refers to something that is not declared"],
  ["a step into an id", "${scanform_configuration.strict.id.stack}", "known only after the apply"],
  ["a resource without an attribute", `\${${B}}`, "does not refer to a resource of scanform"],
  ["a kind of resource alone", "${scanform_configuration}", "does not refer to a resource of scanform"],
  ["nothing of a data source", "${data}", "refers to a data source, which terraform reads"],
  ["a kind of data source alone", "${data.terraform_remote_state}", "refers to a data source, which terraform reads"],
  ["a word that no reference begins with", "${0.a}", "takes an item out of a number"],
  ["an operator before a step", `\${${B}.renamed_from +.0}`, "has the operator `+`"],
  [
    "a function of an object",
    "${jsonencode({ a = { b = 1 } })}-x",
    "`${jsonencode({ a = { b = 1 } })}` calls the function",
  ],
  ["a function of a quoted brace", '${sha1("\\"}")}-x', '`${sha1("\\"}")}` calls the function'],
  ["what is never closed behind other text", "50% of ${each.x", '"${each.x" is never closed'],
  ["a list in a text", `x\${${B}.renamed_from}`, "puts a value into a text that is not a text, a number or a boolean"],
  ["an id in a text", `x-\${${B}.id}`, "puts a value into a text that is not"],
  ["a number that cdktf lost", "risk--8.10956221259138e+298", "holds a number that cdktf did not resolve"],
])("refuses %s at its place", (_what, name, words) => {
  const found = problems(beside({ name }));
  expect(found).toMatchObject([
    {
      code: "not-evaluable",
      severity: "error",
      address: "scanform_configuration.strict",
      path: atStrict("/name"),
    },
  ]);
  expect(found[0]?.detail).toContain(words);
  expect(found[0]?.detail).toContain("apply it with the Terraform provider");
});

test.each([10, 11])("reads an index of several digits: %d", (index) => {
  const renamed_from = Array.from({ length: 12 }, (_, at) => `n${String(at)}`);
  for (const step of [`[${String(index)}]`, `.${String(index)}`]) {
    const strict = { name: `\${scanform_configuration.many.renamed_from${step}}` };
    const { desired } = read({
      resource: { scanform_configuration: { many: { name: "many", renamed_from }, strict } },
    });
    expect(desired.configurations[1]?.name).toBe(`n${String(index)}`);
  }
});

test("reports each of several expressions in a text", () => {
  const found = problems(strict({ name: "${each.x}-${self.y}" }));
  expect(found.map((each) => each.detail)).toEqual([
    expect.stringContaining("for_each"),
    expect.stringContaining("self"),
  ]);
});

test("knows the id of any other resource only after the apply", () => {
  const rule = { configuration_id: "${scanform_repository_assignments.routing.id}", repository_pattern: "%" };
  const [found] = problems(routing(rule));
  expect(found?.detail).toContain("is known only after the apply");
});

test("reports what cannot be evaluated under the address of the referenced resource", () => {
  const partly = { analyzers: { x: "${each.x}" } };
  const user = { name: "${scanform_configuration.partly.analyzers}", analyzers: {} };
  const found = problems({ resource: { scanform_configuration: { user, partly: { name: "partly", ...partly } } } });
  expect(found[0]).toMatchObject({
    address: "scanform_configuration.partly",
    path: at("/resource/scanform_configuration/partly/analyzers/x"),
  });
});

test("a reference to an undeclared kind of resource says that there are none", () => {
  const [found] = problems(strict({ name: "${scanform_deepscan.x.branch}" }));
  expect(found).toMatchObject({ code: "reference-unknown", path: atStrict("/name") });
  expect(found?.detail).toMatch(/refers to scanform_deepscan\.x, which is not declared\. There are none\.$/);
});

test("refuses a reference to an undeclared resource, and suggests a name", () => {
  const found = problems(beside({ comment: "${scanform_configuration.bsae.comment}" }));
  expect(found).toMatchObject([{ code: "reference-unknown", path: atStrict("/comment") }]);
  expect(found[0]?.detail).toContain('scanform_configuration.bsae, which is not declared. Did you mean "base"');
  expect(found[0]?.detail).not.toContain("Terraform provider");
});

test.each([
  ["itself", { strict: "${scanform_configuration.strict.name}" }],
  ["itself in a text", { strict: "x-${scanform_configuration.strict.name}" }],
  ["one that refers back", { strict: "${scanform_configuration.b.name}", b: "${scanform_configuration.strict.name}" }],
  [
    "itself through two",
    {
      strict: "${scanform_configuration.b.name}",
      b: "${scanform_configuration.c.name}",
      c: "x${scanform_configuration.strict.name}",
    },
  ],
])("refuses a name that refers to %s", (_what, names) => {
  const resources = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name }]));
  const found = problems({ resource: { scanform_configuration: resources } });
  expect(found).not.toEqual([]);
  for (const each of found) {
    expect(each.code).toBe("not-evaluable");
    expect(each.detail).toContain("refers to itself");
  }
});

test("reports an invalid value once, however many references it has", () => {
  const found = problems({
    resource: {
      scanform_configuration: {
        strict: { name: "${each.x}" },
        b: { name: "${scanform_configuration.strict.name}" },
        c: { name: "${scanform_configuration.strict.name}" },
      },
    },
  });
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
});

test.each([
  ["names of repositories", routing({ leave: true, repository_names: ["a", "${each.x}", "b"] }), "repository_names/1"],
  ["ids of repositories", routing({ leave: true, repository_ids: ["${each.x}"] }), "repository_ids/0"],
  ["rules", routing({ leave: true, repository_pattern: "a" }, "${each.x}"), ""],
])("reports a list of %s only for the item that cannot be evaluated", (_what, acme, pointer) => {
  const rules = "/resource/scanform_repository_assignments/routing/rules";
  const path = at(pointer === "" ? `${rules}/1` : `${rules}/0/${pointer}`);
  expect(problems(acme)).toMatchObject([{ code: "not-evaluable", path }]);
});

test.each([
  ["an item that can be evaluated", "renamed_from[0]"],
  ["the one that cannot", "renamed_from[1]"],
  ["something inside that one", "renamed_from[1].x"],
  ["a leaf that cannot", "analyzers.x.enabled"],
])("a reference to %s reports each place that cannot be evaluated", (_what, steps) => {
  const partly = { name: "partly", renamed_from: ["a", "${each.x}"], analyzers: { x: { enabled: "${each.x}" } } };
  const found = problems({
    resource: { scanform_configuration: { partly, user: { name: `\${scanform_configuration.partly.${steps}}` } } },
  });
  expect(found.map((each) => each.path)).toEqual([
    at("/resource/scanform_configuration/partly/renamed_from/1"),
    at("/resource/scanform_configuration/partly/analyzers/x/enabled"),
  ]);
});

test("escapes pointers into lists and maps as RFC 6901 requires", () => {
  const found = problems(strict({ analyzers: { "a/b~": { excludes: ["x", "${each.y}"] }, "${each.z}": {} } }));
  expect(found.map((each) => each.path)).toEqual([
    atStrict("/analyzers/a~1b~0/excludes/1"),
    atStrict("/analyzers/${each.z}"),
  ]);
  expect(problems(routing({ leave: true, repository_names: ["%{x}"] }))[0]?.path).toBe(
    at("/resource/scanform_repository_assignments/routing/rules/0/repository_names/0"),
  );
});

test.each([
  ["is the id of a configuration", `\${${B}.id}`, "does not come to a text before the apply"],
  ["comes to one that is there", `\${${B}.name}`, 'comes to "base", which is there already'],
])("refuses a key that %s", (_what, key, words) => {
  const found = problems(beside({ analyzers: { base: {}, [key]: {} } }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict(`/analyzers/${key}`) }]);
  expect(found[0]?.detail).toContain(words);
});
