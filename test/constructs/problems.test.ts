import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Configuration,
  DataScanformAccounts,
  DataScanformConfiguration,
  l1,
  RepositoryAssignments,
  ScanformProvider,
  type ScanformProviderProps,
} from "../../src/constructs";
import { linesOf, problems, problemsOf, synthesized } from "./synth";
import { App, TerraformProvider, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Construct } from "constructs";
import { problemChannel } from "../../src/cli/app-problems";
import { problemsIn } from "../declaration/folder";

const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
afterEach(() => {
  delete process.env["SCANFORM_PROBLEMS"];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const toldIn = (file: string): string => {
  process.env["SCANFORM_PROBLEMS"] = file;
  return problems((stack) => {
    new Configuration(stack, "strict", { name: "", riskThreshold: Number.NaN });
    new RepositoryAssignments(stack, "routing");
  });
};

test("sends the problems of all constructs to the CLI, and none to the framework", () => {
  const file = join(folder, "problems");
  expect(toldIn(file)).toBe("");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const told = lines.map((line) => JSON.parse(line) as { readonly path: string; readonly detail: string });
  expect(told.map(({ path, detail }) => `${path} ${detail.slice(0, 16)}`).sort()).toEqual([
    "acme/routing There is no rule",
    "acme/strict name is empty. G",
    "acme/strict riskThreshold is",
  ]);
});

test("leaves the problems to the framework where the file cannot be reached", () => {
  const said = toldIn(join(folder, "elsewhere", "problems"));
  for (const each of ["[acme/strict] riskThreshold is NaN", "[acme/routing] There is no rule"])
    expect(said).toContain(each);
});

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

describe("one cause of many problems", () => {
  const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
  afterEach(() => {
    delete process.env["SCANFORM_PROBLEMS"];
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const shared = { analyzers: { secrets: { enabled: true, blokcing: true } as never } };

  /** 54 constructs with one misspelt key, which is in a constant. */
  const declare = (stack: TerraformStack): void => {
    for (let at = 0; at < 54; at += 1)
      new Configuration(stack, `c${String(at)}`, { name: `c${String(at)}`, ...shared });
  };

  const said =
    /^analyzers\.secrets\.blokcing cannot be set here\. Did you mean "blocking"\? The same in 53 more places: "acme\/c1" analyzers\.secrets\.blokcing \(test\/constructs\/problems\.test\.ts:\d+:\d+\), "acme\/c2" .*, "acme\/c3" .* and 50 more\./;

  test("one misspelt key of a constant that 54 constructs share is one error of the framework", () => {
    const lines = linesOf(problems(declare));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trim().replace("[acme/c0] ", "")).toMatch(said);
  });

  test("one misspelt key of a constant that 54 constructs of each stack share is one error of the CLI, too", () => {
    const channel = problemChannel();
    Object.assign(process.env, channel.env);
    try {
      const app = new App({ outdir: folder });
      for (const name of ["acme", "globex"]) {
        const stack = new TerraformStack(app, name);
        new ScanformProvider(stack, "scanform");
        declare(stack);
      }
      app.synth();
      const found = channel.read((text) => text);
      expect(found.map(({ address, detail }) => `${String(address)} ${detail.slice(60, 110)}`)).toEqual([
        'acme/c0 "blocking"? The same in 107 more places: "acme/c1"',
      ]);
      // what was synthesized is refused by itself, each stack by its own
      expect(problemsIn(folder).map(({ address }) => address)).toEqual(["acme/c0", "globex/c0"]);
    } finally {
      channel.remove();
    }
  });

  test("another validation shows what is wrong then", () => {
    const app = new App({ outdir: folder });
    const stack = new TerraformStack(app, "acme");
    new ScanformProvider(stack, "scanform");
    declare(stack);
    const shown = (): string => {
      try {
        stack.runAllValidations();
        return "";
      } catch (thrown) {
        return String(thrown);
      }
    };
    expect(linesOf(shown())).toHaveLength(1);
    stack.node.tryRemoveChild("c0");
    expect(shown()).toContain("The same in 52 more places");
  });

  test("mistakes with different causes stay apart", () => {
    const lines = linesOf(
      problems((stack) => {
        new Configuration(stack, "a", { name: "a", comment: "loud" as never });
        new Configuration(stack, "b", { name: "b", comment: "quiet" as never });
        new Configuration(stack, "c", { name: "c", comment: "loud" as never });
      }),
    );
    expect(lines.map((each) => /is "\w+"|The same in .*\.comment/.exec(each)?.[0])).toEqual([
      'is "loud"',
      'is "quiet"',
    ]);
    expect(lines[0]).toContain('The same in 1 more place: "acme/c" comment');
  });
});
