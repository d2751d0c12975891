import type { IResolvable } from "cdktf";
import type { AnalyzerSettings, AssignmentRule, ConfigurationProps, IConfiguration } from "../../src/constructs";

/** Whether TypeScript accepts the one where the other is wanted. */
type Accepts<Wanted, Given> = [Given] extends [Wanted] ? true : false;

/** Compiles only where each is what TypeScript says. */
const typed = <const Expected extends readonly boolean[]>(...expected: Expected): Expected => expected;

test("literals, members of the enums and tokens are accepted", () => {
  expect(
    typed<
      [
        Accepts<ConfigurationProps["comment"], "enabled">,
        Accepts<AnalyzerSettings["riskLevel"], "high" | IResolvable>,
        Accepts<ConfigurationProps["analyzers"], IResolvable>,
        Accepts<AssignmentRule, { configuration: IConfiguration | string; repositoryNames: string[] }>,
        Accepts<AssignmentRule, { leave: true; repositoryPattern: string; repositoryNames?: string[] }>,
      ]
    >(true, true, true, true, true),
  ).not.toContain(false);
});

test("what TypeScript can see to be wrong is an error of types", () => {
  expect(
    typed<
      [
        Accepts<ConfigurationProps["comment"], "enable">,
        Accepts<AnalyzerSettings["excludes"], string>,
        Accepts<AssignmentRule, { leave: true }>,
        Accepts<AssignmentRule, { configuration: string; leave: true; repositoryPattern: string }>,
        Accepts<AssignmentRule, { repositoryPattern: string }>,
        Accepts<AssignmentRule, { configuration: string; repositoryNames: string }>,
      ]
    >(false, false, false, false, false, false),
  ).not.toContain(true);
});
