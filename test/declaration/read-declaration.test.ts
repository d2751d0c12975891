import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import {
  Comment,
  Configuration,
  DataScanformCustomPolicy,
  DataScanformRepository,
  Removed,
  RepositoryAssignments,
  RiskLevel,
  ScanformProvider,
} from "../../src/constructs";
import { folder, type Json, problems, problemsIn, read, readOne, synthesized } from "./folder";
import { DocumentPath } from "../../src/declaration/document";
import { Refusals } from "../../src/declaration/refusals";
import { error } from "../../src/diagnostics/diagnostic";
import { locationAt } from "../../src/diagnostics/locations";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
const account = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34";

/** Where an app synthesized, as `cdktf synth` would. */
function app(declare: (app: App) => void): string {
  const outdir = folder({});
  const app = new App({ outdir });
  declare(app);
  app.synth();
  return outdir;
}

function stack(scope: Construct, name: string): TerraformStack {
  const made = new TerraformStack(scope, name);
  new ScanformProvider(made, "scanform", { accountId: account });
  return made;
}

test("reads what an app looks up, across its stacks", () => {
  const out = app((root) => {
    const base = stack(root, "base");
    const policy = new DataScanformCustomPolicy(base, "policy", { title: "No secrets" });
    const web = new DataScanformRepository(base, "web", { name: "web" });
    const other = stack(root, "other");
    const strict = new Configuration(other, "strict", { name: "strict" });
    strict.addCodePolicy({ id: policy.id, blocking: true });
    const baseline = Configuration.fromLookup(other, "baseline", { name: "baseline" });
    new RepositoryAssignments(other, "routing", {
      rules: [{ repositoryIds: [web.id], configuration: baseline }],
    });
  });
  const { lookups = [], configurations, assignments } = readOne(out).desired;
  const placeholders = Object.fromEntries(lookups.map((each) => [each.address, each.placeholder]));
  expect(lookups.map(({ kind, sought }) => [kind, sought])).toEqual([
    ["customPolicy", { key: "No secrets" }],
    ["configuration", { key: "baseline" }],
    ["repository", { key: "web" }],
  ]);
  expect(configurations[0]?.settings.code_policies).toEqual([
    { id: placeholders["data.scanform_custom_policy.policy"], blocking: true },
  ]);
  expect(assignments[0]?.rules).toEqual([
    {
      target: { configuration: { id: placeholders["data.scanform_configuration.baseline"] } },
      repositoryIds: [placeholders["data.scanform_repository.web"]],
    },
  ]);
});

const here = expect.stringMatching(/^test\/declaration\/read-declaration\.test\.ts:\d+:\d+$/) as unknown;

