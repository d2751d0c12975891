import type { Profile } from "../../../src/emulator";
import { stableId } from "../../../src/emulator/support/deterministic";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, reattachedWorkspace as workspace } from "./workspace";

const policies = ["No plaintext secrets", "Personal data is not logged"].map((title) =>
  stableId(`acme policy ${title}`),
);
const strict = "scanform_configuration.strict";

const declared = (inside: string, name = "strict"): string => `resource "scanform_configuration" "strict" {
  name = "${name}"
  ${inside}
}
`;

/** Everything that can be declared, with lists of which the order is of no account. */
const everything = ({ comment = "enabled", backwards = false } = {}): string => {
  const list = (items: readonly string[]) => (backwards ? items.toReversed() : items).join(", ");
  return declared(`
  comment                = "${comment}"
  show_scan_confirmation = false
  risk_threshold         = 3
  analyzers = {
    ${list(['secrets = { enabled = true, blocking = true, risk_level = "high" }', "xss = { silent = true, includes = [] }"])}
    "sql-injection" = { enabled = true, excludes = [${list(['"test/**"', '"docs/**"', '"*.md"'])}] }
  }
  code_policies = { ${list(policies.map((id) => `"${id}" = { enabled = true, blocking = true }`))} }
  notifications = { enabled = true, integration_names = [${list(['"appsec-chat"', '"security-events"'])}] }
`);
};

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

  test("what is not declared any more stays, which is said, and nothing is written", async () => {
    const at = await workspace();
    at.write(
      declared('comment = "silent"\nrisk_threshold = 3\nanalyzers = { secrets = { enabled = true, blocking = true } }'),
    );
    await at.apply();
    const before = at.live("strict");
    at.forget();
    at.write(declared('comment = "silent"\nanalyzers = { secrets = { enabled = true } }'));
    const said = await at.apply();
    expect(said).toContain("Warning: No longer managed");
    expect(said).toContain('risk_threshold, analyzers["secrets"].blocking: not declared any more');
    expect(at.writes()).toEqual([]);
    expect(at.live("strict")).toEqual(before);
    await at.meddle(before.id, { risk_threshold: 9 });
    await at.nothingToDo();
  });

  test("with exclusive_analyzers there are no others, now and later", async () => {
    const at = await workspace();
    at.write(declared("exclusive_analyzers = true\nanalyzers = { secrets = { enabled = true } }"));
    await at.apply();
    const { id } = at.live("strict");
    await at.meddle(id, { analyzers: { ...secrets({}), xss: { enabled: true } } });
    expect(await at.apply()).toMatch(/- "?xss"? = \{ - enabled = true -> null/);
    expect(at.live("strict").settings).toEqual({ analyzers: secrets({}) });
    await at.nothingToDo();
    at.write(declared("exclusive_analyzers = true"));
    await at.apply();
    expect(at.live("strict").settings["analyzers"] ?? {}).toEqual({});
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

  test("a saved plan is applied later, and -refresh-only takes in what somebody else did", async () => {
    const at = await workspace();
    at.write(declared('comment = "silent"'));
    await at.terraform("plan", "-out", "saved");
    await at.terraform("apply", "saved");
    const { id } = at.live("strict");
    expect(at.writes()).toEqual(["POST /configurations"]);

    await at.meddle(id, { comment: "disabled" });
    at.forget();
    expect(await at.apply("-refresh-only")).toContain('~ comment = "silent" -> "disabled"');
    expect(at.state(strict)).toMatchObject({ comment: "disabled" });
    expect(at.writes()).toEqual([]);
    await at.apply();
    expect(at.live("strict").settings).toMatchObject({ comment: "silent" });
  });

  test("what somebody else deleted is planned anew; a destroy says who still has it", async () => {
    const at = await workspace();
    at.write(declared('comment = "silent"'));
    await at.apply();
    const { id: first } = at.live("strict");
    await at.elsewhere("DELETE", `/configurations/${first}`);
    expect(await at.apply()).toContain("Plan: 1 to add, 0 to change, 0 to destroy");
    const { id } = at.live("strict");
    expect(id).not.toBe(first);
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: id,
      repository_ids: [stableId("acme repository checkout")],
    });
    expect(await at.exits(1, "destroy", "-auto-approve")).toContain("is not deleted while repositories have it");
    at.write(declared('comment = "silent"\n  force_destroy = true'));
    await at.apply();
    at.forget();
    const said = await at.terraform("destroy", "-auto-approve");
    expect(said).toContain('Warning: "strict" is destroyed, which weakens 1 repository');
    expect(said).toContain('"strict" is destroyed, and 1 repository has it: "checkout".');
    expect(said).toContain("weaker: the repository has no configuration any more");
    expect(at.writes()).toEqual([`DELETE /configurations/${id}`]);
    expect(at.names()).toEqual(["baseline", "default"]);
  });
});

