import { Testing } from "cdktf";
import { Configuration, RepositoryAssignments } from "../../src/constructs";
import { acme, refusal, stackOf, twoConfigurations } from "./stacks";

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
