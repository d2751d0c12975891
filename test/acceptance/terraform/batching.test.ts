import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

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
