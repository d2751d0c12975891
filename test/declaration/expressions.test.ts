import { evaluated, evaluatedAmong } from "./evaluated";

test.each<readonly [string, string, unknown]>([
  ["one expression keeps its type", "${local.list}", ["a", "b"]],
  ["an expression beside text is text", "${local.number}-${local.number}", "1-1"],
  ["an expression before text is text", "${local.number}%", "1%"],
  ["an escape is text", "$${local.number}", "${local.number}"],
])("a local of %s", (_what, x, expected) => {
  const locals = { list: ["a", "b"], number: 1, x };
  expect(evaluated("${local.x}", { locals })).toStrictEqual({ value: expected, problems: [] });
});

test("a local number with more digits than the CLI counts with is refused where it stands", () => {
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
    problems: [["s.json#/x/0", `\`\${upper(${id})}\` makes text of an id that is known only later.`]],
  });
});

test("an attribute that is null is null to a function", () => {
  const blocks = { resource: { scanform_configuration: { base: { comment: null } } } };
  const call = "${upper(scanform_configuration.base.comment)}";
  expect(evaluated(call, blocks)).toStrictEqual({
    value: undefined,
    problems: [["s.json#/x/0", `\`${call}\` has an argument that is null.`]],
  });
});

test("a list that many expressions pass on is made once, not once for each", () => {
  const blocks = { resource: { scanform_configuration: { base: { renamed_from: ["a", "b"] } } } };
  const passedOn = '${lookup({ names = scanform_configuration.base.renamed_from }, "names")}';
  const { values } = evaluatedAmong(blocks, [passedOn, passedOn]);
  expect(values).toStrictEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  expect(values[1]).toBe(values[0]);
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
