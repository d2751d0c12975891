import { readFileSync } from "node:fs";
import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import { join } from "node:path";
import { Configuration, Configurations, l1, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { problemsOf, synthesized } from "./synth";

const sourceLine = (line: number): string | undefined => readFileSync(__filename, "utf8").split("\n")[line - 1];

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";

const problems = (declare: (stack: TerraformStack) => unknown): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

test("an unknown key of a collection is an error with the nearest", () => {
  const found = problems((stack) => {
    const teams = new Configurations(stack, "teams", { configurations: { payments: {} } });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: teams.configuration("payment"), repositoryPattern: "%" }],
    });
  });
  expect(found).toContain('The collection has no configuration "payment". Did you mean "payments"?');
});

describe("names of a collection", () => {
  const both = (name: string, otherName: string) => (stack: TerraformStack) => {
    const single = new Configuration(stack, "strict", { name });
    const teams = new Configurations(stack, "teams", { configurations: { 'the "web"': { name: otherName } } });
    return { single, teams };
  };

  test.each([
    ["strict", "strict", 'the name "strict"'],
    ["Strict", "strict ", 'names that look the same, "Strict" and "strict "'],
  ])("are not those of a single configuration: %j and %j", (name, otherName, same) => {
    const found = problems(both(name, otherName));
    expect(found).toContain(
      `and configurations["the \\"web\\""] of "acme/teams" have ${same}: rename one of them, or pin both to their ids with importFrom. (at test/`,
    );
    expect(found).toMatch(/\[acme\] "acme\/strict" \(at test\/constructs\/collection\.test\.ts:\d+:\d+\) and/);
    expect(found.match(/importFrom/g)).toHaveLength(1);
  });

  test("are not those of another collection, and the lines on which they were added are named", () => {
    const found = problems((stack) => {
      new Configurations(stack, "one").addConfiguration("payments", {});
      new Configurations(stack, "two", { configurations: { other: {} } }).addConfiguration("payments", {});
    });
    const [, left, right] =
      /configurations\.payments of "acme\/one" \(at (\S+)\) and configurations\.payments of "acme\/two" have .* \(at (\S+)\)/.exec(
        found,
      ) ?? [];
    expect(left).toMatch(/^test\/constructs\/collection\.test\.ts:\d+:\d+$/);
    expect(right).not.toBe(left);
  });

  test("may be alike where each is pinned to its id, and in two accounts", () => {
    const pin = (keys: readonly string[]) => (stack: TerraformStack) => {
      const { single, teams } = both("strict", "strict")(stack);
      single.importFrom(id);
      teams.importFrom(Object.fromEntries(keys.map((key) => [key, other])));
    };
    expect(problems(pin(['the "web"']))).toBe("");
    expect(problems(pin([]))).toContain('have the name "strict"');
    const apart = problems((stack) => {
      const provider = new ScanformProvider(stack, "west", { alias: "west" });
      new Configuration(stack, "strict", { name: "strict" });
      new Configurations(stack, "teams", { provider, configurations: { strict: {} } });
    });
    expect(apart).toBe("");
  });

  test("of bindings that are used by themselves count too", () => {
    const found = problems((stack) => {
      new l1.configuration.Configuration(stack, "strict", { name: "strict" });
      new l1.configurations.Configurations(stack, "plain", { configurations: { a: { name: "strict" } } });
    });
    expect(found).toContain('"acme/strict" and configurations.a of "acme/plain" have the name "strict"');
  });
});

test("a mistake in a configuration that was added to a collection has the place where it was added", () => {
  const found = problems((stack) => {
    const teams = new Configurations(stack, "teams", { configurations: { web: {} } });
    teams.addConfiguration("payments", { name: "" });
  });
  const [line = ""] = /collection\.test\.ts:(\d+)/.exec(found)?.slice(1) ?? [];
  expect(found).toContain("[acme/teams] configurations.payments.name is empty");
  expect(sourceLine(Number(line))).toContain("addConfiguration");
});

test("each key has a configuration of its own, also where a path would take two for one", () => {
  const keys = ["team/web", "team--web", "team/web"];
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const teams = new Configurations(stack, "teams", {
      configurations: { "team/web": { name: "one" }, "team--web": { name: "two" } },
    });
    const rules = keys.map((key, at) => ({
      configuration: teams.configuration(key),
      repositoryPattern: `team-${String(at)}-%`,
    }));
    new RepositoryAssignments(stack, "routing", { rules });
  });
  expect(json).toMatchObject({
    resource: {
      scanform_repository_assignments: {
        routing: {
          rules: keys.map((key) => ({
            configuration_id: `\${scanform_configurations.teams.configurations["${key}"].id}`,
          })),
        },
      },
    },
  });
});

test("nothing can be added to a collection that only Terraform knows", () => {
  const found = problems((stack) => {
    const configurations = new TerraformVariable(stack, "known-later", {}).value as never;
    new Configurations(stack, "teams", { configurations }).addConfiguration("web", {});
  });
  expect(found).toContain(
    "[acme/teams] configurations is known to Terraform alone, so addConfiguration cannot add to it.",
  );
});

test("configurations without a name are not said to have the same one", () => {
  const found = problems((stack) => {
    new Configurations(stack, "teams", { configurations: { a: { name: " " }, b: { name: " " } } });
  });
  expect(found).not.toContain("looks the same");
});

test("a rule may name one of a collection of another stack", () => {
  const app = Testing.app();
  const [first, second] = [new TerraformStack(app, "first"), new TerraformStack(app, "second")];
  for (const stack of [first, second]) new ScanformProvider(stack, "scanform");
  const teams = new Configurations(first, "teams", { configurations: { web: {} } });
  const rules = [{ configuration: teams.configuration("web"), repositoryPattern: "%" }];
  new RepositoryAssignments(second, "routing", { rules });
  app.synth();
  const [one, two] = [first, second].map((stack) =>
    readFileSync(join(app.outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8"),
  );
  expect(one).toContain('"value": "${scanform_configurations.teams.configurations[\\"web\\"].id}"');
  expect(two).toContain(
    '"configuration_id": "${data.terraform_remote_state.cross-stack-reference-input-first.outputs.',
  );
});
