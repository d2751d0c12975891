import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { acmeAccountId, acmeKey } from "../../../src/emulator";
import { startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { repositoryRoot } from "../../support/spawned";
import { type UserProject, userProjects } from "../../support/user-project";

jest.setTimeout(120_000);

const frameworks = ["cdktn", "cdktf"] as const;
type Framework = (typeof frameworks)[number];

const { make: project } = userProjects();

/** A source that imports cdktn, as it is with the other one. */
const sourceFor = (framework: Framework, path: string): string =>
  readFileSync(join(repositoryRoot, path), "utf8").replaceAll(/(?<=from "(?:scanform\/)?)cdktn(?=")/g, framework);

const appFor = (framework: Framework): string => sourceFor(framework, "test/acceptance/package/app.ts");

/**
 * What an app has written, by file, without what may differ: the version of the framework, the lines of the app's own
 * files, and the project's folder.
 */
function written(at: UserProject, ...stacks: readonly string[]): Readonly<Record<string, unknown>> {
  const names = ["manifest.json", ...stacks.map((name) => `stacks/${name}/cdk.tf.json`)];
  const read = (name: string) => readFileSync(join(at.folder, "cdktf.out", name), "utf8").replaceAll(at.folder, "");
  const texts = names.map((name) => [name, read(name)]);
  const isOther = (key: string, value: unknown) =>
    /^main\.[jt]s:\d+:\d+$/.test(String(value)) || (key === "version" && /^0\.2[14]\./.test(String(value)));
  return Object.fromEntries(
    texts.map(([name = "", text = ""]) => [
      name,
      JSON.parse(text, (key, value: unknown) => (isOther(key, value) ? undefined : value)) as unknown,
    ]),
  );
}

const withTsx = ["--import", "tsx"] as const;

type ModuleType = "commonjs" | "module";

/** The app as a compiler writes it. */
const program = (framework: Framework, type: ModuleType): string =>
  ts.transpileModule(appFor(framework), {
    compilerOptions: {
      module: type === "module" ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
    },
  }).outputText;

/** Synthesizes the app. */
async function synthesize(framework: Framework, type: ModuleType, by: "node" | "tsx") {
  const packages = [framework, "constructs"];
  const [main, text] = by === "tsx" ? ["main.ts", appFor(framework)] : ["main.js", program(framework, type)];
  const at = project({ packages, type, files: { [main]: text } });
  expect(await at.node([...(by === "tsx" ? withTsx : []), main])).toEqual({ code: 0, out: "", err: "" });
  return written(at, "teams", "routing");
}

// the guides do the same with cdktn
test("an app of cdktf is planned, applied, and then as it should be", async () => {
  const emulator = await startEmulator();
  afterTest(() => emulator.close());
  const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
  const cdktfJson = JSON.stringify({ language: "typescript", app: "tsx main.ts" });
  const files = { "main.ts": appFor("cdktf"), "cdktf.json": cdktfJson };
  const at = project({ packages: ["cdktf", "constructs"], type: "module", files });
  const planned = await at.scanform(["plan", "--detailed-exitcode"], env);
  expect(planned).toMatchObject({ code: 2, err: "" });
  expect(planned.out).toContain("2 configurations to create");
  expect(await at.scanform(["apply", "--auto-approve"], env)).toMatchObject({ code: 0 });
  const names = emulator.store.configurations(acmeAccountId).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["payments", "generated"]));
  expect(await at.scanform(["plan", "--detailed-exitcode"], env)).toMatchObject({ code: 0 });
});

test.each(frameworks)("the quickstart synthesizes to the golden document with %s", async (framework) => {
  const files = { "main.ts": sourceFor(framework, "examples/quickstart/main.ts") };
  const at = project({ packages: [framework, "constructs"], type: "module", files });
  expect(await at.node([...withTsx, "main.ts"])).toEqual({ code: 0, out: "", err: "" });
  const document = written(at, "acme")["stacks/acme/cdk.tf.json"];
  const { resource, provider, terraform } = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === "//" || key === "backend" ? undefined : value,
  ) as Record<string, unknown>;
  const golden = join(repositoryRoot, "test/constructs/golden/quickstart.json");
  expect({ provider, resource, terraform }).toEqual(JSON.parse(readFileSync(golden, "utf8")));
});

test("an app of either module type gives the same JSON with both frameworks, compiled or by tsx", async () => {
  const ways = frameworks.flatMap((framework) =>
    (["commonjs", "module"] as const).flatMap((type) =>
      (["node", "tsx"] as const).map((by) => synthesize(framework, type, by)),
    ),
  );
  const [first, ...others] = await Promise.all(ways);
  for (const each of others) expect(each).toEqual(first);
});

