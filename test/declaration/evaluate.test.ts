import { evaluated, evaluatedAmong } from "./evaluated";
import fc from "fast-check";
import { isPlain } from "../../src/declaration/document";
import { at, atStrict, B, beside, problems, read, routing, strict } from "./folder";

/** A value inside so many lists. */
function nested(depth: number, inside: unknown): unknown {
  let value = inside;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

test("an entry whose key cannot be evaluated is left out, and reported once", () => {
  expect(evaluated({ "${each.key}": "${each.value}", a: 1 })).toStrictEqual({
    value: { a: 1 },
    problems: [["s.json#/x/0/${each.key}", "`${each.key}` refers to for_each."]],
  });
});

test("a plain key may have any length, beside keys that are evaluated", () => {
  const long = "k".repeat(10_001);
  expect(evaluated({ [long]: 1, "${local.k}": 2 }, { locals: { k: "a" } })).toStrictEqual({
    value: { [long]: 1, a: 2 },
    problems: [],
  });
});

test("a local of lists that are nested too deep is refused, and its first steps are named", () => {
  const { problems } = evaluated("${local.x}", { locals: { x: nested(70, "${local.y}"), y: "a" } });
  expect(problems).toEqual([["s.json#/locals/x/0/0/0/0", "This is nested deeper than anything that can be declared."]]);
});

test("a local object in which two keys evaluate to the same is refused", () => {
  expect(evaluated("${local.x}", { locals: { x: { a: 1, "${local.k}": 2 }, k: "a" } })).toStrictEqual({
    value: { a: 1 },
    problems: [["s.json#/locals/x/${local.k}", 'The key "${local.k}" evaluates to "a", which is there already.']],
  });
});

test.each(["${local.x}", "${local.x.right}", "${local.x.wrong}", "a-${local.x.right}", "${keys(local.x)}"])(
  "%s is no second error where a part of the local cannot be evaluated",
  (reference) => {
    const { problems } = evaluated(reference, { locals: { x: { right: 1, wrong: "${each.key}" } } });
    expect(problems).toEqual([["s.json#/locals/x/wrong", "`${each.key}` refers to for_each."]]);
  },
);

test("a value is reached through 100 references, and through no more", () => {
  const chain = (length: number) => {
    const steps = Array.from({ length }, (_, at): readonly [string, string] => [
      `x${String(at)}`,
      `\${local.x${String(at + 1)}}`,
    ]);
    return Object.fromEntries<string>([...steps, [`x${String(length)}`, "end"]]);
  };
  expect(evaluated("${local.x0}", { locals: chain(99) })).toEqual({ value: "end", problems: [] });
  expect(evaluated("${local.x0}", { locals: chain(100) }).problems).toEqual([
    ["s.json#/locals/x99", expect.stringContaining("comes after 100 references that lead from one to the next.")],
  ]);
});

test("a local number with more digits than the CLI counts with is refused with its place", () => {
  expect(evaluated("${local.x[0]}", { locals: { x: [1e21] } })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/locals/x", "This has a number with more digits than the CLI counts with."]],
  });
});

test.each([
  ["from its data source", "data.scanform_configuration.live.id"],
  ["from an attribute", "scanform_repository_assignments.routing.rules[0].configuration_id"],
])("no text is made of an id that is looked up: %s", (_what, id) => {
  const blocks = {
    data: { scanform_configuration: { live: { name: "live" } } },
    resource: {
      scanform_repository_assignments: {
        routing: { rules: [{ configuration_id: "${data.scanform_configuration.live.id}" }] },
      },
    },
  };
  expect(evaluated(`\${upper(${id})}`, blocks)).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`\${upper(${id})}\` makes a string of an id that is known only later.`]],
  });
});

test("a failure to read a variable's value is no mistake of the declaration, and is passed on", () => {
  const failure = new Error("The environment cannot be read.");
  const read = (): never => {
    throw failure;
  };
  expect(() => evaluatedAmong({ variable: { v: {} } }, ["${var.v}"], read)).toThrow(failure);
});

