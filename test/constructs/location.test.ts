import { build, transformSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, win32 } from "node:path";
import { RootConstruct } from "constructs";
import { Configuration } from "../../src/constructs";
import { locationOf, projectPath, recordLocation } from "../../src/constructs/l2/location";
import { problemsOf } from "./synth";
import { equip, metadataIn, project, type Project } from "../support/project";
import { repositoryRoot } from "../support/spawned";

const types = `interface Team {
  readonly name: string;
}
`;

const app = `${types}import { App, TerraformStack } from "cdktf";
import { Configuration, DataScanformAnalyzer, RepositoryAssignments, ScanformProvider } from "scanform/cdktf";

class Preset extends Configuration {
  constructor(scope: TerraformStack, id: string, team: Team) {
    super(scope, id, { name: team.name });
  }
}
class Renamed extends Preset {}

const helper = (scope: TerraformStack, id: string) => new Configuration(scope, id, { name: id });
const deep = (times: number, act: () => void): void => (times === 0 ? act() : [0].forEach(() => deep(times - 1, act)));

const app = new App();
const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
const literal = new Configuration(stack, "literal", { name: "literal" });
const preset = new Preset(stack, "preset", { name: "preset" });
new Renamed(stack, "renamed", { name: "renamed" });
helper(stack, "helped");
deep(40, () => new Configuration(stack, "deep", { name: "deep" }));
Configuration.fromLookup(stack, "named", { name: "live" });
new DataScanformAnalyzer(stack, "analyzer", { slug: "secrets" });
const routing = new RepositoryAssignments(stack, "routing", {
  rules: [{ configuration: literal, repositoryPattern: "a-%" }],
});
routing.addRule({ configuration: preset, repositoryPattern: "%" });
const tuned = new Configuration(stack, "tuned", { name: "tuned", analyzers: { xss: { enabled: true, blocking: true } } });
tuned.addAnalyzer("secrets", { enabled: true, riskLevel: "high" });
tuned.override('analyzers["xss"].blocking', false);
Configuration.extend(stack, "extended", tuned, { name: "extended", analyzers: { secrets: { riskLevel: "low" } } });
app.synth();
`;

/** The place of a text in the app. */
function place(text: string, file = "main.ts"): string {
  const before = app.slice(0, app.indexOf(text)).split("\n");
  return `${file}:${String(before.length)}:${String((before.at(-1) ?? "").length + 1)}`;
}

const expected = {
  scanform: { location: place("new ScanformProvider(") },
  literal: { location: place('new Configuration(stack, "literal"') },
  preset: { location: place("new Preset(") },
  renamed: { location: place("new Renamed(") },
  helped: { location: place("new Configuration(scope, id, { name: id }") },
  deep: { location: place('new Configuration(stack, "deep"') },
  named: { location: place("fromLookup") },
  analyzer: { location: place("new DataScanformAnalyzer(") },
  routing: {
    location: place("new RepositoryAssignments("),
    rules: { "1": place("addRule(") },
  },
  tuned: {
    location: place('new Configuration(stack, "tuned"'),
    settings: { 'analyzers["secrets"]': place("addAnalyzer("), 'analyzers["xss"].blocking': place("override(") },
  },
  extended: {
    location: place("extend(stack"),
    settings: {
      'analyzers["secrets"].enabled': place("addAnalyzer("),
      'analyzers["xss"].blocking': place("override("),
      'analyzers["xss"].enabled': place('new Configuration(stack, "tuned"'),
    },
  },
};

const run = ({ folder }: Project, ...argv: readonly string[]): string =>
  execFileSync(process.execPath, argv, { cwd: folder, encoding: "utf8", stdio: "pipe" });

const tsx = join(repositoryRoot, "node_modules/tsx/dist/cli.mjs");

test("an app that tsx runs has the lines of its TypeScript", () => {
  const at = project();
  at.write("main.ts", app);
  run(at, tsx, "main.ts");
  expect(metadataIn(at.folder, "acme")).toEqual(expected);
  expect(JSON.stringify(metadataIn(at.folder, "acme"))).not.toContain(at.folder);
});

const compiled = (format: "cjs" | "esm"): Project => {
  const at = project();
  const options = { loader: "ts", format, sourcemap: "inline", sourcefile: "../main.ts" } as const;
  at.write("main.ts", app);
  at.write("package.json", JSON.stringify({ type: format === "esm" ? "module" : "commonjs" }));
  at.write("build/main.js", transformSync(app, options).code);
  return at;
};

test("an ES module that was compiled with source maps has the lines of its source", () => {
  const at = compiled("esm");
  run(at, "--enable-source-maps", "build/main.js");
  expect(metadataIn(at.folder, "acme")).toEqual(expected);
});

test("compiled JavaScript without source maps has its own lines", () => {
  const at = compiled("cjs");
  run(at, "build/main.js");
  const lines = readFileSync(join(at.folder, "build/main.js"), "utf8").split("\n");
  const line = lines.findIndex((each) => each.includes('(stack, "literal"')) + 1;
  expect(metadataIn(at.folder, "acme")["literal"]).toEqual({
    location: expect.stringMatching(new RegExp(`^build/main\\.js:${String(line)}:\\d+$`)) as unknown,
  });
});

