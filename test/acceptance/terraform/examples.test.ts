import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey, type Emulator } from "../../../src/emulator";
import { startEmulator } from "../../support/emulator";
import { repositoryRoot } from "../../support/spawned";
import { describeWithTerraform, type Terraform, terraformIn } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { runningProvider } from "./running-provider";

const examples = join(repositoryRoot, "examples/terraform");

let emulator: Emulator;
let folder: string;
let terraform: Terraform;

beforeEach(async () => {
  emulator = await startEmulator();
  folder = temporaryFolder();
  const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
  terraform = terraformIn(folder, { ...env, TF_REATTACH_PROVIDERS: (await runningProvider(env)).reattach });
});

afterEach(() => emulator.close());

/** Every example of a kind, such as `resources/scanform_deepscan`. */
const examplesOf = (kind: string): readonly string[] =>
  readdirSync(join(examples, kind)).map((name) => join(kind, name));

const tfFilesOf = (example: string): readonly string[] =>
  readdirSync(join(examples, example)).filter((name) => name.endsWith(".tf"));

/** Puts the files of an example into a folder, with what every configuration begins with. */
function lay(example: string, files = tfFilesOf(example), into = folder): void {
  mkdirSync(into, { recursive: true });
  for (const name of files) cpSync(join(examples, example, name), join(into, name));
  if (files.every((name) => !readFileSync(join(into, name), "utf8").includes("required_providers")))
    writeFileSync(
      join(into, "versions.tf"),
      'terraform {\n  required_providers {\n    scanform = { source = "scanform/scanform" }\n  }\n}\n',
    );
}

/** Puts each example into a module of its own: terraform looks at all of them in one go, and names the file of what is wrong. */
async function layTogether(all: readonly string[], files?: readonly string[]): Promise<void> {
  const modules = all.map((example) => {
    const name = example.replace("/", "_");
    lay(example, files, join(folder, name));
    return `module "${name}" {\n  source = "./${name}"\n}\n`;
  });
  writeFileSync(join(folder, "main.tf"), modules.join(""));
  expect(await done("get")).toBe("done");
}

/** What terraform says, in place of a number, when a command fails. */
async function done(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await terraform.run(...argv);
  return code === 0 ? "done" : stdout + stderr;
}

const configurations = () => emulator.store.configurations(acmeAccountId).map(({ id, name }) => [name, id]);

/** They ask for what the emulator's account does not have. */
const ofOtherAccounts: readonly string[] = [
  "data-sources/scanform_scan",
  "data-sources/scanform_deepscan_results",
  "data-sources/scanform_sca_results",
  "data-sources/scanform_finding_triage",
  "data-sources/scanform_sbom",
  "ephemeral-resources/scanform_sbom",
];
/** They declare what another example declares too, or say to which account. */
const byThemselves: readonly string[] = ["provider", "data-sources/scanform_custom_policies"];
const others = [...examplesOf("data-sources"), ...examplesOf("ephemeral-resources"), ...examplesOf("functions")].filter(
  (each) => !ofOtherAccounts.includes(each) && !byThemselves.includes(each),
);

describeWithTerraform("each example", () => {
  test("is formatted as terraform does it", async () => {
    expect(await terraform.run("fmt", "-check", "-diff", "-recursive", examples)).toMatchObject({
      code: 0,
      stdout: "",
    });
  });

  test.each(examplesOf("resources"))("%s is valid", async (example) => {
    lay(example);
    expect(await done("validate")).toBe("done");
  });

  test("of what the account does not have is valid", async () => {
    await layTogether(ofOtherAccounts);
    expect(await done("validate")).toBe("done");
  });

  test("of a data source or a function can be planned", async () => {
    await layTogether(others);
    expect(await done("plan")).toBe("done");
  });

  test.each(byThemselves)("%s can be planned", async (example) => {
    lay(example);
    expect(await done("plan")).toBe("done");
  });

  test.each([["scanform_configuration"], ["scanform_repository_assignments", "scanform_deepscan"]])(
    "can be applied, and then there is nothing to do: %s",
    async (...types) => {
      await layTogether(
        types.map((type) => join("resources", type)),
        ["resource.tf"],
      );
      expect(await done("apply", "-auto-approve")).toBe("done");
      expect(await terraform.run("plan", "-detailed-exitcode")).toMatchObject({ code: 0 });
    },
  );
});

describeWithTerraform("the example with for_each", () => {
  const main = join(examples, "for-each/main.tf");
  const written = (change: (hcl: string) => string = (hcl) => hcl) => {
    writeFileSync(join(folder, "main.tf"), change(readFileSync(main, "utf8")));
  };
  /** The blocks that its text shows, in order. */
  const [moved = "", imports = ""] = [
    ...readFileSync(join(examples, "for-each/README.md"), "utf8").matchAll(/^```terraform\n(.*?)^```$/gms),
  ].map(([, block = ""]) => block);

  /** What the plan has counted. */
  async function applied(...flags: readonly string[]): Promise<string | undefined> {
    const { code, stdout, stderr } = await terraform.run("apply", "-auto-approve", ...flags);
    if (code !== 0) throw new Error(stdout + stderr);
    expect(await terraform.run("plan", "-detailed-exitcode")).toMatchObject({ code: 0 });
    return /^Plan: .*/m.exec(stdout)?.[0];
  }

  test("is applied, renames an entry, and moves one to another key, without making a configuration again", async () => {
    written();
    expect(await applied()).toBe("Plan: 4 to add, 0 to change, 0 to destroy.");
    const ids = configurations().map(([, id]) => id);
    const renamed = (hcl: string): string => hcl.replace('"team-docs"', '"team-handbook"');
    written(renamed);
    expect(await applied()).toBe("Plan: 0 to add, 1 to change, 0 to destroy.");
    expect(configurations().map(([name]) => name)).toContain("team-handbook");
    emulator.clearRequests();
    written((hcl) => renamed(hcl).replace(/^ {4}web /m, "    frontend ") + moved);
    await applied();
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(configurations().map(([, id]) => id)).toEqual(ids);
  });

  test("imports what the account has by then, and writes nothing", async () => {
    written();
    await applied();
    rmSync(join(folder, "terraform.tfstate"));
    emulator.clearRequests();
    written((hcl) => `${hcl}\n${imports}`);
    expect(await applied()).toBe("Plan: 3 to import, 1 to add, 0 to change, 0 to destroy.");
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describeWithTerraform("the example in HCL only", () => {
  test("can be applied, and then there is nothing to do", async () => {
    cpSync(join(repositoryRoot, "examples/hcl-only/main.tf"), join(folder, "main.tf"));
    expect(await done("fmt", "-check", "-diff")).toBe("done");
    expect(await done("apply", "-auto-approve")).toBe("done");
    expect(configurations().map(([name]) => name)).toEqual(["default", "baseline", "strict"]);
    expect(await terraform.run("plan", "-detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