test("expressions that differ may together be 10,000,000 characters long; one that is repeated counts once", () => {
  const long = (_: unknown, at: number): string => `\${(${" ".repeat(9_900)}${String(1000 + at)})}`;
  const count = 1020;
  const repeated = evaluatedAmong({}, Array<string>(count).fill(long(0, 0)));
  expect(repeated).toStrictEqual({ values: Array<number>(count).fill(1000), problems: [] });
  const { values, problems } = evaluatedAmong({}, Array.from({ length: count }, long));
  const most = Math.floor(10_000_000 / 9_906);
  expect(values.map((each) => each !== undefined)).toEqual(Array.from({ length: count }, (_, at) => at < most));
  expect(problems[0]).toEqual([
    `s.json#/x/${String(most)}`,
    expect.stringContaining("is one expression too many: all together are longer than 10,000,000 characters"),
  ]);
});

const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

test("a text may come to 10,000 characters, and to no more", () => {
  const locals = { x: "a".repeat(5_000) };
  expect(evaluated("${local.x}${local.x}", { locals })).toStrictEqual({ value: "a".repeat(10_000), problems: [] });
  expect(evaluated("${local.x}-${local.x}", { locals })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `"\${local.x}-\${local.x}" becomes a string that ${tooLong}`]],
  });
});

test.each([
  ["where it stands", { value: "${local.a}".padEnd(10_001), at: "s.json#/x/0" }],
  ["in a local", { value: "${local.long}", at: "s.json#/locals/long" }],
])("a text of more than 10,000 characters is not evaluated %s", (_what, { value, at }) => {
  expect(evaluated(value, { locals: { a: "", long: "${local.a}".padEnd(10_001) } })).toStrictEqual({
    value: undefined,
    problems: [[at, `This text is to be evaluated, and ${tooLong}`]],
  });
});

/** Text as Terraform wants it in a template: `${` and `%{` begin with their first character doubled. */
const escaped = (text: string): string => text.replace(/[$%](?=\{)/g, "$&$&");

const tricky = fc
  .array(fc.constantFrom("$", "%", "{", "}", "$${", "%%{", "${", "%{", '"', "\\", "a", "\n", "😀"), { minLength: 1 })
  .map((pieces) => pieces.join(""));

test("decodes text that is escaped for Terraform", () => {
  fc.assert(
    fc.property(fc.oneof(tricky, fc.string()), (given) => {
      const text = `a${given}z`; // a name that begins or ends with blanks is an error
      const { name, settings } = read(strict({ name: escaped(text), analyzers: { [escaped(text)]: {} } })).desired
        .configurations[0] ?? { name: "", settings: {} };
      expect([name, Object.keys(settings.analyzers ?? {})]).toEqual([text, [text]]);
    }),
    { numRuns: 60 },
  );
});

test.each<readonly [unknown, boolean]>([
  ["text", true],
  ["${x}", false],
  ["%{x}", false],
  ["{", false],
  ["risk--8.1095622125913800e+298", false],
  [null, true],
  [["a", ["b"]], true],
  [["a", ["${x}"]], false],
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
  ["an empty expression", "${}", "is an empty expression"],
  ["a directive", "%{ if true }x", "has a template directive. Write `%%{`"],
  ["one that is never closed", `\${${B}.name`, "is never closed"],
  ["a data source", "${data.scanform_analyzers.all.data[0].slug}", "refers to a data source, which terraform reads"],
  ["an attribute that nobody declares", `\${${B}.created_at}`, "is known only after the apply"],
  ["a step into an id", "${scanform_configuration.strict.id.stack}", "known only after the apply"],
  [
    "what is never closed behind other text",
    "50% of ${each.x",
    "`50% of ${each.x` has an expression that is never closed. Write `$${` for a literal `${`.",
  ],
  [
    "a list in a text",
    `x\${${B}.renamed_from}`,
    "puts a value into a string that is not a string, a number or a boolean",
  ],
  ["an id in a text", `x-\${${B}.id}`, "makes a string of an id that is known only later"],
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
