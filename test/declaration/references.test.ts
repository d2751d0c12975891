import {
  at,
  atStrict,
  B,
  base,
  beside,
  type Json,
  problems,
  problemsIn,
  read,
  routing,
  strict,
  synthesized,
} from "./folder";

test.each([
  ["an attribute", { comment: `\${${B}.comment}` }, { settings: { comment: "silent" } }],
  ["a number, which stays one", { risk_threshold: `\${${B}.risk_threshold}` }, { settings: { risk_threshold: 3 } }],
  [
    "a flag, which stays one",
    { show_scan_confirmation: `\${${B}.show_scan_confirmation}` },
    { settings: { show_scan_confirmation: true } },
  ],
  ["a whole map", { analyzers: `\${${B}.analyzers}` }, { settings: { analyzers: base.analyzers } }],
  [
    "an entry by key",
    { analyzers: { x: `\${${B}.analyzers["sql-injection"]}` } },
    { settings: { analyzers: { x: base.analyzers["sql-injection"] } } },
  ],
  [
    "a leaf of it",
    { show_scan_confirmation: `\${${B}.analyzers["sql-injection"].enabled}` },
    { settings: { show_scan_confirmation: false } },
  ],
  [
    "an entry whose key has braces",
    { show_scan_confirmation: `\${${B}.analyzers["odd}{"].enabled}` },
    { settings: { show_scan_confirmation: true } },
  ],
  [
    "an entry whose key has quotes and a backslash",
    { show_scan_confirmation: `\${${B}.analyzers["say \\"\\\\\\""].enabled}` },
    { settings: { show_scan_confirmation: true } },
  ],
  ["an item by index", { name: `\${${B}.renamed_from[1]}` }, { name: "older" }],
  ["an item by a dot", { name: `\${${B}.renamed_from.0}` }, { name: "old" }],
  [
    "text inside text",
    { name: `<\${${B}.name}-\${${B}.risk_threshold}-\${${B}.show_scan_confirmation}>` },
    { name: "<base-3-true>" },
  ],
  ["spaces inside the braces", { name: `\${ ${B}.name }` }, { name: "base" }],
  [
    "a map whose key is escaped there",
    { analyzers: "${scanform_configuration.literal.analyzers}" },
    { settings: { analyzers: { "${x}": {} } } },
  ],
  ["a key", { analyzers: { [`\${${B}.name}-x`]: {} } }, { settings: { analyzers: { "base-x": {} } } }],
])("resolves a reference to %s", (_what, attributes, expected) => {
  expect(read(beside(attributes)).desired.configurations[1]).toMatchObject(expected);
});

test("resolves the id of a configuration through another list of rules", () => {
  const rules = [{ configuration_id: "${scanform_configuration.strict.id}", repository_pattern: "%" }];
  const again = {
    rules: [{ ...rules[0], configuration_id: "${scanform_repository_assignments.routing.rules[0].configuration_id}" }],
  };
  const stack = routing(...rules) as { resource: { scanform_repository_assignments: object } };
  const { desired } = read({
    resource: {
      ...stack.resource,
      scanform_repository_assignments: { ...stack.resource.scanform_repository_assignments, again },
    },
  });
  const target = { configuration: { address: "scanform_configuration.strict" } };
  expect(desired.assignments).toMatchObject([{ rules: [{ target }] }, { rules: [{ target }] }]);
});

test("knows the id of any other resource only after the apply", () => {
  const rule = { configuration_id: "${scanform_repository_assignments.routing.id}", repository_pattern: "%" };
  const [found] = problems(routing(rule));
  expect(found?.detail).toContain("is known only after the apply");
});

test("reports what cannot be evaluated under the address of the referenced resource", () => {
  const partly = { analyzers: { x: "${each.x}" } };
  const user = { name: "${scanform_configuration.partly.analyzers}", analyzers: {} };
  const found = problems({ resource: { scanform_configuration: { user, partly: { name: "partly", ...partly } } } });
  expect(found[0]).toMatchObject({
    address: "scanform_configuration.partly",
    path: at("/resource/scanform_configuration/partly/analyzers/x"),
  });
});

test("refuses a reference to an undeclared resource, and suggests a name", () => {
  const found = problems(beside({ comment: "${scanform_configuration.bsae.comment}" }));
  expect(found).toMatchObject([{ code: "reference-unknown", path: atStrict("/comment") }]);
  expect(found[0]?.detail).toContain('scanform_configuration.bsae, which is not declared. Did you mean "base"');
  expect(found[0]?.detail).not.toContain("Terraform provider");
});

test("refuses a reference to a type that there is not, and suggests one", () => {
  const found = problems(beside({ comment: "${scanform_configuratoin.base.comment}" }));
  expect(found).toMatchObject([{ code: "reference-unknown", path: atStrict("/comment") }]);
  expect(found[0]?.detail).toContain('scanform_configuratoin.base, which is not declared. Did you mean "scanform_con');
});