test("reads exactly what an app declares with constructs, across its stacks", () => {
  const out = app((root) => {
    const base = stack(root, "base");
    const strict = new Configuration(base, "strict", {
      name: "strict",
      comment: Comment.ENABLED,
      riskThreshold: 3,
      renamedFrom: ["hardened"],
      notifications: { deduplicate: true },
      lifecycle: { preventDestroy: true },
    });
    strict.addAnalyzer("sql-injection", { enabled: true, riskLevel: RiskLevel.HIGH, excludes: ["test/**"] });
    strict.addCodePolicy({ id, blocking: true });
    strict.notify("chat");
    strict.importFrom(id);
    const other = stack(root, "other");
    new Configuration(other, "only", { name: "100% $${literal}", exclusiveAnalyzers: true });
    const existing = Configuration.fromConfigurationId(other, "existing", id);
    new RepositoryAssignments(other, "routing", {
      rules: [
        { repositoryNames: ["legacy"], leave: true },
        { repositoryPattern: "payments-%", configuration: strict },
        { repositoryIds: [id], configuration: existing },
      ],
    });
  });
  expect(readOne(out)).toEqual({
    provider: { accountId: account, aliases: [""] },
    diagnostics: [],
    locations: new Map([
      ["base/scanform_configuration.strict", here],
      ["base/scanform_configuration.strict.analyzers", here],
      ["base/scanform_configuration.strict.code_policies", here],
      ["base/scanform_configuration.strict.notifications.enabled", here],
      ["base/scanform_configuration.strict.notifications.integration_names", here],
      ["other/scanform_configuration.only", here],
      ["other/scanform_repository_assignments.routing", here],
    ]),
    desired: {
      configurations: [
        {
          address: "base/scanform_configuration.strict",
          name: "strict",
          id,
          renamedFrom: ["hardened"],
          exclusiveAnalyzers: false,
          preventDestroy: true,
          settings: {
            comment: "enabled",
            risk_threshold: 3,
            analyzers: { "sql-injection": { enabled: true, risk_level: "high", excludes: ["test/**"] } },
            code_policies: [{ id, blocking: true }],
            notifications: { enabled: true, deduplicate: true, integration_names: ["chat"] },
          },
        },
        {
          address: "other/scanform_configuration.only",
          name: "100% ${literal}",
          renamedFrom: [],
          exclusiveAnalyzers: true,
          settings: { analyzers: {} },
        },
      ],
      assignments: [
        {
          address: "other/scanform_repository_assignments.routing",
          rules: [
            { target: { leave: true }, repositoryNames: ["legacy"] },
            {
              target: { configuration: { address: "base/scanform_configuration.strict" } },
              repositoryPattern: "payments-%",
            },
            { target: { configuration: { id } }, repositoryIds: [id] },
          ],
        },
      ],
    },
  });
});

test.each([
  ["a dot in its name", "base.stack", (root: App) => stack(root, "base.stack")],
  ["a place inside another construct", "base", (root: App) => stack(new Construct(root, "prod"), "base")],
])("resolves a reference to a stack with %s", (_what, name, make) => {
  const out = app((root) => {
    const strict = new Configuration(make(root), "strict", { name: "strict" });
    const rules = [{ repositoryPattern: "%", configuration: strict }];
    new RepositoryAssignments(stack(root, "other"), "routing", { rules });
  });
  expect(readOne(out).desired.assignments).toMatchObject([
    { rules: [{ target: { configuration: { address: `${name}/scanform_configuration.strict` } } }] },
  ]);
});

test("keeps a referenced number a number, and formats it inside a text", () => {
  const declare = (separator: string) =>
    app((root) => {
      const acme = stack(root, "acme");
      const base = new Configuration(acme, "base", { name: "base", riskThreshold: 3 });
      const { riskThreshold } = base.node.defaultChild as unknown as { readonly riskThreshold: number };
      new Configuration(acme, "x", { name: `risk${separator}${String(riskThreshold)}`, riskThreshold });
    });
  expect(readOne(declare(" ")).desired.configurations[1]).toMatchObject({
    name: "risk 3",
    settings: { risk_threshold: 3 },
  });
  // cdktf does not find its own token behind a sign, and writes -8.1e+298
  expect(problemsIn(declare("-"))).toMatchObject([{ code: "not-evaluable", address: "scanform_configuration.x" }]);
});

const crossStack = (stackName: string, output: string) =>
  `\${data.terraform_remote_state.cross-stack-reference-input-${stackName}.outputs.${output}}`;
const source = {
  resource: { scanform_configuration: { strict: { name: "strict", renamed_from: ["a", "b"] } } },
  output: {
    names: { sensitive: true, value: "${scanform_configuration.strict.renamed_from}" },
    late: { value: "${each.x}" },
  },
};
const user = (name: string) => ({ resource: { scanform_configuration: { user: { name } } } });

test("evaluates an output in its own stack, and reads values inside it", () => {
  const { desired } = readOne(synthesized({ user: user(crossStack("base", "names[1]")), base: source }));
  expect(desired.configurations.map((each) => each.name)).toEqual(["b", "strict"]);
});

