import { atStrict, problems, read, strict } from "./folder";

test.each([" ", "\t\n", "\u00a0"])("refuses the name %j, which nobody could see", (name) => {
  expect(problems(strict({ name }))).toMatchObject([
    {
      code: "name-empty",
      severity: "error",
      address: "scanform_configuration.strict",
      path: atStrict("/name"),
    },
  ]);
});

test("a configuration of a name alone has no settings, not even undefined ones", () => {
  expect(read(strict({ comment: null })).desired.configurations).toStrictEqual([
    {
      address: "scanform_configuration.strict",
      name: "strict",
      renamedFrom: [],
      exclusiveAnalyzers: false,
      settings: {},
    },
  ]);
});
