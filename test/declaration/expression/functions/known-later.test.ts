import { evaluated } from "../../evaluated";

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