test.each([
  ["a stack that is not there", crossStack("bsae", "names"), "reference-unknown"],
  ["an output that is not there", crossStack("base", "none"), "reference-unknown"],
  [
    "something of the state that is named like an output",
    "${data.terraform_remote_state.cross-stack-reference-input-base.inputs.names}",
    "not-evaluable",
  ],
  ["the remote state of something else", "${data.terraform_remote_state.vpc.outputs.x}", "not-evaluable"],
])("refuses a reference to %s", (_what, name, code) => {
  expect(problemsIn(synthesized({ user: user(name), base: source }))).toMatchObject([
    {
      code,
      address: "user/scanform_configuration.user",
      path: "stacks/user/cdk.tf.json#/resource/scanform_configuration/user/name",
    },
  ]);
});

test.each([
  ["with dashes for its slashes", "prod--eu--base", undefined],
  ["by its name alone, which another stack may have", "base", "reference-unknown"],
])("accepts or refuses a reference to a nested stack %s", (_what, spelled, code) => {
  const stacks = { user: user(crossStack(spelled, "names[0]")), base: source };
  const path = folder({
    "manifest.json": {
      stacks: {
        user: { name: "user", synthesizedStackPath: "user.json" },
        base: { name: "base", constructPath: "prod/eu/base", synthesizedStackPath: "base.json" },
      },
    },
    "user.json": stacks.user,
    "base.json": stacks.base,
  });
  if (code !== undefined) expect(problemsIn(path)[0]).toMatchObject({ code });
  else expect(readOne(path).desired.configurations[0]?.name).toBe("a");
});

test("reports an output that cannot be evaluated at its own place", () => {
  const [first] = problemsIn(synthesized({ user: user(crossStack("base", "late")), base: source }));
  expect(first).toMatchObject({
    code: "not-evaluable",
    address: "output.late",
    path: "stacks/base/cdk.tf.json#/output/late/value",
  });
});

test("refuses a cycle of references between stacks", () => {
  const circle = (other: string) => ({
    resource: { scanform_configuration: { x: { name: crossStack(other, "name") } } },
    output: { name: { value: "${scanform_configuration.x.name}" } },
  });
  const found = problemsIn(synthesized({ a: circle("b"), b: circle("a") }));
  expect(found).not.toEqual([]);
  for (const each of found) expect(each.detail).toContain("refers to itself");
});

describe("stacks apart", () => {
  /** A stack of one configuration with these attributes; what it refers to has the same address in each stack. */
  const stack = (label: string, attributes: Json, blocks: Json): Json => ({
    ...blocks,
    resource: { scanform_configuration: { [label]: { name: label, ...attributes } } },
  });

  test("a data source of the same address in another stack is another object", () => {
    const code_policies = { "${data.scanform_custom_policy.it.id}": { enabled: true } };
    const looking = (label: string, title: string): Json =>
      stack(label, { code_policies }, { data: { scanform_custom_policy: { it: { title } } } });
    const { desired } = readOne(
      synthesized({ first: looking("one", "No secrets"), second: looking("two", "No eval") }),
    );
    const titles = new Map(
      (desired.lookups ?? []).map(({ sought, placeholder }) => [placeholder, "key" in sought ? sought.key : undefined]),
    );
    expect(
      desired.configurations.map(({ name, settings }) => [
        name,
        settings.code_policies?.map(({ id }) => titles.get(id)),
      ]),
    ).toEqual([
      ["one", ["No secrets"]],
      ["two", ["No eval"]],
    ]);
  });

  test("a variable of the same name in another stack has that stack's default", () => {
    const attributes = { comment: "${var.level}", risk_threshold: "${var.risk}" };
    const having = (label: string, level: string, risk: number): Json =>
      stack(label, attributes, { variable: { level: { default: level }, risk: { type: "number", default: risk } } });
    const { desired } = readOne(
      synthesized({ first: having("one", "enabled", 2), second: having("two", "silent", 7) }),
    );
    expect(desired.configurations.map(({ name, settings }) => [name, settings])).toEqual([
      ["one", { comment: "enabled", risk_threshold: 2 }],
      ["two", { comment: "silent", risk_threshold: 7 }],
    ]);
  });
});

