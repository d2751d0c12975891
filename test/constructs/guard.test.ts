import { TerraformProvider, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Construct } from "constructs";
import {
  Configuration,
  DataScanformAccounts,
  DataScanformConfiguration,
  l1,
  RepositoryAssignments,
  ScanformProvider,
  type ScanformProviderProps,
} from "../../src/constructs";
import { problems, problemsOf, synthesized } from "./synth";

test("the provider needs no props, and accepts everything but a key", () => {
  expect(synthesized((stack) => new ScanformProvider(stack, "scanform"))).toMatchObject({
    provider: { scanform: [{}] },
    terraform: { required_providers: { scanform: { source: "scanform/scanform", version: "~> 0.1" } } },
  });
  const props = {
    baseUrl: "https://x",
    accountId: "a",
    alias: "b",
    managedScope: { names: "platform-%", maxDeletes: 3 },
  };
  expect(synthesized((stack) => new ScanformProvider(stack, "scanform", props))["provider"]).toEqual({
    scanform: [
      { base_url: "https://x", account_id: "a", alias: "b", managed_scope: { names: "platform-%", max_deletes: 3 } },
    ],
  });
});

test("refuses a key in code without repeating it", () => {
  const props: ScanformProviderProps & { apiKey: string } = { apiKey: "hunter2" };
  const found = problemsOf((stack) => new ScanformProvider(stack, "scanform", props));
  expect(found).toContain("leave it out and set SCANFORM_API_KEY instead");
  expect(found).not.toContain("hunter2");
});

test("refuses two ids that cdktf maps to the same address", () => {
  const found = problems((scope) => {
    new Configuration(scope, "a.b", { name: "x" });
    new Configuration(scope, "ab", { name: "y" });
  });
  expect(found).toContain(
    '[acme] "acme/a.b" and "acme/ab" both get the address scanform_configuration.ab: give one of them another id.',
  );
});

test("refuses a repeated overrideLogicalId, also on generated bindings", () => {
  const found = problems((scope) => {
    new Configuration(scope, "first", { name: "x" });
    new l1.configuration.Configuration(scope, "second", { name: "y" }).overrideLogicalId("first");
  });
  expect(found).toContain('"acme/first" and "acme/second" both get the address scanform_configuration.first');
});

test.each(["é", "1st"])("refuses the id %s, which has no valid address", (id) => {
  expect(problems((scope) => new Configuration(scope, id, { name: "x" }))).toContain(`"acme/${id}" gets the address`);
});

test("refuses a logical id that is no name in Terraform", () => {
  const found = problems((scope) => {
    new l1.configuration.Configuration(scope, "first", { name: "x" }).overrideLogicalId("my first.one");
  });
  expect(found).toContain(
    '"acme/first" gets the address scanform_configuration.my first.one: give overrideLogicalId letters',
  );
});

test("accepts the same id in another scope or for another kind", () => {
  const declare = (scope: Construct) => {
    const team = new Construct(scope, "team");
    new Configuration(scope, "same", { name: "x" });
    new Configuration(team, "same", { name: "y" });
    new DataScanformAccounts(team, "other");
    new DataScanformAccounts(scope, "accounts");
  };
  expect(problems(declare)).toBe("");
});

test("refuses a stack of the other framework immediately", () => {
  class Foreign extends TerraformStack {}
  Object.defineProperty(Foreign, Symbol.for("jsii.rtti"), {
    value: { fqn: "cdktn.TerraformStack", version: "0.24.0" },
  });
  const stack = new Foreign(Testing.app(), "foreign");
  expect(() => new ScanformProvider(stack, "scanform")).toThrow('import from "scanform/cdktn" instead');
});

test("a construct outside of a stack is an error without a stack trace", () => {
  const made = (declare: (app: Construct) => void) => {
    try {
      declare(Testing.app());
      return "";
    } catch (thrown) {
      return thrown instanceof Error ? String(thrown.stack) : "";
    }
  };
  const said = 'Error: "strict" is in no stack: give it a TerraformStack, or a construct in one, as its scope.';
  expect(made((app) => new Configuration(app, "strict", { name: "strict" }))).toBe(said);
  expect(made(() => new Configuration(undefined as never, "strict", { name: "strict" }))).toBe(said);
  expect(made((app) => new RepositoryAssignments(app, "strict"))).toBe(said);
});

test("accepts one name for a resource and for a lookup, whose addresses differ", () => {
  const declare = (scope: Construct) => {
    new Configuration(scope, "a.b", { name: "x" });
    new DataScanformConfiguration(scope, "ab", { name: "y" });
  };
  expect(problems(declare)).toBe("");
});

test("refuses a provider of something else", () => {
  const found = problems((scope) => {
    class Aws extends TerraformProvider {}
    const provider = new Aws(scope, "aws", { terraformResourceType: "aws" });
    new Configuration(scope, "strict", { name: "strict", provider });
  });
  expect(found).toContain('provider is the construct "acme/aws", and must be a ScanformProvider');
});

test("refuses a key that is set on the provider itself, without repeating it", () => {
  const found = problemsOf((stack) => {
    new ScanformProvider(stack, "scanform").apiKey = "hunter2";
  });
  expect(found).toContain("[acme/scanform] apiKey is set. It would be in the synthesized files");
  expect(found).not.toContain("hunter2");
});

test("leaves a pattern of managedScope to Terraform where only that knows it", () => {
  const scoped = (names: (stack: TerraformStack) => string) =>
    problemsOf((stack) => new ScanformProvider(stack, "scanform", { managedScope: { names: names(stack) } }));
  expect(scoped((stack) => `${new TerraformVariable(stack, "team", {}).stringValue}*`)).toBe("");
  expect(scoped(() => "platform-*")).toContain('managedScope.names is "platform-*"');
});