describe.each([
  ["cdktn", "cdktf", "module"],
  ["cdktf", "cdktn", "commonjs"],
] as const)("what is imported from scanform/%s in a stack of %s is one sentence:", (ours, theirs, type) => {
  const cases = [
    ["a construct", "acme/strict", 'new Configuration(stack, "strict", { name: "strict" })'],
    ["a construct in another", "acme/team/strict", 'new Configuration(team, "strict", { name: "strict" })'],
    ["a provider", "acme/scanform", 'new ScanformProvider(stack, "scanform")'],
    ["a lookup", "acme/old", 'Configuration.fromLookup(stack, "old", { name: "old" })'],
    ["a data source", "acme/web", 'new DataScanformRepository(stack, "web", { name: "web" })'],
    ["a generated binding", "acme/strict", 'new l1.configuration.Configuration(stack, "strict", { name: "strict" })'],
    [
      "what an aspect makes",
      "acme/strict",
      'Aspects.of(stack).add({ visit: () => new Configuration(stack, "strict", { name: "strict" }) })',
    ],
  ] as const;

  /** Runs one statement in an app of its own. */
  const attempt = `import { App, Aspects, TerraformStack } from "${theirs}";
import { Configuration, DataScanformRepository, l1, ScanformProvider } from "scanform/${ours}";
import { Construct } from "constructs";
const attempt = (statement) => {
  const app = new App();
  const stack = new TerraformStack(app, "acme");
  statement(stack, new Construct(stack, "team"));
  app.synth();
};
`;

  /** Prints what each statement throws, as Node shows it. */
  const attempts = `import { inspect } from "node:util";
${attempt}
const shown = (statement) => {
  try {
    attempt(statement);
    return "nothing is thrown";
  } catch (error) {
    return inspect(error);
  }
};
const statements = [${cases.map(([, , statement]) => `(stack, team) => ${statement}`).join(",\n")}];
console.log(JSON.stringify(statements.map(shown)));
`;

  let at: UserProject;
  let shown: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const [[, , first]] = cases;
    const files = { "attempts.js": attempts, "uncaught.js": `${attempt}attempt((stack) => ${first});\n` };
    at = project({ packages: ["cdktn", "cdktf", "constructs"], type: "module", files });
    const { code, out, err } = await at.node(["attempts.js"]);
    expect([code, err]).toEqual([0, ""]);
    const texts = JSON.parse(out) as readonly string[];
    shown = Object.fromEntries(cases.map(([title], index) => [title, texts[index] ?? ""]));
  });

  test(`to the CLI it is a diagnostic with its line, in a program of the type ${type}`, async () => {
    const statement = 'new Configuration(stack, "strict", { name: "strict" })';
    const main = `console.log("begun");\n${attempt}\nattempt((stack) => {\n  ${statement};\n});\n`;
    const line = main.split("\n").findIndex((each) => each.includes(statement)) + 1;
    const cdktf = JSON.stringify({ app: `node ${withTsx.join(" ")} main.ts` });
    const files = { "main.ts": main, "cdktf.json": cdktf };
    const app = project({ packages: ["cdktn", "cdktf", "constructs"], type, files });
    expect(await app.scanform(["synth"])).toEqual({
      code: 1,
      out: "",
      err:
        "app: begun\nerror: Made with the other framework [framework-mismatch]\n" +
        `  acme/strict  at main.ts:${String(line)}:3\n` +
        `  It is imported from "scanform/${ours}", but its stack "acme" is made with ${theirs}: import from "scanform/${theirs}" instead.\n`,
    });
  });

  const expectSentence = (text: string | undefined, path: string): void => {
    expect(text).toContain(
      `"${path}" is imported from "scanform/${ours}", but its stack "acme" is made with ${theirs}: import from "scanform/${theirs}" instead.`,
    );
    expect(text).not.toMatch(/^ +at /m);
  };

  test.each(cases)("%s", (title, path) => {
    expectSentence(shown[title], path);
  });

  test("an error that is not caught, which ends the process", async () => {
    const { code, err } = await at.node(["uncaught.js"]);
    expect(code).toBe(1);
    expectSentence(err, "acme/strict");
  });
});

describe("a framework that is not installed is one sentence", () => {
  test.each<[Framework, readonly string[], string]>([
    [
      "cdktf",
      ["cdktn", "constructs"],
      '"scanform/cdktf" needs cdktf, which is not installed: import from "scanform/cdktn" instead, since cdktn is installed, or run npm install cdktf constructs.',
    ],
    [
      "cdktn",
      ["cdktf", "constructs"],
      '"scanform/cdktn" needs cdktn, which is not installed: import from "scanform/cdktf" instead, since cdktf is installed, or run npm install cdktn constructs.',
    ],
    [
      "cdktn",
      [],
      '"scanform/cdktn" needs cdktn and constructs, which are not installed: run npm install cdktn constructs.',
    ],
  ])("scanform/%s beside %j", async (ours, packages, sentence) => {
    const files = {
      "main.mjs": `import { Configuration } from "scanform/${ours}";\nConfiguration;`,
      "main.cjs": `require("scanform/${ours}");`,
    };
    const at = project({ packages, files });
    for (const main of Object.keys(files)) {
      const { code, err } = await at.node([main]);
      expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
      expect(err).not.toMatch(/^ +at /m);
      writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: `node ${main}` }));
      const place = `scanform/${ours}  at ${main}:1:${main.endsWith("mjs") ? "31" : "1"}`;
      const detail = sentence.replace(/^"[^"]*" /, "It ");
      const said = `error: The framework is not installed [framework-missing]\n  ${place}\n  ${detail}\n`;
      expect(await at.scanform(["synth"])).toEqual({ code: 1, out: "", err: said });
    }
  });
});