test.each([
  ["itself", { strict: "${scanform_configuration.strict.name}" }],
  ["itself in a text", { strict: "x-${scanform_configuration.strict.name}" }],
  ["one that refers back", { strict: "${scanform_configuration.b.name}", b: "${scanform_configuration.strict.name}" }],
  [
    "itself through two",
    {
      strict: "${scanform_configuration.b.name}",
      b: "${scanform_configuration.c.name}",
      c: "x${scanform_configuration.strict.name}",
    },
  ],
])("refuses a name that refers to %s", (_what, names) => {
  const resources = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name }]));
  const found = problems({ resource: { scanform_configuration: resources } });
  expect(found).not.toEqual([]);
  for (const each of found) {
    expect(each.code).toBe("not-evaluable");
    expect(each.detail).toContain("refers to itself");
  }
});

test.each([
  ["an item that can be evaluated", "renamed_from[0]"],
  ["the one that cannot", "renamed_from[1]"],
  ["something inside that one", "renamed_from[1].x"],
  ["a leaf that cannot", "analyzers.x.enabled"],
])("a reference to %s reports each place that cannot be evaluated", (_what, steps) => {
  const partly = { name: "partly", renamed_from: ["a", "${each.x}"], analyzers: { x: { enabled: "${each.x}" } } };
  const found = problems({
    resource: { scanform_configuration: { partly, user: { name: `\${scanform_configuration.partly.${steps}}` } } },
  });
  expect(found.map((each) => each.path)).toEqual([
    at("/resource/scanform_configuration/partly/renamed_from/1"),
    at("/resource/scanform_configuration/partly/analyzers/x/enabled"),
  ]);
});

test.each([
  ["is the id of a configuration", `\${${B}.id}`, "does not evaluate to a string before the apply"],
  ["comes to one that is there", `\${${B}.name}`, 'evaluates to "base", which is there already'],
])("refuses a key that %s", (_what, key, words) => {
  const found = problems(beside({ analyzers: { base: {}, [key]: {} } }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict(`/analyzers/${key}`) }]);
  expect(found[0]?.detail).toContain(words);
});

const id = "11111111-1111-4111-8111-000000000001";
const useTerraform =
  "The scanform CLI evaluates literals, references to scanform's own resources, variables and locals, and some functions of these; compute anything else in the app, or apply it with the Terraform provider.";

const details = (stack: Json): readonly string[] => problems(stack).map(({ detail }) => detail);

test.each([
  ["a word alone", "${trivy}", "does not refer to a resource of scanform. A key is quoted."],
  ["a kind of resource alone", "${scanform_configuration}", "does not refer to a resource of scanform."],
  ["a resource of another provider", "${aws_instance.x.id}", "does not refer to a resource of scanform."],
  ["a resource without an attribute", `\${${B}}`, "does not refer to a resource of scanform."],
])("%s is no reference, and quotes are advised only for a word alone", (_what, name, why) => {
  expect(details(beside({ name }))).toEqual([`\`${name}\` ${why} ${useTerraform}`]);
});

test("suggests a name for ten resources that are not declared, and for no more", () => {
  const words = Array.from({ length: 12 }, (_, index) => `use${String(index)}x`);
  const renamed_from = words.map((word) => `\${scanform_configuration.${word}.name}`);
  expect(details({ resource: { scanform_configuration: { use: { name: "use", renamed_from } } } })).toEqual(
    words.map((word, index) => {
      const address = `scanform_configuration.${word}`;
      const detail = `\`\${${address}.name}\` refers to ${address}, which is not declared.`;
      return index < 10 ? `${detail} Did you mean "use"?` : detail;
    }),
  );
});

/** What `user` refers to in other stacks. */
const userOf = (steps: string): Json => ({
  resource: {
    scanform_configuration: { user: { name: `\${data.terraform_remote_state.cross-stack-reference-input-${steps}}` } },
  },
});
const source = { output: { name: { value: "x" } } };

test("a reference that several stacks may mean names all of them", () => {
  const stacks = { user: userOf("ab.outputs.name"), "a.b": source, ab: source };
  expect(problemsIn(synthesized(stacks))).toMatchObject([
    {
      code: "not-evaluable",
      detail: `\`\${data.terraform_remote_state.cross-stack-reference-input-ab.outputs.name}\` may mean the stack "a.b" or "ab". ${useTerraform}`,
    },
  ]);
});

const declared = (locals: Json, attributes: Json, more: Json = {}) =>
  read(strict(attributes, { ...more, locals })).desired.configurations[0];

