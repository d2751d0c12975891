import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Aspects, TerraformStack, Testing } from "cdktf";
import * as cdktn from "cdktn";
import type { IConstruct } from "constructs";
import { addAspect, Configuration, NoAnalyzerOff, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { snapshot } from "../../src/testing";
import { temporaryFolder } from "../support/temporary-folder";
import { acme, failureOf, refusal, stackOf, twoConfigurations } from "./stacks";

/** A stack of an app with a folder of its own. */
function stackIn(outdir: string, skipValidation = false) {
  const app = new App({ outdir, skipValidation });
  const stack = new TerraformStack(app, "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "strict", { name: "strict" });
  return { app, stack };
}

test("nothing is written to the app's folder, and no temporary folder stays", () => {
  const outdir = temporaryFolder();
  const temporary = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`scanform-testing-${String(process.pid)}-`));
  const before = temporary();
  const { app, stack } = stackIn(outdir);
  const files = readdirSync(outdir, { recursive: true });
  expect(stack).toHaveConfiguration("strict");
  expect(app).toHaveConfiguration("strict");
  expect(readdirSync(outdir, { recursive: true })).toEqual(files);
  expect(temporary()).toEqual(before);
});

test("a synthesized folder is read as the app is", () => {
  const outdir = temporaryFolder();
  const { app } = stackIn(outdir);
  app.synth();
  expect(outdir).toHaveConfiguration("strict");
  expect(outdir).toWeakenNothingComparedTo(snapshot(app));
  expect(failureOf(join(outdir, "missing")).toHaveConfiguration("strict")).toContain("cannot be read");
});

test("a change after an expectation is seen by the next one", () => {
  const stack = stackOf(() => undefined);
  expect(stack).not.toHaveConfiguration("strict");
  const strict = new Configuration(stack, "strict", { name: "strict" });
  expect(stack).toHaveConfiguration("strict");
  strict.addAnalyzer("xss", { enabled: true });
  expect(stack).toHaveConfiguration("strict", { analyzers: { xss: { enabled: true } } });
  strict.override("analyzers.xss", undefined);
  expect(stack).not.toHaveConfiguration("strict", { analyzers: { xss: {} } });
});

test("a mistake after an expectation fails the next one", () => {
  const stack = stackOf(() => undefined);
  const strict = new Configuration(stack, "strict", { name: "strict", analyzers: { xss: { enabled: true } } });
  expect(stack).toHaveConfiguration("strict");
  strict.addAnalyzer("xss", { enabled: false });
  expect(() => snapshot(stack)).toThrow("is declared twice");
  expect(() => snapshot(stack.node.root)).toThrow("is declared twice");
});

test.each([
  ["a stack", (stack: TerraformStack) => stack],
  ["an app", (stack: TerraformStack) => stack.node.root],
])("an aspect that is added to %s after an expectation is seen by the next one", (_, scopeIn) => {
  const stack = stackOf(() => undefined);
  new Configuration(stack, "strict", { name: "strict", riskThreshold: 3, analyzers: { xss: { enabled: false } } });
  expect(stack).toHaveConfiguration("strict", { riskThreshold: 3 });
  addAspect(scopeIn(stack), {
    visit: (node) => {
      if (Configuration.isConfiguration(node)) node.override("riskThreshold", 4);
    },
  });
  expect(stack).toHaveConfiguration("strict", { riskThreshold: 4 });
  addAspect(scopeIn(stack), new NoAnalyzerOff(["xss"]));
  expect(() => snapshot(stack)).toThrow("which NoAnalyzerOff refuses");
});

test("aspects are invoked once for all expectations", () => {
  const stack = acme();
  let visits = 0;
  Aspects.of(stack).add({
    visit: (node) => {
      if (node !== stack) return;
      visits += 1;
      new Configuration(stack, `added-${String(visits)}`, { name: `added-${String(visits)}` });
    },
  });
  expect(stack).toHaveConfiguration("added-1");
  expect(stack).toAssign("web", "baseline");
  expect(visits).toBe(1);
});

/** Stacks of one app, each with a provider. */
const stacksOf = <const Names extends readonly string[]>(...names: Names) => {
  const app = Testing.app();
  const stacks = names.map((name) => new TerraformStack(app, name));
  for (const each of stacks) new ScanformProvider(each, "scanform");
  return { app, stacks: stacks as { readonly [K in keyof Names]: TerraformStack } };
};

