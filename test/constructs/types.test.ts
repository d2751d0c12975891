import type { IResolvable } from "cdktf";
import type {
  AnalyzerSettings,
  AssignmentRule,
  ConfigurationProps,
  ConfigureRule,
  IConfiguration,
  OverrideValue,
  RepositorySelectors,
} from "../../src/constructs";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "../../tools/generate";

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

test("a rule may be put together of its selectors and its configuration", () => {
  expect(typed<[Accepts<ConfigureRule, RepositorySelectors & { configuration: string }>]>(true)).not.toContain(false);
});

test("override takes what the setting at its path is", () => {
  expect(
    typed<
      [
        Accepts<OverrideValue<"comment">, "silent" | undefined>,
        Accepts<OverrideValue<"risk_threshold">, 3>,
        Accepts<OverrideValue<"exclusiveAnalyzers">, true>,
        Accepts<OverrideValue<'analyzers["secrets"].blocking'>, false | IResolvable>,
        Accepts<OverrideValue<"analyzers.secrets.risk_level">, "high">,
        Accepts<OverrideValue<`analyzers["${string}"].excludes`>, readonly string[]>,
        Accepts<OverrideValue<'analyzers["a.b"]["blocking"]'>, true>,
        Accepts<OverrideValue<'code_policies["id"].silent'>, true>,
        Accepts<OverrideValue<"notifications.integration_names">, string[]>,
        Accepts<OverrideValue<"analyzers" | 'analyzers["xss"]' | "notifications">, undefined>,
        Accepts<OverrideValue<string>, 1>,
      ]
    >(true, true, true, true, true, true, true, true, true, true, true),
  ).not.toContain(false);
});

test("override takes neither another value, nor the path of no setting, nor several settings at once", () => {
  expect(
    typed<
      [
        Accepts<OverrideValue<"comment">, "enable">,
        Accepts<OverrideValue<'analyzers["secrets"].blocking'>, "true">,
        Accepts<OverrideValue<'analyzers["secrets"]'>, { blocking: true }>,
        Accepts<OverrideValue<'analyzers["secrets"].blokcing'>, true>,
        Accepts<OverrideValue<"coment">, "silent">,
        Accepts<OverrideValue<"notifications">, { enabled: true }>,
        Accepts<OverrideValue<"comment.deep">, true>,
        Accepts<OverrideValue<"name">, "other">,
        Accepts<OverrideValue<"analyzers[0].blocking">, true>,
        Accepts<OverrideValue<"">, true>,
      ]
    >(false, false, false, false, false, false, false, false, false, false),
  ).not.toContain(true);
});

describe("the bindings", () => {
  const committed = join(__dirname, "..", "..", "src", "constructs", "l1");

  const contentsOf = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort()
        .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]),
    );

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test("the committed bindings match the model, and a stale file goes: if not, run `tsx tools/generate.ts`", async () => {
    cpSync(committed, folder, { recursive: true });
    writeFileSync(join(folder, "stale.ts"), "export {};");
    await generate(folder);
    expect(contentsOf(folder)).toEqual(contentsOf(committed));
  });

  test("refuses to write to a folder with other files", async () => {
    writeFileSync(join(folder, "thesis.txt"), "years of work");
    await expect(generate(folder)).rejects.toThrow("was not written by this tool");
    expect(contentsOf(folder)).toEqual({ "thesis.txt": "years of work" });
  });
});