test("a list from a local is shared by several attributes", () => {
  const excludes = "${local.excludes}";
  const analyzers = { a: { excludes }, b: { excludes: '${concat(local.excludes, ["c"])}' } };
  expect(declared({ excludes: ["a", "b"] }, { analyzers })).toMatchObject({
    settings: { analyzers: { a: { excludes: ["a", "b"] }, b: { excludes: ["a", "b", "c"] } } },
  });
});

test.each<readonly [string, Json, string]>([
  ["itself", { x: "${local.x}" }, "refers to itself"],
  ["itself through another", { x: "${upper(local.y)}", y: ["${local.x}"] }, "refers to itself"],
  ["itself through an attribute", { x: "${scanform_configuration.strict.name}" }, "refers to itself"],
])("a local value that leads to %s is refused", (_what, locals, words) => {
  const found = problems(strict({ name: "${local.x}" }, { locals }));
  expect(found).toMatchObject([{ code: "not-evaluable", detail: expect.stringContaining(words) as string }]);
});

test("what cannot be evaluated in a local is reported there, once, and an unused local is not looked at", () => {
  const locals = { x: ["a", "${1 + 1}"], unused: "${1 + 1}" };
  const found = problems(strict({ name: "not ${local.x[0]}", renamed_from: "${local.x}" }, { locals }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: at("/locals/x/1"), address: "local.x" }]);
});

test("a local that is not declared is a mistake, and the nearest is named", () => {
  expect(problems(strict({ name: "${local.taem}" }, { locals: { team: "x" } }))).toMatchObject([
    {
      code: "reference-unknown",
      path: atStrict("/name"),
      detail: expect.stringContaining('"taem", which is not declared. Did you mean "team"?') as string,
    },
  ]);
});

test("locals and variables belong to their own stack", () => {
  const b = { ...strict({ name: "${local.x}" }) };
  expect(problemsIn(synthesized({ a: strict({ name: "one" }, { locals: { x: "y" } }), b }))).toMatchObject([
    { code: "reference-unknown" },
  ]);
});

test.each(["locals", "variable"])("%s that are an array are refused", (key) => {
  const name = key === "locals" ? "${local.x}" : "${var.x}";
  expect(problems(strict({ name }, { [key]: [{ x: "n" }] }))[0]?.detail).toContain(
    "is an array here. Write one object.",
  );
});

/** What other resources refer to. Sets are written out of order and with repetitions. */
const blocks: Json = {
  scanform_configuration: {
    base: {
      name: "base",
      show_scan_confirmation: true,
      risk_threshold: 3,
      analyzers: { xss: { enabled: true, excludes: ["b", "a", "b"] } },
      notifications: { integration_names: ["z", "y"] },
    },
  },
  scanform_repository_assignments: {
    routing: { rules: [{ leave: true, repository_names: ["f", "e", "f"], repository_ids: [id] }] },
  },
  scanform_finding_triage: {
    known: { finding_id: id, category: "false_positive", justification: "No input reaches it.", expires: null },
  },
};

/** The configuration `it` with these attributes, beside them. */
const configured = (attributes: Json) => {
  const { scanform_configuration: base, ...others } = blocks;
  const all = { ...(base as Json), it: { name: "it", ...attributes } };
  const { desired } = read({ resource: { ...others, scanform_configuration: all } });
  return desired.configurations.find(({ address }) => address === "scanform_configuration.it");
};

test.each([
  ["a whole number", "risk_threshold", "scanform_configuration.base.risk_threshold", 3],
  ["a flag", "show_scan_confirmation", "scanform_configuration.base.show_scan_confirmation", true],
  ["a flag of an analyzer", "show_scan_confirmation", "scanform_configuration.base.analyzers.xss.enabled", true],
])("%s stays one when it passes through a function", (_what, attribute, reference, expected) => {
  const value = `\${lookup({ it = ${reference} }, "it")}`;
  expect(configured({ [attribute]: value })?.settings).toEqual({ [attribute]: expected });
});

test.each([
  ["of an analyzer", "scanform_configuration.base.analyzers.xss.excludes", "a,b"],
  ["of the notifications", "scanform_configuration.base.notifications.integration_names", "y,z"],
  ["of a rule", "scanform_repository_assignments.routing.rules[0].repository_names", "e,f"],
])("a set %s is in Terraform's order, without repetitions", (_what, reference, expected) => {
  expect(configured({ name: `\${join(",", ${reference})}` })?.name).toBe(expected);
});

test("a text that is null makes texts of its neighbours in a list, as in Terraform", () => {
  const name = "${tolist([scanform_finding_triage.known.expires, 1])[1]}";
  expect(configured({ name })?.name).toBe("1");
});

test("an attribute that an entry of a map leaves out is null", () => {
  const show_scan_confirmation = '${lookup({ it = scanform_configuration.base.analyzers.xss.silent }, "it")}';
  expect(configured({ show_scan_confirmation })?.settings).toEqual({});
});
