import { acmeAccountId } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

const strict = "scanform_configuration.strict";

const declared = (inside: string, name = "strict"): string => `resource "scanform_configuration" "strict" {
  name = "${name}"
  ${inside}
}
`;

describeWithTerraform("the life of a configuration", () => {
  test("it is created, and what somebody else does to it is left alone, unless it is declared", async () => {
    const at = await workspace();
    at.write(declared('comment = "silent"\nanalyzers = { secrets = { enabled = true, blocking = true } }'));
    await at.apply();
    const { id, settings } = at.live("strict");
    expect(settings).toEqual({ comment: "silent", analyzers: { secrets: { enabled: true, blocking: true } } });
    expect(at.state(strict)).toMatchObject({ id, comment: "silent", risk_threshold: null });
    expect(at.writes()).toEqual(["POST /configurations"]);

    const others = {
      risk_threshold: 7,
      analyzers: { ...secrets({ blocking: true, silent: true }), xss: { enabled: true } },
    };
    await at.meddle(id, others);
    await at.nothingToDo();

    at.forget();
    at.write(declared('comment = "enabled"\nanalyzers = { secrets = { enabled = true, blocking = true } }'));
    expect(await at.apply()).toContain('~ comment = "silent" -> "enabled"');
    expect(at.writes()).toEqual([`PATCH /configurations/${id}`]);
    expect(at.live("strict").settings).toEqual({ comment: "enabled", ...others });

    await at.meddle(id, { analyzers: { ...others.analyzers, ...secrets({ blocking: false, silent: true }) } });
    expect(await at.apply()).toMatch(/~ "?secrets"? = \{ ~ blocking = false -> true/);
    expect(at.live("strict").settings).toEqual({ comment: "enabled", ...others });
    await at.nothingToDo();
  });

  test("another name is the same configuration, and so is another address", async () => {
    const at = await workspace();
    at.write(declared('comment = "silent"'));
    await at.apply();
    const { id } = at.live("strict");
    at.forget();
    at.write(declared('comment = "silent"', "hardened"));
    expect(await at.apply()).toContain("0 added, 1 changed, 0 destroyed");
    expect(at.live("hardened").id).toBe(id);
    expect(at.writes()).toHaveLength(1);

    at.write(`resource "scanform_configuration" "renamed" {
      name    = "hardened"
      comment = "silent"
    }
    moved {
      from = scanform_configuration.strict
      to   = scanform_configuration.renamed
    }`);
    at.forget();
    expect(await at.apply()).toContain("0 added, 0 changed, 0 destroyed");
    expect(at.writes()).toEqual([]);
    expect(at.state("scanform_configuration.renamed")).toMatchObject({ id });
    await at.nothingToDo();
  });
});

const secrets = (more: object) => ({ secrets: { enabled: true, ...more } });

const named = (label: string, name: string): string =>
  `resource "scanform_configuration" "${label}" {\n  name = "${name}"\n}\n`;
const create = (name: string) => ({ configuration: { name, configuration: {} } });

describeWithTerraform("two live configurations of one name", () => {
  test("are managed by two resources that import them by their ids", async () => {
    const at = await workspace();
    await at.elsewhere("POST", "/configurations", create("twin"));
    await at.elsewhere("POST", "/configurations", create("twin"));
    const twins = at.emulator.store.configurations(acmeAccountId).filter(({ name }) => name === "twin");
    const imports = twins.map(
      ({ id }, each) => `import {\n  to = scanform_configuration.t${String(each)}\n  id = "${id}"\n}\n`,
    );
    const both = named("t0", "twin") + named("t1", "twin");
    at.write(both + imports.join(""));
    expect(await at.apply()).toContain("2 imported, 0 added, 0 changed, 0 destroyed");
    at.write(both);
    await at.nothingToDo();
    at.write(both.replace("}", '  comment = "enabled"\n}'));
    await at.apply();
    expect(at.state("scanform_configuration.t0")).toMatchObject({ id: twins[0]?.id, comment: "enabled" });
    await at.nothingToDo();
  });
});
