import { at, type Json, problems, read } from "./folder";

const strict = { name: "strict", lifecycle: { prevent_destroy: true } };
const both: Json = { scanform_configuration: { a: strict, b: { name: "lax" } } };
const scope = { managed_scope: { all: true } };
const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

describe("reads arrays of objects as terraform does", () => {
  const usual = { provider: { scanform: [scope] }, resource: both, import: [{ to: "scanform_configuration.a", id }] };

  test.each<readonly [string, Json]>([
    [
      "resource",
      { resource: [{ scanform_configuration: { a: strict } }, { scanform_configuration: { b: { name: "lax" } } }] },
    ],
    ["its types", { resource: { scanform_configuration: [{ a: strict }, { b: { name: "lax" } }] } }],
    ["its blocks", { resource: { scanform_configuration: { a: [strict], b: [{ name: "lax" }] } } }],
    [
      "lifecycle",
      {
        resource: {
          scanform_configuration: {
            a: { ...strict, lifecycle: [{ create_before_destroy: true }, strict.lifecycle] },
            b: { name: "lax" },
          },
        },
      },
    ],
    ["provider", { provider: [{ scanform: scope }] }],
    ["one block of the provider", { provider: { scanform: scope } }],
    ["one import", { import: { to: "scanform_configuration.a", id } }],
    [
      "comments",
      {
        resource: [
          { "//": "x" },
          { "//": "y", scanform_configuration: { "//": "z", ...(both["scanform_configuration"] as Json) } },
        ],
      },
    ],
  ])("%s", (_what, part) => {
    expect(read({ ...usual, ...part })).toEqual(read(usual));
  });

  test("and resolves references in them", () => {
    const rules = [{ repository_pattern: "%", configuration_id: "${scanform_configuration.a.id}" }];
    const resource = [
      { scanform_configuration: [{ a: [strict] }] },
      { scanform_repository_assignments: [{ r: { rules } }] },
    ];
    expect(read({ resource }).desired.assignments).toMatchObject([
      { rules: [{ target: { configuration: { address: "scanform_configuration.a" } } }] },
    ]);
  });
});

test("accepts blocks of another provider in any form, also repeated", () => {
  const aws = { aws_instance: { a: [{}, {}], b: "x", c: {} } };
  const { desired, diagnostics } = read({ resource: [both, aws, { aws_instance: { c: {} } }] });
  expect(desired.configurations).toHaveLength(2);
  expect(diagnostics).toMatchObject([
    { code: "resource-unsupported", severity: "warning", path: at("/resource/aws_instance") },
  ]);
  expect(diagnostics[0]?.detail).toMatch(/^3 of aws_instance/);
});

test("treats null as absent", () => {
  expect(read({ resource: both, provider: null, import: null })).toMatchObject({
    provider: { aliases: [""] },
    desired: { configurations: [{ name: "strict" }, { name: "lax" }] },
    diagnostics: [],
  });
  const scanform = { scanform: null };
  expect(read({ resource: both, provider: scanform }).provider).toEqual({ aliases: [""] });
});

test.each<readonly [Json, string]>([
  [{ resource: "x" }, "/resource"],
  [{ resource: ["x"] }, "/resource/0"],
  [{ resource: { scanform_configuration: "x" } }, "/resource/scanform_configuration"],
  [{ resource: { scanform_configuration: [{ a: 1 }] } }, "/resource/scanform_configuration/0/a"],
  [{ resource: { scanform_configuration: { a: strict, b: false } } }, "/resource/scanform_configuration/b"],
  [{ resource: [both, both] }, "/resource/1/scanform_configuration/a"],
  [
    { resource: { scanform_configuration: { a: { ...strict, lifecycle: true } } } },
    "/resource/scanform_configuration/a/lifecycle",
  ],
  [{ provider: "x" }, "/provider"],
  [{ provider: { scanform: [scope, "x"] } }, "/provider/scanform/1"],
  [{ resource: both, import: "x" }, "/import"],
])("refuses %j, which is not a declaration", (json, place) => {
  expect(problems(json)).toContainEqual(expect.objectContaining({ code: "declaration-invalid", path: at(place) }));
});
