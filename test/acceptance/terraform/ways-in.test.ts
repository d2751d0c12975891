import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { terraformInstallCommand } from "../../../src/cli/commands/terraform-install";
import { exitCode } from "../../../src/cli/exit-codes";
import { terminal, withoutKey } from "../../../src/cli/io";
import { acmeKey } from "../../../src/emulator";
import { repositoryRoot } from "../../support/spawned";
import { providerFolder } from "../../support/provider-bundle";
import { describeWithTerraform, fromMirror } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { workspaceOfManyProcesses } from "./workspace";

const mirror = temporaryFolder();

/** What `scanform terraform install` lays out. */
beforeAll(async () => {
  providerFolder();
  const io = withoutKey({ ...terminal(new AbortController().signal), out: () => undefined, cwd: mirror });
  expect(await terraformInstallCommand(io, { dir: mirror, format: "text" })).toBe(exitCode.done);
});

const declared = `variable "comment" {
  type    = string
  default = "enabled"
}

resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = var.comment
}
`;

describeWithTerraform("out of a mirror", () => {
  test("terraform test makes, checks and destroys, and says which check failed", async () => {
    const at = await workspaceOfManyProcesses({ installation: fromMirror(mirror) });
    at.write(`${declared}
output "id" {
  value = scanform_configuration.strict.id
}
`);
    at.write(
      `run "is_created" {
  assert {
    condition     = scanform_configuration.strict.comment == "enabled" && length(output.id) == 36
    error_message = "The comment is not as declared."
  }
}

run "is_changed_and_not_made_again" {
  variables {
    comment = "silent"
  }
  assert {
    condition     = output.id == run.is_created.id
    error_message = "It was made again."
  }
}

run "is_wrong" {
  command = plan
  variables {
    comment = "loud"
  }
}
`,
      "main.tftest.hcl",
    );
    await at.terraform("init");
    const said = await at.exits(1, "test");
    expect(said).toContain('run "is_created"... pass');
    expect(said).toContain('run "is_changed_and_not_made_again"... pass');
    expect(said).toMatch(/Error: Not one of the values .* on main\.tf line 8/);
    expect(at.writes().map((each) => each.split(" ")[0])).toEqual(["POST", "PATCH", "DELETE"]);
    expect(at.names()).toEqual(["baseline", "default"]);
  });
});

/** A user's own test with cdktf. It blocks its process, in which the emulator could not answer. */
const script = `
import { TerraformStack, Testing } from ${JSON.stringify(require.resolve("cdktf"))};
import { toPlanSuccessfully } from ${JSON.stringify(require.resolve("cdktf/lib/testing/matchers"))};
import { Comment, Configuration, RepositoryAssignments, ScanformProvider } from ${JSON.stringify(join(repositoryRoot, "src/constructs"))};

const plans = (analyzer: string): boolean => {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  const strict = new Configuration(stack, "strict", { name: "strict", comment: Comment.ENABLED });
  strict.addAnalyzer(analyzer, { enabled: true, blocking: true });
  const rules = [{ repositoryPattern: "payments-%", configuration: strict }];
  new RepositoryAssignments(stack, "routing", { rules });
  return toPlanSuccessfully(Testing.fullSynth(stack)).pass;
};
process.stdout.write(JSON.stringify({ secrets: plans("secrets"), nonsense: plans("nonsense") }));
`;

describeWithTerraform("from TypeScript", () => {
  test("cdktf's toPlanSuccessfully plans what is right, and does not plan what is wrong", async () => {
    const at = await workspaceOfManyProcesses();
    at.write(script, "main.ts");
    at.write(fromMirror(mirror), "terraformrc");
    const child = spawn(process.execPath, ["--import", require.resolve("tsx"), "main.ts"], {
      cwd: at.folder,
      env: {
        PATH: process.env["PATH"],
        HOME: at.folder,
        TMPDIR: at.folder,
        CHECKPOINT_DISABLE: "1",
        TF_CLI_CONFIG_FILE: join(at.folder, "terraformrc"),
        SCANFORM_BASE_URL: at.emulator.url,
        SCANFORM_API_KEY: acmeKey,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    expect(JSON.parse(await text(child.stdout))).toEqual({ secrets: true, nonsense: false });
    expect(at.asked()).toContain("GET /configurations");
    expect(at.writes()).toEqual([]);
  });
});
