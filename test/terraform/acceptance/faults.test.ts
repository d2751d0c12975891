import type { Fault } from "../../../src/emulator";
import { forward, type Interference, proxy } from "../../support/proxy";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, versions, type Workspace, workspace } from "./workspace";

const letters = ["a", "b", "c", "d"];
const four = (comment: string): string => `resource "scanform_configuration" "it" {
  for_each = toset(${JSON.stringify(letters)})
  name     = each.key
  comment  = "${comment}"
}
`;

/** Answers that a client may meet; each to the second write, and to the second read after it. */
const faults: readonly Fault[] = [
  { fault: "status", status: 429, retry_after: 0 },
  { fault: "status", status: 500, at: "before" },
  { fault: "status", status: 500, at: "after" },
  { fault: "status", status: 503, at: "before", retry_after: 0 },
  { fault: "reset", at: "before" },
  { fault: "reset", at: "after" },
  { fault: "html", at: "after" },
  { fault: "cut_body" },
];

/** Applies until it succeeds, twice at most; what fails must be said of a resource. */
async function applied(at: Workspace): Promise<void> {
  const { code, stdout, stderr } = await at.raw.run("apply", "-auto-approve");
  expect(stdout + stderr).not.toMatch(/Provider produced|Plugin did not respond|panic/);
  if (code === 0) return;
  expect(stderr).toMatch(/Error: [^]*with scanform_configuration\.it\["\w"\]/);
  await at.apply();
}

describeWithTerraform("when answers are spoilt", () => {
  test.each(faults)("nothing is there twice, and an apply brings about all of it: %j", async (fault) => {
    const at = await workspace();
    at.emulator.setFaults([
      { ...fault, method: "POST", nth: 2 },
      { ...fault, method: "GET", nth: 2 },
    ]);
    at.write(four("silent"));
    await applied(at);
    expect(at.names()).toEqual([...letters, "baseline", "default"].sort());
    at.emulator.setFaults([{ ...fault, method: "POST", times: 1 }]);
    at.write(four("enabled"));
    await applied(at);
    expect(letters.map((name) => at.live(name).settings["comment"])).toEqual(letters.map(() => "enabled"));
    at.emulator.setFaults([]);
    await at.nothingToDo();
  });

  test("a read that fails is an error of the plan, which changes nothing", async () => {
    const at = await workspace({ faults: [{ fault: "status", status: 403, operation: "listConfigurations" }] });
    at.write(four("silent"));
    expect(await at.exits(1, "plan")).toContain("Error: The service refused the request");
    expect(at.writes()).toEqual([]);
  });
});

/** Two that are changed in one request, and a third by itself. */
const three = (comment: string, threshold: number): string => `${["baseline", "default"]
  .map((name) => `resource "scanform_configuration" "${name}" {\n  name = "${name}"\n  comment = "${comment}"\n}\n`)
  .join("")}
resource "scanform_configuration" "other" {
  name           = "other"
  risk_threshold = ${String(threshold)}
}
`;

describeWithTerraform("when one change of several is refused", () => {
  test("the error is at that resource, and the others are done", async () => {
    const at = await workspace();
    at.write(three("disabled", 1));
    await at.apply();
    at.emulator.setFaults([
      { fault: "status", status: 422, method: "PATCH", path: `/v1/accounts/*/configurations/${at.live("other").id}` },
    ]);
    at.write(three("enabled", 2));
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said.match(/Error: /g)).toHaveLength(1);
    expect(said).toContain("Error: A change failed with scanform_configuration.other");
    expect(at.live("baseline").settings["comment"]).toBe("enabled");
    expect(at.live("default").settings["comment"]).toBe("enabled");
    at.emulator.setFaults([]);
    expect(await at.somethingToDo()).toContain("Plan: 0 to add, 1 to change, 0 to destroy.");
    await at.apply();
    await at.nothingToDo();
  });

  test("also one of those that go in one request", async () => {
    const at = await workspace();
    at.write(three("disabled", 1));
    await at.apply();
    const refused = configurationNamed("baseline");
    const interfere: Interference = ({ method, path, pass }, answer) =>
      method === "POST" && path.endsWith("/bulk_update")
        ? at
            .elsewhere("DELETE", `/configurations/${refused}`)
            .then(pass)
            .then((from) => forward(from, answer))
        : undefined;
    const { url, seen } = await proxy(at.emulator.url, interfere);
    at.write(versions(`  base_url = "${url}"`), "versions.tf");
    at.write(three("enabled", 1));
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(seen.filter((each) => each.endsWith("bulk_update"))).toHaveLength(1);
    expect(said).toContain("with scanform_configuration.baseline");
    expect(
      said.match(/Error: [^:]* with scanform_configuration\.\w+/g)?.every((each) => each.endsWith("baseline")),
    ).toBe(true);
    expect(at.live("default").settings["comment"]).toBe("enabled");
    at.write(versions(), "versions.tf");
    await at.apply();
    expect(at.names()).toEqual(["baseline", "default", "other"]);
    await at.nothingToDo();
  });

  test("a collection keeps what it has of the others", async () => {
    const at = await workspace({ faults: [{ fault: "status", status: 422, method: "POST", nth: [2, 3, 4] }] });
    at.write(`resource "scanform_configurations" "all" {
  configurations = { for name in ${JSON.stringify(letters)} : name => { name = name, comment = "silent" } }
}
`);
    await at.exits(1, "apply", "-auto-approve");
    const [made] = at.names().filter((name) => letters.includes(name));
    const { id } = at.live(made ?? "");
    at.emulator.setFaults([]);
    await at.apply();
    expect(at.live(made ?? "").id).toBe(id);
    expect(at.names()).toEqual([...letters, "baseline", "default"].sort());
    await at.nothingToDo();
  });
});