test.each([true, false])(
  "compiled JavaScript in one bundle with the constructs has the user's lines; source maps: %s",
  async (maps) => {
    const at = project();
    at.write("main.ts", app);
    await build({
      absWorkingDir: at.folder,
      entryPoints: ["main.ts"],
      outfile: "build/main.js",
      bundle: true,
      platform: "node",
      external: ["cdktf", "constructs"],
      sourcemap: maps,
    });
    run(at, ...(maps ? ["--enable-source-maps"] : []), "build/main.js");
    const { named: _, extended: _extended, ...found } = metadataIn(at.folder, "acme");
    const { named: _named, extended: _base, ...all } = expected;
    if (maps) expect(found).toEqual(all);
    else {
      const lines = readFileSync(join(at.folder, "build/main.js"), "utf8").split("\n");
      const line = lines.findIndex((each) => each.includes('(stack, "literal"')) + 1;
      expect(found["literal"]).toEqual({
        location: expect.stringMatching(`^build/main\\.js:${String(line)}:`) as unknown,
      });
    }
  },
);

test("a file outside of the project, a library and a folder below it have paths that no machine shows", () => {
  const at = project();
  const shared = (name: string) => `const { Configuration } = require("scanform/cdktf");
exports.make = (scope, id) =>
  new Configuration(scope, id, { name: "${name} " + id });`;
  at.write("cdktf.json", "{}");
  equip(join(at.folder, ".."));
  at.write("../shared/base.js", shared("shared"));
  at.write("node_modules/presets/index.js", shared("preset"));
  at.write(
    "teams/main.js",
    `const { App, TerraformStack } = require("cdktf");
const { ScanformProvider } = require("scanform/cdktf");
process.chdir(__dirname);
const app = new App({ outdir: "../cdktf.out" });
const stack = new TerraformStack(app, "acme");
new ScanformProvider(stack, "scanform");
require("../../shared/base").make(stack, "a");
require("presets").make(stack, "b");
app.synth();`,
  );
  run(at, "teams/main.js");
  expect(metadataIn(at.folder, "acme")).toEqual({
    scanform: { location: "teams/main.js:6:1" },
    a: { location: "../shared/base.js:3:3" },
    b: { location: "teams/main.js:8:20" },
  });
});

test.each([
  ["C:\\projects\\app\\main.ts", "main.ts"],
  ["c:\\projects\\app\\lib\\a b.ts", "lib/a b.ts"],
  ["file:///C:/projects/app/lib/a%20b.ts", "lib/a b.ts"],
  ["C:\\projects\\shared\\base.ts", "../shared/base.ts"],
  ["D:\\shared\\base.ts", undefined],
  ["webpack://app/main.ts", undefined],
  ["[eval]", undefined],
])("on Windows %s is called %s", (file, path) => {
  expect(projectPath(file, "C:\\projects\\app", win32)).toBe(path);
});

describe("a program that has its own way with errors", () => {
  const names = ["prepareStackTrace", "stackTraceLimit"];
  const before = names.map((name) => Object.getOwnPropertyDescriptor(Error, name));
  afterEach(() => {
    for (const [at, name] of names.entries()) {
      const descriptor = before[at];
      if (descriptor === undefined) Reflect.deleteProperty(Error, name);
      else Object.defineProperty(Error, name, descriptor);
    }
  });

  /** Without the framework, which has its own way with errors too. */
  class Made extends RootConstruct {
    constructor() {
      super();
      recordLocation(this);
    }
  }
  const here = (): string | undefined => locationOf(new Made());
  const known = expect.stringMatching(/^test\/constructs\/location\.test\.ts:\d+:\d+$/) as unknown;

  test.each([0, 1, 10, Infinity])(
    "a program that has its own way with errors keeps a limit of %d frames, and there is a place all the same",
    (limit) => {
      Error.stackTraceLimit = limit;
      expect(here()).toEqual(known);
      expect(Error.stackTraceLimit).toBe(limit);
    },
  );

  test.each([
    ["fails", () => JSON.parse("{") as unknown],
    ["gives the frames themselves", (_: unknown, frames: unknown) => frames],
    ["gives a text without places", () => "at nowhere"],
    ["gives nothing", () => undefined],
  ])(
    "a program that has its own way with errors keeps a function that %s",
    (_what, prepare: (thrown: Error, frames: NodeJS.CallSite[]) => unknown) => {
      Error.prepareStackTrace = prepare;
      const made = here();
      expect(made).toEqual(known);
      expect(Object.getOwnPropertyDescriptor(Error, "prepareStackTrace")?.value).toBe(prepare);
    },
  );

  test("a program that has its own way with errors has none where nothing can be set, and goes on", () => {
    const module = join(repositoryRoot, "dist/constructs/l2/location.js");
    const program = `const { locationOf, recordLocation } = require(${JSON.stringify(module)});
class Made { constructor() { recordLocation(this); } }
const before = locationOf(new Made());
Object.freeze(Error);
console.log(before, locationOf(new Made()));`;
    const at = project();
    at.write("main.js", program);
    expect(run(at, "main.js")).toBe("main.js:3:27 undefined\n");
  });
});

test("an error of the framework's own validation says the place too", () => {
  expect(problemsOf((stack) => new Configuration(stack, "a", { name: "" }))).toMatch(
    /\[acme\/a\] name is empty\. .* \(at test\/constructs\/location\.test\.ts:\d+:\d+\)/,
  );
});
