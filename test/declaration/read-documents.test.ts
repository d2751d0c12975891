import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  at,
  atStrict,
  fileOf,
  folder,
  type Json,
  manifestOf,
  problems,
  problemsIn,
  read,
  readOne,
  strict,
  synthesized,
} from "./folder";
import { readDeclaration } from "../../src/declaration/read-declaration";
import { configurationDecoder } from "../../src/declaration/resources";
import { IdOf } from "../../src/declaration/expression/value";
import { decodeAt, DocumentPath } from "../../src/declaration/document";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { flag, list, map, object, oneOf, optional, required, text } from "../../src/model/decoder";

const canary = "canary-7f3e9b51c2d84a60";

test("names a missing folder, and what it should contain", () => {
  const path = join(folder({}), "nowhere");
  const found = problemsIn(path);
  expect(found).toMatchObject([{ code: "synth-missing", path: join(path, "manifest.json") }]);
  expect(found[0]?.detail).toMatch(/manifest\.json cannot be read: there is no such file\. Name the folder/);
  expect(found[0]?.detail).toContain("Name the folder that cdktf synthesized into (cdktf.out, as a rule).");
});

test("reads what was synthesized on Windows", () => {
  const windows = JSON.stringify(manifestOf(["acme"]))
    .replaceAll("stacks/", String.raw`stacks\\`)
    .replaceAll("acme/", String.raw`acme\\`);
  const path = folder({ "manifest.json": windows, [fileOf("acme")]: strict({}) });
  expect(readOne(path).desired.configurations).toMatchObject([{ name: "strict" }]);
});

test("names the missing file of a stack", () => {
  const path = folder({ "manifest.json": manifestOf(["acme"]) });
  expect(problemsIn(path)).toMatchObject([{ code: "synth-missing", path: join(path, fileOf("acme")) }]);
});

test.each([
  ["is empty", "", "is not JSON"],
  ["is cut off", '{"stacks": {', "is not JSON"],
  ["is HTML", "<html>", "is not JSON"],
  ["is a list", [], "is not what cdktf writes"],
  ["names no stacks", {}, "is not what cdktf writes. stacks "],
  ["has a list of stacks", { stacks: [] }, "is not what cdktf writes. stacks "],
  ["names a stack that is null", { stacks: { acme: null } }, "stacks.acme "],
  ["names a stack without its file", { stacks: { acme: { name: "acme" } } }, "stacks.acme.synthesizedStackPath "],
  [
    "has an annotation without text",
    manifestOf(["acme"], { annotations: [{ level: "x" }] }),
    "stacks.acme.annotations[0].",
  ],
])("refuses a manifest that %s", (_what, manifest, words) => {
  const path = folder({ "manifest.json": manifest, [fileOf("acme")]: {} });
  const found = problemsIn(path);
  expect(found).toMatchObject([{ code: "synth-invalid", path: join(path, "manifest.json") }]);
  expect(found[0]?.detail).toContain(words);
});

test.each(["", "null", "[]", '{"resource": '])("refuses a stack that contains %j", (text) => {
  const path = folder({ "manifest.json": manifestOf(["acme"]), [fileOf("acme")]: text });
  expect(problemsIn(path)).toMatchObject([{ code: "synth-invalid", path: join(path, fileOf("acme")) }]);
});

test.each([{ annotations: null }, { annotations: {} }, { constructPath: null }, { constructPath: 5 }])(
  "refuses a stack with %j in the manifest",
  (more) => {
    expect(problemsIn(synthesized({ acme: strict({}) }, more))).toMatchObject([{ code: "synth-invalid" }]);
  },
);

test("does not quote a stack that is not JSON, since it may contain a key", () => {
  const [found] = problems(`{"provider": {"scanform": [{"api_key": ${canary}}]}}`);
  expect(found?.code).toBe("synth-invalid");
  expect(JSON.stringify(found)).not.toContain(canary.slice(0, 6));
});

const annotated = (level: string) => ({ annotations: [{ constructPath: "acme/strict", level, message: "say why" }] });

test("an error annotation of the app stops the reading", () => {
  expect(problemsIn(synthesized({ acme: strict({}) }, annotated("@cdktf/error")))).toEqual([
    {
      code: "app-annotation",
      severity: "error",
      summary: "The app reported a problem",
      detail: "say why",
      address: "acme/strict",
    },
  ]);
});