test("moved blocks are no matter of the CLI, and removed ones are said to do nothing", () => {
  const outdir = folder({});
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "strict", { name: "strict" }).movedFrom("scanform_configuration.old");
  new Removed(stack, "gone", { from: "scanform_configuration.gone", destroy: true });
  app.synth();
  const { desired, diagnostics } = readOne(outdir);
  expect(desired.configurations).toHaveLength(1);
  expect(diagnostics).toMatchObject([{ code: "resource-unsupported", severity: "warning" }]);
  expect(diagnostics[0]?.detail).toContain("The CLI has no state to forget scanform_configuration.gone from.");
});

test("removed blocks of other providers, and in the short form, are read", () => {
  const configuration = { scanform_configuration: { strict: { name: "strict" } } };
  const provider = { scanform: [{}] };
  const codes = (removed: unknown) =>
    read({ provider, resource: configuration, removed }).diagnostics.map(({ code }) => code);
  expect(codes([{ from: "null_resource.a" }])).toEqual([]);
  expect(codes({ from: "scanform_configuration.gone" })).toEqual(["resource-unsupported"]);
});

describe("refusals", () => {
  const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
  const place = (step: number): DocumentPath => new DocumentPath(stack, ["resource", String(step)], "scanform_x.y");

  test("refusals says one problem of a place once, and another of the same place besides", () => {
    const refusals = new Refusals();
    for (const why of ["is odd.", "is odd.", "is even.", "is odd."]) refusals.add(place(1), why, "input");
    expect(refusals.kept).toEqual([
      error("not-evaluable", "is odd.", place(1)),
      error("not-evaluable", "is even.", place(1)),
    ]);
  });

  test("a declaration with more than 1,000 problems is reported with 1,000 of them, and the number of the others", () => {
    const renamed_from = Array.from({ length: 1003 }, (_, at) => `\${each.n${String(at)}}`);
    const found = problems({ resource: { scanform_configuration: { strict: { name: "strict", renamed_from } } } });
    expect(found).toHaveLength(1001);
    expect(found[999]?.path).toMatch(/\/renamed_from\/999$/);
    expect(found[1000]).toStrictEqual(error("declaration-invalid", "3 more problems are not shown. Fix these first."));
  });
});

/** Metadata as the constructs write it. */
const made = (location: unknown, more: Json = {}): Json => ({
  "//": { metadata: { scanform: { location, ...more } } },
});

const resource = {
  scanform_configuration: { strict: { ...made("main.ts:31:5"), name: "strict" } },
  scanform_repository_assignments: {
    routing: {
      ...made("main.ts:40:1", { rules: { "1": "teams/web.ts:3:9", "x[0]": "main.ts:1:1" } }),
      rules: [
        { leave: true, repository_pattern: "a%" },
        { leave: true, repository_pattern: "%" },
      ],
    },
  },
};

test("reads where resources, rules, data sources and provider blocks were made", () => {
  const { locations } = read({
    resource,
    data: { scanform_analyzer: { secrets: { ...made("main.ts:5:1"), slug: "secrets" } } },
    provider: { scanform: [{ ...made("main.ts:3:1"), base_url: "https://findings.example.com" }] },
  });
  expect(Object.fromEntries(locations)).toEqual({
    "scanform_configuration.strict": "main.ts:31:5",
    "scanform_repository_assignments.routing": "main.ts:40:1",
    "scanform_repository_assignments.routing.rules[1]": "teams/web.ts:3:9",
    "data.scanform_analyzer.secrets": "main.ts:5:1",
    "provider.scanform": "main.ts:3:1",
  });
  expect(locationAt(locations, "scanform_repository_assignments.routing", "rules[1].repository_names[0]")).toBe(
    "teams/web.ts:3:9",
  );
  expect(locationAt(locations, "scanform_repository_assignments.routing", "rules[0]")).toBe("main.ts:40:1");
});

