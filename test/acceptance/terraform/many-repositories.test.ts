import { statSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, scaleSeed } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { workspace, type Workspace } from "./workspace";

const routing = "scanform_repository_assignments.routing";

/** A new configuration for one half of the repositories, and one that is there for the other. */
const declared = (other: string, { blocking = false, digit = 0 } = {}): string => `
resource "scanform_configuration" "strict" {
  name      = "strict"
  analyzers = { secrets = { enabled = true, blocking = ${String(blocking)} } }
}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { configuration_id = scanform_configuration.strict.id, repository_pattern = "%${String(digit)}" },
    { configuration_id = scanform_configuration.strict.id, repository_pattern = "p%" },
    { configuration_id = "${other}", repository_pattern = "%" },
  ]
}
`;

/** Plans what can be read, and is small for a policy. */
async function plans(at: Workspace): Promise<void> {
  const { code, stdout } = await at.raw.run("plan", "-out=saved");
  expect(code).toBe(0);
  expect(stdout.split("\n").length).toBeLessThan(200);
  const { stdout: json } = await at.raw.run("show", "-json", "saved");
  expect(Buffer.byteLength(json)).toBeLessThan(200_000);
}

describeWithTerraform("an account with 20,000 repositories in 200 configurations", () => {
  test("has a plan that can be read, and a small state, and drift of one repository is found", async () => {
    const at = await workspace({ seed: scaleSeed(200, 20_000) });
    const { store } = at.emulator;
    const [other, third] = store.configurations(acmeAccountId).map(({ id }) => id);
    at.write(declared(other ?? ""));
    await plans(at);
    await at.terraform("apply", "saved");
    expect(statSync(join(at.folder, "terraform.tfstate")).size).toBeLessThan(200_000);
    const { assigned } = at.state(routing) ?? {};
    expect(Object.values(assigned ?? {}).reduce((sum: number, count) => sum + Number(count), 0)).toBe(20_000);
    await at.terraform("apply", "-refresh-only", "-auto-approve");
    expect(statSync(join(at.folder, "terraform.tfstate")).size).toBeLessThan(200_000);

    at.write(declared(other ?? "", { blocking: true, digit: 1 }));
    await plans(at);
    at.write(declared(other ?? ""));

    const moved = store.repositories(acmeAccountId).find((each) => each.configuration_id === other)?.id;
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: third,
      repository_ids: [moved],
    });
    const drifted = await at.somethingToDo();
    expect(drifted).toMatch(/Warning: Routing .*1 repository/);
    expect(drifted).toMatch(/~ assigned_digest += "[0-9a-f]{32}" -> "[0-9a-f]{32}"/);
  });
});
