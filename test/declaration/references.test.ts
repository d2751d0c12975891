import { at, atStrict, B, base, beside, problems, read, routing, strict } from "./folder";

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

test("follows a reference through another", () => {
  const names = { a: `\${scanform_configuration.b.name}`, b: "<${scanform_configuration.c.name}>", c: "$${end}" };
  const resources = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name }]));
  const declared = read({ resource: { scanform_configuration: resources } });
  expect(declared.desired.configurations.map((each) => each.name)).toEqual(["<${end}>", "<${end}>", "${end}"]);
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

test("refuses a reference to something inside an id", () => {
  const rule = "scanform_repository_assignments.routing.rules[0]";
  const outside = { scanform_configuration: { x: { name: `\${${rule}.configuration_id.stack}` } } };
  const rules = [{ configuration_id: "${scanform_configuration.x.id}", repository_pattern: "%" }];
  expect(problems({ resource: { ...outside, scanform_repository_assignments: { routing: { rules } } } })).toMatchObject(
    [{ code: "not-evaluable", path: at("/resource/scanform_configuration/x/name") }],
  );
});

test.each([10, 11])("reads an index of several digits: %d", (index) => {
  const renamed_from = Array.from({ length: 12 }, (_, at) => `n${String(at)}`);
  for (const step of [`[${String(index)}]`, `.${String(index)}`]) {
    const strict = { name: `\${scanform_configuration.many.renamed_from${step}}` };
    const { desired } = read({
      resource: { scanform_configuration: { many: { name: "many", renamed_from }, strict } },
    });
    expect(desired.configurations[1]?.name).toBe(`n${String(index)}`);
  }
});

test("knows the id of any other resource only after the apply", () => {
  const rule = { configuration_id: "${scanform_repository_assignments.routing.id}", repository_pattern: "%" };
  const [found] = problems(routing(rule));
  expect(found?.detail).toContain("is known only after the apply");
});

test.each([
  ["a text", ".comment.x.y", "takes an item out of a string."],
  ["what an analyzer does not have", '.analyzers["sql-injection"].x.y.z', "refers to something that is not declared."],
])("rejects a reference to something inside %s, however many steps it has", (_what, steps, why) => {
  expect(problems(beside({ name: `\${${B}${steps}}` }))).toMatchObject([
    {
      code: "not-evaluable",
      path: atStrict("/name"),
      detail: expect.stringContaining(why) as string,
    },
  ]);
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

test("a reference to an undeclared kind of resource says that there are none", () => {
  const [found] = problems(strict({ name: "${scanform_deepscan.x.branch}" }));
  expect(found).toMatchObject({ code: "reference-unknown", path: atStrict("/name") });
  expect(found?.detail).toMatch(/refers to scanform_deepscan\.x, which is not declared\. There are none\.$/);
});

test("refuses a reference to an undeclared resource, and suggests a name", () => {
  const found = problems(beside({ comment: "${scanform_configuration.bsae.comment}" }));
  expect(found).toMatchObject([{ code: "reference-unknown", path: atStrict("/comment") }]);
  expect(found[0]?.detail).toContain('scanform_configuration.bsae, which is not declared. Did you mean "base"');
  expect(found[0]?.detail).not.toContain("Terraform provider");
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

test("reports an invalid value once, however many references it has", () => {
  const found = problems({
    resource: {
      scanform_configuration: {
        strict: { name: "${each.x}" },
        b: { name: "${scanform_configuration.strict.name}" },
        c: { name: "${scanform_configuration.strict.name}" },
      },
    },
  });
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict("/name") }]);
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
  ["is the id of a configuration", `\${${B}.id}`, "does not come to a text before the apply"],
  ["comes to one that is there", `\${${B}.name}`, 'comes to "base", which is there already'],
])("refuses a key that %s", (_what, key, words) => {
  const found = problems(beside({ analyzers: { base: {}, [key]: {} } }));
  expect(found).toMatchObject([{ code: "not-evaluable", path: atStrict(`/analyzers/${key}`) }]);
  expect(found[0]?.detail).toContain(words);
});