test("an address that two stacks have is nowhere, and one that names its stack is where it was made", () => {
  const data = (line: number): Json => ({
    scanform_analyzer: { it: { ...made(`main.ts:${String(line)}:1`), slug: "x" } },
  });
  const { locations } = readOne(synthesized({ a: { resource, data: data(1) }, b: { data: data(2) } }));
  expect(locations.get("data.scanform_analyzer.it")).toBeUndefined();
  expect(locations.get("a/scanform_configuration.strict")).toBe("main.ts:31:5");
});

test("settings of a policy have a place whichever letter case its id is written in", () => {
  const settings = { 'code_policies["ABCD"].enabled': "main.ts:10:1" };
  const { locations } = read({
    resource: { scanform_configuration: { strict: { ...made("main.ts:1:1", { settings }), name: "strict" } } },
  });
  expect(locationAt(locations, "scanform_configuration.strict", 'code_policies["abcd"].enabled')).toBe("main.ts:10:1");
});

test("a rule is named by its whole index, and nothing else is", () => {
  const rules = Array.from({ length: 11 }, () => ({ leave: true, repository_pattern: "%" }));
  const places = { "10": "main.ts:10:1", x1: "main.ts:1:1", "1x": "main.ts:1:2", "": "main.ts:1:3" };
  const routing = { ...made(undefined, { rules: places }), rules };
  const { locations } = read({ resource: { scanform_repository_assignments: { routing } } });
  expect(Object.fromEntries(locations)).toEqual({
    "scanform_repository_assignments.routing.rules[10]": "main.ts:10:1",
  });
});

test("only what is scanform's has a place", () => {
  const body = made("main.ts:9:1");
  const { locations } = read({
    resource: { ...resource, aws_instance: { web: body }, scanformed_thing: { it: body } },
    data: { aws_ami: { it: body } },
    provider: { aws: [body] },
  });
  expect([...locations.keys()]).toEqual([
    "scanform_configuration.strict",
    "scanform_repository_assignments.routing",
    "scanform_repository_assignments.routing.rules[1]",
  ]);
});

test("what is wrong with a declaration says the line, also of a rule", () => {
  const found = problems({
    resource: {
      scanform_configuration: { strict: { ...made("main.ts:31:5"), name: "strict", comment: "loud" } },
      scanform_repository_assignments: {
        routing: { ...made("main.ts:40:1", { rules: { "0": "main.ts:41:9" } }), rules: [{ leave: true }] },
      },
    },
  });
  expect(found).toMatchObject([
    { address: "scanform_configuration.strict", location: "main.ts:31:5" },
    { address: "scanform_repository_assignments.routing", location: "main.ts:41:9" },
  ]);
});

test.each([
  "",
  "main.ts",
  "main.ts:31",
  "main.ts:0:5",
  "main.ts:31:5 and more",
  "main.ts:31:5\n",
  "/etc/passwd:1:1",
  "C:\\projects\\main.ts:1:1",
  "C:/projects/main.ts:1:1",
  "file:///projects/main.ts:1:1",
  "https://example.com/a:1:1",
  "a\u001b[2J.ts:1:1",
  "a\u2028.ts:1:1",
  `${"a".repeat(600)}:1:1`,
  5,
  null,
  ["main.ts:31:5"],
  { file: "main.ts" },
])("ignores the location %j", (location) => {
  const { locations } = read({
    resource: {
      scanform_configuration: { strict: { ...made(location, { rules: { "0": location } }), name: "strict" } },
    },
  });
  expect(locations.size).toBe(0);
});
