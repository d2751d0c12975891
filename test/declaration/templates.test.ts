import fc from "fast-check";
import { isPlain } from "../../src/declaration/document";
import { at, atStrict, B, beside, problems, read, routing, strict } from "./folder";

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
  ["a directive", "%{ if true }x", "has a template directive. Write `%%{`"],
  ["one that is never closed", `\${${B}.name`, "is never closed"],
  ["a directive that is never closed", "50%{", "has a template directive"],
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
  [
    "what is never closed behind other text",
    "50% of ${each.x",
    "`50% of ${each.x` has an expression that is never closed. Write `$${` for a literal `${`.",
  ],
  ["a list in a text", `x\${${B}.renamed_from}`, "puts a value into a text that is not a text, a number or a boolean"],
  ["an id in a text", `x-\${${B}.id}`, "makes text of an id that is known only later"],
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

test("reports each of several expressions in a text", () => {
  const found = problems(strict({ name: "${each.x}-${self.y}" }));
  expect(found.map((each) => each.detail)).toEqual([
    expect.stringContaining("for_each"),
    expect.stringContaining("self"),
  ]);
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