test("a stack is read with those that it refers to, and without the others", () => {
  const { app, stacks } = stacksOf("teams", "routing", "other");
  const [teams, routing, other] = stacks;
  const strict = new Configuration(teams, "strict", { name: "strict", analyzers: { xss: { blocking: true } } });
  new Configuration(other, "other", { name: "other" });
  new RepositoryAssignments(routing, "rules", { rules: [{ repositoryPattern: "%", configuration: strict }] });
  expect(routing).toAssign("web", "strict");
  expect(routing).toBlock({ analyzer: "xss", repository: "web" });
  expect(routing).not.toHaveConfiguration("other");
  expect(app).toHaveConfiguration("other");
  expect(teams).toAssign("web", null);
});

test("a stack is read with those that these depend on, and with what their aspects do", () => {
  const [third, second, first] = stacksOf("third", "second", "first").stacks;
  const strict = new Configuration(first, "strict", { name: "strict", riskThreshold: 3 });
  addAspect(first, {
    visit: (node) => {
      if (Configuration.isConfiguration(node)) node.override("riskThreshold", 4);
    },
  });
  new RepositoryAssignments(second, "rules", { rules: [{ repositoryNames: ["api"], configuration: strict }] });
  third.addDependency(second);
  expect(third).toHaveConfiguration("strict", { riskThreshold: 4 });
  expect(third).toAssign("api", "strict");
});

test("validations of the stack and of the app count, unless the app skips them", () => {
  const declared = (skipValidation: boolean, refusing: (of: TerraformStack) => IConstruct) => {
    const { stack } = stackIn(temporaryFolder(), skipValidation);
    refusing(stack).node.addValidation({ validate: () => ["not on a Friday"] });
    return stack;
  };
  for (const refusing of [(stack: TerraformStack) => stack, (stack: TerraformStack) => stack.node.root]) {
    expect(() => snapshot(declared(false, refusing))).toThrow("not on a Friday");
    const skipping = declared(true, refusing);
    expect(skipping).toHaveConfiguration("strict");
    expect(skipping).toHaveConfiguration("strict");
  }
});

test("one of several accounts is chosen by its alias or its id", () => {
  const id = "22222222-2222-4222-8222-000000000001";
  const stack = stackOf((scope) => {
    const other = new ScanformProvider(scope, "other", { alias: "prod", accountId: id });
    new Configuration(scope, "one", { name: "one" });
    new Configuration(scope, "two", { name: "two", provider: other });
  });
  expect(stack).toHaveConfiguration("two", {}, { account: "prod" });
  expect(stack).toHaveConfiguration("two", {}, { account: id });
  expect(stack).not.toHaveConfiguration("one", {}, { account: "prod" });
  expect(failureOf(stack, "not").toHaveConfiguration("one")).toContain(
    `Several accounts are declared: "the one without an alias" and "${id}". Choose one by { account }.`,
  );
});

test("what the declaration reader refuses fails an expectation, also when negated, with the place", () => {
  const stack = stackOf((scope) => {
    const strict = new Configuration(scope, "strict", { name: "strict" });
    new RepositoryAssignments(scope, "rules", {
      rules: [{ repositoryPattern: "${timestamp()}", configuration: strict }],
    });
  });
  expect(refusal(stack, (expected) => expected.toAssign("web", "strict"))).toMatch(
    /^test\/testing\/declared\.test\.ts:\d+:\d+: scanform cannot evaluate this expression: /,
  );
});

test("a stack of cdktn is read as well", () => {
  const stack = new cdktn.TerraformStack(cdktn.Testing.app(), "acme");
  stack.addOverride("resource.scanform_configuration.strict", { name: "strict", risk_threshold: 3 });
  expect(stack).toHaveConfiguration("strict", { riskThreshold: 3 });
  expect(stack.node.root).toHaveConfiguration("strict");
});

test("what is neither a stack, an app nor a folder is refused", () => {
  for (const each of [undefined, 1, {}, new Configuration(acme(), "more", { name: "more" })])
    expect(failureOf(each).toHaveConfiguration("more")).toContain("Pass one of them.");
});

test("a place is the line of the source, though Jest runs another text", () => {
  const stack = stackOf((scope) => {
    new Configuration(scope, "strict", { name: "strict" }); // this line
  });
  const lines = readFileSync(__filename, "utf8").split("\n");
  const line = lines.findIndex((each) => each.endsWith("// this line")) + 1;
  expect(failureOf(stack, "not").toHaveConfiguration("strict")).toContain(
    `"strict" (test/testing/declared.test.ts:${String(line)}:`,
  );
});

// What is given by JavaScript, or in tests whose types are not checked.

