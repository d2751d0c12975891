import type { Profile } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, reattachedWorkspace as workspace } from "./workspace";

const policies = ["No plaintext secrets", "Personal data is not logged"].map(
  (title) => `one([for each in data.scanform_custom_policies.all.policies : each.id if each.title == "${title}"])`,
);

/** Three are created, and given repositories that others have, or none. */
const first = `
data "scanform_custom_policies" "all" {}

resource "scanform_configuration" "strict" {
  name           = "strict"
  comment        = "enabled"
  risk_threshold = 3
  analyzers = {
    secrets = { enabled = true, blocking = true, excludes = ["test/**", "docs/**"] }
    xss     = { enabled = true }
  }
  code_policies = {
    ${policies.map((id) => `(${id}) = { enabled = true }`).join("\n    ")}
  }
  notifications = { enabled = true, integration_names = ["appsec-chat"] }
}

resource "scanform_configuration" "plain" {
  for_each  = toset(["plain", "other"])
  name      = each.key
  comment   = "silent"
  analyzers = { secrets = { enabled = true } }
}

resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["docs-site"], leave = true },
    { repository_pattern = "payments-%", configuration_id = scanform_configuration.strict.id },
    { repository_names = ["design-system"], configuration_id = scanform_configuration.plain["other"].id },
  ]
}
`;

/**
 * Fewer patterns, no policy, nobody told, an analyzer that goes away and with it all that nobody declared; two
 * that change alike; a repository that moves on, and others that are let go.
 */
const second = first
  .replace('["test/**", "docs/**"]', '["docs/**"]')
  .replace(/code_policies = \{[^]*?\n {2}\}/, "code_policies = {}")
  .replace('["appsec-chat"]', "[]")
  .replace('"silent"', '"disabled"')
  .replace('"payments-%"', '"payments-l%"')
  .replace('plain["other"]', 'plain["plain"]')
  .replace(/^ +xss .*\n/m, "")
  .replace("risk_threshold = 3", "exclusive_analyzers = true");

/** What decides how a write is taken, and with it what else may look different. */
const readings: readonly Partial<Profile>[] = [
  {},
  { patch_merge: "deep", bulk_merge: "deep", deep_lists: "merged", order: "shuffled", unset: "null" },
  { put_omitted: "merged", update_repositories: "whole_set", write_answer: "before", error_item: "by_id" },
  { put_omitted: "kept", defaults: "at_create", unset: "absent", delete_status: 200, bulk_unknown: "refused" },
  { read_lag_ms: 200, write_answer: "before", names: "unique", assign_unknown: "reported" },
];

describeWithTerraform("under every reading of the specification", () => {
  test.each(readings)("what is declared is there, step by step, and then nothing is to do: %j", async (profile) => {
    const at = await workspace({ profile });
    for (const step of [first, second]) {
      at.write(step);
      await at.apply();
      await at.nothingToDo();
    }
    const { settings } = at.live("strict");
    expect(settings["analyzers"]).toEqual({ secrets: expect.objectContaining({ excludes: ["docs/**"] }) as unknown });
    expect(settings["code_policies"]).toEqual([]);
    expect(["plain", "other"].map((name) => at.live(name).settings["comment"])).toEqual(["disabled", "disabled"]);
    const has = new Map(
      at.emulator.snapshot().accounts[0]?.repositories?.map((each) => [each.id, each.configuration_id]),
    );
    expect(has.get(repositoryNamed("design-system"))).toBe(at.live("plain").id);
    expect(has.get(repositoryNamed("payments-api"))).toBe(at.live("strict").id);
    expect(has.get(repositoryNamed("docs-site"))).toBeNull();
  });

  test("filled in lists that come in pages are no change", async () => {
    const at = await workspace({
      profile: { defaults: "always", unset: "null", order: "shuffled", page_size: 10, page_query: "page_only" },
    });
    at.write(first);
    await at.apply();
    await at.nothingToDo();
  });
});

describeWithTerraform("where no request brings about what is declared", () => {
  test("an apply says so at the resource, others are done, and the plan shows what is left", async () => {
    const at = await workspace({
      profile: { patch_merge: "deep", bulk_merge: "deep", put_omitted: "merged", deep_lists: "merged" },
    });
    at.write(first);
    await at.apply();
    at.write(second);
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said).toContain("The service does not hold what was applied with scanform_configuration.strict");
    expect(said).toContain('analyzers["secrets"].excludes: expected ["docs/**"], found');
    expect(["plain", "other"].map((name) => at.live(name).settings["comment"])).toEqual(["disabled", "disabled"]);
    const left = await at.somethingToDo();
    expect(left).toContain("# scanform_configuration.strict will be updated in-place");
    expect(left).not.toMatch(/scanform_configuration.plain\S* will/);
  });

  test("analyzers that the service fills in again are a warning, and no diff", async () => {
    const at = await workspace({ profile: { defaults: "always" } });
    at.write(`resource "scanform_configuration" "only" {
  name                = "only"
  exclusive_analyzers = true
  analyzers           = { secrets = { enabled = true } }
}`);
    const said = await at.apply();
    expect(said).toContain("Warning: Analyzers cannot be removed with scanform_configuration.only");
    await at.nothingToDo();
    expect(at.names()).toEqual(["baseline", "default", "only"]);
  });
});
