import { functionNames } from "./arbitrary";
import { goldenExpressions, goldenVariables, outcomeOfExpression, outcomeOfVariable, type Recorded } from "./cases";

/** The CLI gives Terraform's value or refuses: nothing else. */
const expected = ({ terraform, why }: Recorded<unknown>) => (why === undefined ? { value: terraform } : { why });

test.each([...functionNames, "no function"])("has Terraform's values, or says why not: %s", (kind) => {
  const cases = goldenExpressions().filter((each) => each.kind === kind);
  expect(cases.length).toBeGreaterThan(4);
  for (const each of cases) expect({ ...each, ...outcomeOfExpression(each) }).toEqual({ ...each, ...expected(each) });
});

test.each(["TF_VAR", "a default"])("variables from %s have Terraform's values, or it is said why not", (source) => {
  const cases = goldenVariables().filter((each) => each.source === source);
  expect(cases.length).toBeGreaterThan(50);
  for (const each of cases) expect({ ...each, ...outcomeOfVariable(each) }).toEqual({ ...each, ...expected(each) });
});
