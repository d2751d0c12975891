import { at, atStrict, type Json, problems, problemsIn, read, strict, synthesized } from "./folder";

const declared = (locals: Json, attributes: Json, more: Json = {}) =>
  read(strict(attributes, { ...more, locals })).desired.configurations[0];

test.each<readonly [string, Json, string, string]>([
  ["a text", { x: "n" }, "${local.x}", "n"],
  ["a text in a text", { x: "n" }, "a-${local.x}-b", "a-n-b"],
  ["a number in a text", { x: 3 }, "n${local.x}", "n3"],
  ["another local", { x: "<${local.y}>", y: "n" }, "${local.x}", "<n>"],
  ["an item of a list", { x: ["a", "${local.y}"], y: "n" }, "${local.x[1]}", "n"],
  ["an item that another local names", { x: ["a", "n"], y: 1 }, "${local.x[local.y]}", "n"],
  ["an entry of an object", { x: { "odd key": "n" } }, '${local.x["odd key"]}', "n"],
  ["an entry whose key is a template", { x: { "${local.y}-k": "n" }, y: "a" }, "${local.x.a-k}", "n"],
  ["an attribute of a configuration", { x: "${scanform_configuration.strict.comment}" }, "${local.x}", "silent"],
])("a local value can be %s", (_what, locals, name, expected) => {
  expect(declared(locals, { name, comment: "silent" })).toMatchObject({ name: expected });
});

test("a list from a local is shared by several attributes", () => {
  const excludes = "${local.excludes}";
  const analyzers = { a: { excludes }, b: { excludes: '${concat(local.excludes, ["c"])}' } };
  expect(declared({ excludes: ["a", "b"] }, { analyzers })).toMatchObject({
    settings: { analyzers: { a: { excludes: ["a", "b"] }, b: { excludes: ["a", "b", "c"] } } },
  });
});

test.each<readonly [string, Json, string]>([
  ["itself", { x: "${local.x}" }, "refers to itself"],
  ["itself through another", { x: "${upper(local.y)}", y: ["${local.x}"] }, "refers to itself"],
  ["itself through an attribute", { x: "${scanform_configuration.strict.name}" }, "refers to itself"],
])("a local value that leads to %s is refused", (_what, locals, words) => {
  const found = problems(strict({ name: "${local.x}" }, { locals }));
  expect(found).toMatchObject([{ code: "not-evaluable", detail: expect.stringContaining(words) as string }]);
});

test("what cannot be evaluated in a local is reported there, once, and an unused local is not looked at", () => {
  const locals = { x: ["a", "${1 + 1}"], unused: "${1 + 1}" };
  const found = problems(strict({ name: "${local.x[0]}", renamed_from: "${local.x}" }, { locals }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: at("/locals/x/1"), address: "local.x" }]);
});

test("a local that is not declared is a mistake, and the nearest is named", () => {
  expect(problems(strict({ name: "${local.taem}" }, { locals: { team: "x" } }))).toMatchObject([
    {
      code: "reference-unknown",
      path: atStrict("/name"),
      detail: expect.stringContaining('"taem", which is not declared. Did you mean "team"?') as string,
    },
  ]);
});

test("locals and variables belong to their own stack", () => {
  const b = { ...strict({ name: "${local.x}" }) };
  expect(problemsIn(synthesized({ a: strict({ name: "one" }, { locals: { x: "y" } }), b }))).toMatchObject([
    { code: "reference-unknown" },
  ]);
});

test.each(["locals", "variable"])("%s that are an array are refused", (key) => {
  const name = key === "locals" ? "${local.x}" : "${var.x}";
  expect(problems(strict({ name }, { [key]: [{ x: "n" }] }))[0]?.detail).toContain(
    "is an array here. Write one object.",
  );
});
