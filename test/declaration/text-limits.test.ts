import { evaluated } from "./evaluated";

const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

test("a text may come to 10,000 characters, and to no more", () => {
  const locals = { x: "a".repeat(5_000) };
  expect(evaluated("${local.x}${local.x}", { locals })).toStrictEqual({ value: "a".repeat(10_000), problems: [] });
  expect(evaluated("${local.x}-${local.x}", { locals })).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `"\${local.x}-\${local.x}" comes to a text that ${tooLong}`]],
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

test("a number stands in a text only where Terraform writes it alike", () => {
  const blocks = { resource: { scanform_configuration: { base: { one: 0.25, two: 1e21 } } } };
  const [one, two] = ["x${scanform_configuration.base.one}", "x${scanform_configuration.base.two}"];
  expect(evaluated(one, blocks)).toStrictEqual({ value: "x0.25", problems: [] });
  expect(evaluated(two, blocks)).toStrictEqual({
    value: undefined,
    problems: [
      [
        "s.json#/resource/scanform_configuration/base/two",
        "This has a number with more digits than the CLI counts with.",
      ],
    ],
  });
});
