import { evaluated } from "../evaluated";

const id = "data.scanform_configuration.live.id";
const data = { scanform_configuration: { live: { name: "live" } } };

test("a map is listed by its keys as Terraform lists it, and an object as it is written", () => {
  const variable = { map: { type: "map(string)", default: { b: "1", a: "2", "😀": "3", "\uffee": "4" } } };
  const written = (expression: string) => JSON.stringify(evaluated(expression, { variable }).value);
  expect(written("${var.map}")).toBe('{"a":"2","b":"1","\uffee":"4","😀":"3"}');
  expect(written('${{ b = "1", a = "2" }}')).toBe('{"b":"1","a":"2"}');
});

test("a set may hold one id that is known only later, beside none that it could equal", () => {
  const { value, problems } = evaluated(`\${length(toset([${id}]))}`, { data });
  expect({ value, problems }).toStrictEqual({ value: 1, problems: [] });
});

test("an attribute's key that is looked up is not handed to a function", () => {
  const resource = { scanform_configuration: { base: { renamed_from: { [`\${${id}}`]: "a" } } } };
  const call = "${keys(scanform_configuration.base.renamed_from)}";
  expect(evaluated(call, { data, resource })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${call}\` has a key that is looked up, which is known only after that.`]],
  });
});

test("a local value whose key is looked up passes on as a whole, and not to a function", () => {
  const locals = { names: { [`\${${id}}`]: "a" } };
  const { value, problems } = evaluated("${local.names}", { data, locals });
  expect([Object.values(value as object), problems]).toEqual([["a"], []]);
  expect(evaluated("${upper(keys(local.names)[0])}", { data, locals }).problems).toEqual([
    ["s.json#/x/0", expect.stringContaining("has a key that is looked up, which is known only after that.")],
  ]);
});