test("passes on warnings of the app, but not information", () => {
  const warned = readOne(synthesized({ acme: strict({}) }, annotated("@cdktf/warn")));
  expect(warned.diagnostics).toMatchObject([
    { code: "app-annotation", severity: "warning", detail: "say why", address: "acme/strict" },
  ]);
  expect(warned.desired.configurations).toHaveLength(1);
  expect(readOne(synthesized({ acme: strict({}) }, annotated("@cdktf/info"))).diagnostics).toEqual([]);
});

test("leaves resources of other providers to terraform, with a warning", () => {
  const { diagnostics, desired } = read({
    resource: { aws_instance: { a: { count: 2 }, b: {} }, scanform_configuration: { strict: { name: "strict" } } },
  });
  expect(desired.configurations).toHaveLength(1);
  expect(diagnostics).toMatchObject([
    { code: "resource-unsupported", severity: "warning", path: at("/resource/aws_instance") },
  ]);
  expect(diagnostics[0]?.detail).toBe("2 of aws_instance belong to another provider and are left to terraform.");
});

test("refuses a scanform resource that the CLI does not manage", () => {
  const found = problems({ resource: { scanform_deepscan: { x: {} } } });
  expect(found).toMatchObject([
    { code: "resource-unsupported", severity: "error", path: at("/resource/scanform_deepscan") },
  ]);
  expect(found[0]?.detail).toBe(
    "The CLI does not manage scanform_deepscan: whether a trigger has changed is known from a state, and the CLI keeps none. Move it to an app of its own, and apply that one with the Terraform provider.",
  );
});

test("refuses a type of scanform that there is not, and says which there are", () => {
  const type = "scanform_configuraton";
  const [found] = problems({ resource: { [type]: { x: {} } } });
  expect(found).toMatchObject({ code: "resource-unsupported", severity: "error", path: at(`/resource/${type}`) });
  expect(found?.detail).toBe(
    `There is no type ${type}. There are "scanform_configuration", "scanform_deepscan", "scanform_finding_triage" and "scanform_repository_assignments".`,
  );
});

test.each([
  ["count", 2],
  ["for_each", "${each.all}"],
  ["dynamic", { analyzers: {} }],
  ["provisioner", [{ "local-exec": { command: "x" } }]],
  ["connection", {}],
])("refuses %s, which terraform evaluates", (key, value) => {
  const found = problems(strict({ [key]: value }));
  expect(found).toMatchObject([
    { code: "resource-unsupported", address: "scanform_configuration.strict", path: atStrict(`/${key}`) },
  ]);
  expect(found[0]?.detail).toBe(
    `\`${key}\` is evaluated by terraform. Write the resources out, or apply them with the Terraform provider.`,
  );
});

test("refuses a module", () => {
  expect(problems({ module: { m: { source: "./m" } }, ...strict({}) })).toMatchObject([
    {
      code: "resource-unsupported",
      path: at("/module"),
      detail: "Modules are resolved by terraform. Apply them with the Terraform provider.",
    },
  ]);
});

test.each(["ignore_changes", "replace_triggered_by", "precondition", "postcondition"])(
  "refuses lifecycle.%s",
  (key) => {
    const hint = " Leave the attribute out instead: what is not declared is not managed.";
    expect(problems(strict({ lifecycle: { prevent_destroy: true, [key]: [] } }))).toMatchObject([
      {
        code: "resource-unsupported",
        address: "scanform_configuration.strict",
        path: atStrict(`/lifecycle/${key}`),
        detail: `lifecycle.${key} is carried out by terraform only.${key === "ignore_changes" ? hint : ""}`,
      },
    ]);
  },
);

test("ignores moved and removed blocks, data sources and unused outputs", () => {
  const more = {
    moved: [{ from: "scanform_configuration.old", to: "scanform_configuration.strict" }],
    removed: [],
    data: { scanform_analyzers: { all: { account: "${each.x}" } } },
    output: { x: { value: "${upper(var.y)}" } },
    variable: { x: { default: 1 } },
  };
  expect(read(strict({}, more))).toMatchObject({ diagnostics: [], desired: { configurations: [{ name: "strict" }] } });
});