const stack = acme();
const strict = stack.node.findChild("strict");

test.each<[unknown, string]>([
  [undefined, "configuration is absent: give it the name of a configuration, { id }, or null where"],
  [strict, 'configuration is the construct "acme/strict": give it an object with "id"'],
  [{}, "configuration.id is absent: give it a UUID."],
  [{ name: "strict" }, 'configuration has "name", which is not known.'],
  [["strict"], "configuration is a list"],
  [5, "configuration is 5"],
  ["", 'configuration is "": give it the name'],
  [{ id: "${scanform_configuration.strict.id}" }, "configuration.id is an expression, which no test resolves"],
])("toAssign refuses %p in place of a configuration", (configuration, says) => {
  expect(refusal(stack, (expected) => expected.toAssign("payments-api", configuration as string))).toContain(says);
});

test.each<[unknown, string]>([
  [undefined, "repository is absent: give it the name of a repository, or { name, id }."],
  [null, "repository is null"],
  ["", 'repository is "": give it the name'],
  [["payments-api"], "repository is a list"],
  [{ nmae: "payments-api" }, 'repository has "nmae", which is not known. Did you mean "name"?'],
  [{ name: "payments-api", id: "1" }, 'repository.id is "1": give it a UUID.'],
  [strict, 'repository is the construct "acme/strict"'],
])("toAssign and toBlock refuse %p in place of a repository", (given, says) => {
  const repository = given as string;
  expect(refusal(stack, (expected) => expected.toAssign(repository, "strict"))).toContain(says);
  expect(refusal(stack, (expected) => expected.toBlock({ analyzer: "secrets", repository }))).toContain(says);
});

test.each<[object, string]>([
  [{ analyser: "secrets" }, 'the finding has "analyser", which is not known. Did you mean "analyzer"?'],
  [{}, "analyzer is absent: give it the slug of an analyzer."],
  [{ analyzer: ["secrets"] }, "analyzer is a list"],
  [{ analyzer: "secrets", files: "test/a.ts" }, 'the finding has "files", which is not known. Did you mean "file"?'],
  [{ analyzer: "secrets", file: "" }, 'file is "": give it the path of a file in the repository.'],
  [{ analyzer: "secrets", account: "" }, 'account is "": give it the id of an account'],
])("toBlock refuses %p in place of a finding", (finding, says) => {
  const given = { repository: "web", ...finding } as never;
  expect(refusal(stack, (expected) => expected.toBlock(given))).toContain(says);
});

test.each<[readonly unknown[], string]>([
  [[undefined], "name is absent: give it the name of a configuration."],
  [[strict], 'name is the construct "acme/strict"'],
  [["strict", { riskThreshold: undefined }], "riskThreshold is undefined: give it a value, or leave it out."],
  [["strict", { analyzers: { secrets: { silent: undefined } } }], "analyzers.secrets.silent is undefined"],
  [["strict", { name: "strict" }], "name cannot be set here."],
  [["strict", {}, "eu"], 'options is "eu": give it an object with "account".'],
  [["strict", {}, { acount: "eu" }], 'options has "acount", which is not known. Did you mean "account"?'],
])("toHaveConfiguration refuses %p", (given, says) => {
  const [name, settings, options] = given as [string, object?, object?];
  expect(refusal(stack, (expected) => expected.toHaveConfiguration(name, settings, options))).toContain(says);
});

test("says so where nothing is declared", () => {
  const says = "Nothing of scanform is declared.";
  expect(refusal(Testing.app(), (expected) => expected.toHaveConfiguration("strict"))).toContain(says);
});

test("takes UUIDs for the same in any case", () => {
  const [repository, elsewhere] = ["22222222-2222-4222-8222-00000000000a", "44444444-4444-4444-8444-00000000000a"];
  const routed = stackOf((scope) => {
    const { strict: first, baseline } = twoConfigurations(scope);
    new RepositoryAssignments(scope, "routing", {
      rules: [
        { repositoryIds: [repository.toUpperCase()], configuration: first },
        {
          repositoryNames: ["api"],
          configuration: Configuration.fromConfigurationId(scope, "live", elsewhere.toUpperCase()),
        },
        { repositoryPattern: "%", configuration: baseline },
      ],
    });
  });
  expect(routed).toAssign({ name: "web", id: repository }, "strict");
  expect(routed).toAssign({ name: "web", id: repository.toUpperCase() }, "strict");
  expect(routed).toAssign({ name: "api", id: elsewhere }, { id: elsewhere });
});
