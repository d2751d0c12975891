import { run } from "../../../src/cli/run";
import { terminal } from "../../../src/cli/io";
import { acmeKey } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { versions, type Workspace, workspace } from "./workspace";

const rows = (count: number, comment: string): string => `
resource "scanform_configuration" "row" {
  count     = ${String(count)}
  name      = "row-\${count.index}"
  comment   = "${comment}"
  analyzers = { secrets = { enabled = true } }
}

resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_pattern = "payments-%", configuration_id = scanform_configuration.row[0].id }]
}
`;

const wide = "-parallelism=64";

describeWithTerraform("many resources", () => {
  test("are read with one request for each list, and changed alike in a handful", async () => {
    const at = await workspace();
    at.write(rows(60, "silent"));
    await at.apply(wide);
    expect(at.names()).toHaveLength(62);

    at.forget();
    at.write(rows(60, "enabled"));
    await at.terraform("plan", "-out=tfplan", wide);
    // beside the look for the only account
    expect(at.asked().filter((each) => each !== "GET /v1/accounts").length).toBeLessThanOrEqual(4);
    expect(at.writes()).toEqual([]);

    at.forget();
    await at.terraform("apply", wide, "tfplan");
    expect(at.writes().length).toBeLessThanOrEqual(3);
    expect(at.writes().every((each) => each === "POST /configurations/bulk_update")).toBe(true);
    expect(at.live("row-59").settings["comment"]).toBe("enabled");

    at.forget();
    await at.nothingToDo();
    expect(at.asked().length).toBeLessThanOrEqual(4);
  });
});

/** Rows that are alike in one leaf only. */
const unlike = (blocking: boolean): string => `resource "scanform_configuration" "row" {
  count     = 3
  name      = "row-\${count.index}"
  analyzers = { secrets = { blocking = ${String(blocking)}, excludes = ["\${count.index}/**"] } }
}
`;

async function probed({ folder, emulator }: Workspace): Promise<void> {
  const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
  const silent = { out: () => undefined, err: () => undefined };
  const io = { ...terminal(new AbortController().signal), ...silent, env, cwd: folder };
  expect(await run(["probe", "--auto-approve", "--out", "semantics.json"], io)).toBe(0);
}

describeWithTerraform("with the semantics that were probed", () => {
  test("a leaf that changes alike in configurations that differ is one request", async () => {
    const at = await workspace({ profile: { bulk_merge: "deep", patch_merge: "deep" } });
    at.write(unlike(false));
    await at.apply();
    at.forget();
    at.write(unlike(true));
    await at.apply();
    expect(at.writes()).toHaveLength(3);

    await probed(at);
    at.write(versions('  semantics = file("semantics.json")'), "versions.tf");
    at.forget();
    at.write(unlike(false));
    await at.apply();
    expect(at.writes()).toEqual(["POST /configurations/bulk_update"]);
    await at.nothingToDo();
  });
});