/** The configuration `strict` with a comment that is inside so many lists, or objects with the key 0. */
const nested = (depth: number, [open, close]: readonly [string, string], inside: string): string => {
  const deep = `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
  return `{"resource":{"scanform_configuration":{"strict":{"name":"strict","comment":${deep}}}}}`;
};
const lists = ["[", "]"] as const;
const objects = ['{"0":', "}"] as const;

test.each([
  ["lists", lists],
  ["objects", objects],
])("refuses %s that are nested deeper than any value, and names the first steps", (_what, brackets) => {
  const [problem] = problems(nested(140, brackets, "1"));
  expect(problem).toMatchObject({ code: "not-evaluable", path: atStrict("/comment/0/0") });
  expect(problem?.detail).toContain("nested deeper");
});

test.each<readonly [string, (path: string, outside: string) => void]>([
  [
    "whose path leads out of the folder",
    (path) => {
      const stacks = { acme: { name: "acme", synthesizedStackPath: "../outside.json" } };
      writeFileSync(join(path, "inner/manifest.json"), JSON.stringify({ stacks }));
    },
  ],
  [
    "that is a link to a file elsewhere",
    (path, outside) => {
      symlinkSync(outside, join(path, "inner", fileOf("acme")));
    },
  ],
  [
    "in a folder that is a link",
    (path, outside) => {
      rmSync(join(path, "inner/stacks"), { recursive: true });
      mkdirSync(join(path, "acme"));
      symlinkSync(outside, join(path, "acme/cdk.tf.json"));
      symlinkSync(path, join(path, "inner/stacks"));
    },
  ],
])("refuses a stack %s, since somebody else may have made the folder", (_what, make) => {
  const path = folder({ "inner/manifest.json": manifestOf(["acme"]), "inner/stacks/acme/x": "", "outside.json": {} });
  make(path, join(path, "outside.json"));
  const found = problemsIn(join(path, "inner"));
  expect(found).toMatchObject([{ code: "synth-invalid" }]);
  expect(found[0]?.detail).toContain("leads out of the folder that holds the manifest");
});

/** A folder whose stack `acme` is said to be in this file. */
const naming = (file: string): string =>
  folder({ "manifest.json": { stacks: { acme: { name: "acme", synthesizedStackPath: file } } }, "stacks/x": "" });

test.each([".", "stacks"])("refuses a stack whose file is the folder %s", (file) => {
  const path = naming(file);
  expect(problemsIn(path)).toMatchObject([
    {
      code: "synth-invalid",
      severity: "error",
      detail: `${join(path, file)} is not a file. Synthesize again.`,
      path: join(path, file),
    },
  ]);
});

test("says that a stack is nested too deep, and not that it is no JSON", () => {
  const path = synthesized({ acme: `${"[".repeat(151)}${"]".repeat(151)}` });
  const file = join(path, fileOf("acme"));
  expect(problemsIn(path)).toMatchObject([
    {
      code: "synth-invalid",
      severity: "error",
      detail: `${file} is nested more than 150 levels deep in JSON at position 150. Declare less.`,
      path: file,
    },
  ]);
});

test("hands the text of every file to `inspect` before it is parsed", () => {
  const path = folder({ "manifest.json": manifestOf(["acme"]), [fileOf("acme")]: "{" });
  const seen: (readonly [string, string])[] = [];
  const read = () => readDeclaration(path, (text, file) => void seen.push([text, file]));
  expect(read).toThrow("is not JSON");
  expect(seen).toEqual([
    [JSON.stringify(manifestOf(["acme"])), join(path, "manifest.json")],
    ["{", join(path, fileOf("acme"))],
  ]);
});

test("stops when `inspect` throws", () => {
  const refuse = () => {
    throw new Error("It holds a key.");
  };
  expect(() => readDeclaration(synthesized({ acme: strict({}) }), refuse)).toThrow("It holds a key.");
});

test.each([
  ["64 MiB", 0, "is not JSON"],
  ["a byte more", 1, "or it and the files before it, has more than 64 MiB. Declare less."],
])("reads files of %s together or refuses them", (_what, more, words) => {
  const manifest = manifestOf(["acme"]);
  const path = folder({ "manifest.json": manifest, [fileOf("acme")]: "" });
  const file = join(path, fileOf("acme"));
  truncateSync(file, 64 * 2 ** 20 - JSON.stringify(manifest).length + more);
  const found = problemsIn(path);
  expect(found).toMatchObject([{ code: "synth-invalid", path: file }]);
  expect(found[0]?.detail).toContain(words);
});

const kept = { name: "strict", lifecycle: { prevent_destroy: true } };
const both: Json = { scanform_configuration: { a: kept, b: { name: "lax" } } };
const scope = { managed_scope: { all: true } };
const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

describe("reads arrays of objects as terraform does", () => {
  const usual = { provider: { scanform: [scope] }, resource: both, import: [{ to: "scanform_configuration.a", id }] };

  test.each<readonly [string, Json]>([
    [
      "resource",
      { resource: [{ scanform_configuration: { a: kept } }, { scanform_configuration: { b: { name: "lax" } } }] },
    ],
    ["its types", { resource: { scanform_configuration: [{ a: kept }, { b: { name: "lax" } }] } }],
    ["its blocks", { resource: { scanform_configuration: { a: [kept], b: [{ name: "lax" }] } } }],
    [
      "lifecycle",
      {
        resource: {
          scanform_configuration: {
            a: { ...kept, lifecycle: [{ create_before_destroy: true }, kept.lifecycle] },
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
  ])("reads arrays of objects as terraform does: %s", (_what, part) => {
    expect(read({ ...usual, ...part })).toEqual(read(usual));
  });

  test("reads arrays of objects as terraform does and resolves references in them", () => {
    const rules = [{ repository_pattern: "%", configuration_id: "${scanform_configuration.a.id}" }];
    const resource = [
      { scanform_configuration: [{ a: [kept] }] },
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
  [{ resource: { scanform_configuration: { a: kept, b: false } } }, "/resource/scanform_configuration/b"],
  [{ resource: [both, both] }, "/resource/1/scanform_configuration/a"],
  [
    { resource: { scanform_configuration: { a: { ...kept, lifecycle: true } } } },
    "/resource/scanform_configuration/a/lifecycle",
  ],
  [{ provider: "x" }, "/provider"],
  [{ provider: { scanform: [scope, "x"] } }, "/provider/scanform/1"],
  [{ resource: both, import: "x" }, "/import"],
])("refuses %j, which is not a declaration", (json, place) => {
  expect(problems(json)).toContainEqual(expect.objectContaining({ code: "declaration-invalid", path: at(place) }));
});

const how = { unknownKeys: "rejected" } as const;

/** A value as the attributes of `strict` are decoded: what comes of it, and the path and the detail of each diagnostic. */
function decoded(value: unknown) {
  const owner = object({ email: required(text), isAdmin: optional(flag) }, how);
  const decoder = object(
    {
      state: required(oneOf(["on"])),
      level: optional(oneOf(["low", "high"])),
      owners: optional(list(owner)),
      teams: optional(map(owner)),
    },
    how,
  );
  const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
  const diagnostics: Diagnostic[] = [];
  const result = decodeAt(decoder, value, new DocumentPath(stack, ["strict"], "scanform_x.strict"), diagnostics);
  for (const each of diagnostics) expect(each).toMatchObject({ severity: "error", address: "scanform_x.strict" });
  return { result, said: diagnostics.map(({ path, detail }) => [path, detail]) };
}

test("reports everything that is wrong, with its code and at its place", () => {
  const value = {
    level: "medium",
    owners: [{ email: 5 }, { isAdmin: false }, "x"],
    teams: { "a-b": { email: ["x"], isAdmin: null, isAdmn: true } },
    sate: "on",
  };
  expect(decoded(value)).toStrictEqual({
    result: undefined,
    said: [
      ["acme.json#/strict/state", "state is missing."],
      ["acme.json#/strict/level", 'level is "medium", which is none of low, high.'],
      ["acme.json#/strict/owners/0/email", "owners[0].email is 5, and must be a string."],
      ["acme.json#/strict/owners/1/email", "owners[1].email is missing."],
      ["acme.json#/strict/owners/2", 'owners[2] is "x", and must be an object.'],
      ["acme.json#/strict/teams/a-b/email", 'teams["a-b"].email is a list, and must be a string.'],
      ["acme.json#/strict/teams/a-b/isAdmn", 'teams["a-b"].isAdmn cannot be set here. Did you mean "isAdmin"?'],
      ["acme.json#/strict/sate", 'sate cannot be set here. Did you mean "state"?'],
    ],
  });
});

test("reports no second error for a value that could not be evaluated", () => {
  const strict = { name: undefined, analyzers: { xss: { excludes: [undefined], enabled: undefined } } };
  expect(decodedConfiguration(strict)).toStrictEqual([]);
  expect(decodedConfiguration({ ...strict, coment: "x" })).toStrictEqual(["/coment"]);
});

test("refuses the id of a configuration where a text must be known", () => {
  const id = new IdOf("acme", "base");
  expect(decodedConfiguration({ name: id, renamed_from: [id] })).toStrictEqual(["/name", "/renamed_from/0"]);
});

/** The places of what is wrong with the attributes of a configuration. */
function decodedConfiguration(value: unknown): readonly (string | undefined)[] {
  const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
  const diagnostics: Diagnostic[] = [];
  expect(decodeAt(configurationDecoder, value, new DocumentPath(stack), diagnostics)).toBeUndefined();
  return diagnostics.map(({ path }) => path?.replace("acme.json#", ""));
}