const secrets = (more: object) => ({ secrets: { enabled: true, ...more } });

describeWithTerraform("whatever the service makes of a configuration", () => {
  test.each<Partial<Profile>>([
    { defaults: "always", unset: "null", read_lag_ms: 40, put_omitted: "kept" },
    { defaults: "at_create", unset: "absent", order: "shuffled", write_answer: "before" },
  ])("there is no difference, one leaf is one write, and the order of a list is of no account: %j", async (profile) => {
    const at = await workspace({ profile });
    at.write(everything());
    await at.apply();
    at.write(everything({ backwards: true }));
    await at.nothingToDo();
    at.forget();
    at.write(everything({ comment: "silent" }));
    await at.apply();
    expect(at.writes()).toEqual([`PATCH /configurations/${at.live("strict").id}`]);
    await at.nothingToDo();
  });
});

describeWithTerraform("a configuration of a name that the account has", () => {
  const baseline = configurationNamed("baseline");

  test("is taken over, which the plan says: there is never a second one", async () => {
    const at = await workspace();
    at.write(declared('comment = "enabled"', "baseline"));
    const before = at.live("baseline").settings;
    expect(await at.apply()).toMatch(
      new RegExp(
        `Warning: An existing configuration is taken over.* The account has it already, with the id ${baseline}`,
      ),
    );
    expect(at.writes()).toEqual([`PATCH /configurations/${baseline}`]);
    expect(at.live("baseline").settings).toEqual({ ...before, comment: "enabled" });
    expect(at.state(strict)).toMatchObject({ id: baseline });
    await at.nothingToDo();
  });

  test("is taken over too when it was made after the plan, which is said then", async () => {
    const at = await workspace();
    at.write(declared('comment = "enabled"'));
    await at.terraform("plan", "-out", "saved");
    await at.elsewhere("POST", "/configurations", {
      configuration: { name: "strict", configuration: { risk_threshold: 3 } },
    });
    const { id } = at.live("strict");
    at.forget();
    expect(await at.terraform("apply", "saved")).toContain("Warning: An existing configuration is taken over");
    expect(at.writes()).toEqual([`PATCH /configurations/${id}`]);
    expect(at.live("strict")).toEqual({ id, settings: { comment: "enabled", risk_threshold: 3 } });
  });

  test("is not taken over by a saved plan when it has got another name since", async () => {
    const at = await workspace();
    at.write(declared('comment = "enabled"', "baseline"));
    const planned = await at.terraform("plan", "-out", "saved");
    expect(planned).toContain(`+ id = "${baseline}"`);
    expect(planned).toContain("calls it inconsistent, and nothing is written: plan again.");
    await at.elsewhere("PATCH", `/configurations/${baseline}`, {
      configuration: { name: "renamed", configuration: {} },
    });
    at.forget();
    const { code, stderr } = await at.raw.run("apply", "saved");
    expect({ code, writes: at.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toContain("inconsistent final plan");
  });

  test("is taken over under its former name, and renamed", async () => {
    const at = await workspace();
    at.write(declared('renamed_from = ["baseline"]', "hardened"));
    expect(await at.apply()).toContain('It is renamed from "baseline"');
    expect(at.live("hardened").id).toBe(baseline);
    await at.nothingToDo();
  });
});
