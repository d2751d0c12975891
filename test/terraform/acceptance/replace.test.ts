import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import type { ServerResponse } from "node:http";
import { forward, proxy } from "../../support/proxy";
import { acmeAccountId } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, versions, workspace } from "./workspace";

const strict = "scanform_configuration.strict";
const declared = (inside = ""): string => `resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "silent"
  ${inside}
}
`;
const createFirst = "lifecycle {\n    create_before_destroy = true\n  }";

/** A collection whose keys are known only after apply when the suffix changes. */
const unknownKeys = (suffix: string): string => `resource "terraform_data" "suffix" {
  input = "${suffix}"
}
resource "scanform_configurations" "all" {
  configurations = { for key in ["a"] : "\${key}\${terraform_data.suffix.output}" => { name = "baseline" } }
}
removed {
  from = ${strict}
  lifecycle {
    destroy = false
  }
}
`;

describeWithTerraform("a configuration that is to be replaced", () => {
  const assign = (configuration_id: string) => ({ configuration_id, repository_ids: [repositoryNamed("checkout")] });

  test.each(["", createFirst])(
    "stays the one that it is, with all that it has and who has it: %s",
    async (lifecycle) => {
      const at = await workspace();
      at.write(declared(lifecycle).replace('= "strict"', '= "baseline"'));
      await at.apply();
      const before = at.live("baseline");
      await at.elsewhere("POST", "/configurations/assign_repositories", assign(before.id));
      at.forget();
      await at.terraform("taint", strict);
      expect(await at.somethingToDo()).toContain("where that is this one, which is replaced, it stays as it is");
      expect(await at.apply()).toContain("1 added, 0 changed, 1 destroyed");
      expect(await at.apply(`-replace=${strict}`)).toContain("1 added, 0 changed, 1 destroyed");
      expect({ ...at.live("baseline"), writes: at.writes() }).toEqual({ ...before, writes: [] });
      expect(at.state(strict)).toMatchObject({ id: before.id, comment: "silent" });
      await at.nothingToDo();
    },
  );

  test.each(["", createFirst])("stays also where rules refer to it, or name it by its id: %s", async (lifecycle) => {
    const at = await workspace();
    const routing = (label: string, configuration: string, repository: string) => `
resource "scanform_repository_assignments" "${label}" {
  rules = [{ configuration_id = ${configuration}, repository_names = ["${repository}"] }]
}
`;
    at.write(declared(lifecycle));
    await at.apply();
    const before = at.live("strict");
    const all =
      declared(lifecycle) + routing("a", `${strict}.id`, "checkout") + routing("b", `"${before.id}"`, "docs-site");
    at.write(all);
    await at.apply();
    at.forget();
    await at.apply(`-replace=${strict}`);
    at.write(all.replace("checkout", "payments-api"));
    expect(await at.apply(`-replace=${strict}`)).not.toContain("is destroyed, and");
    await at.nothingToDo();
    expect(at.live("strict")).toEqual(before);
    expect(at.writes()).toEqual(["POST /configurations/assign_repositories"]);
    await at.terraform("destroy", "-auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
  });

  test("is not deleted under its repositories by what terraform does not show", async () => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    const before = at.live("strict");
    await at.elsewhere("POST", "/configurations/assign_repositories", assign(before.id));
    at.forget();
    await at.terraform("taint", strict);
    at.write(declared().replace('= "strict"', '= "stricter"'));
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said).toMatch(/Replaced by another while repositories have it.* 1 repository has it: "checkout"/);
    at.write(unknownKeys("now"));
    await at.apply();
    const holders = () =>
      at.emulator.store.repositories(acmeAccountId).filter((each) => each.configuration_id === at.live("baseline").id);
    const [names, had] = [at.names(), holders().length];
    at.write(unknownKeys("later"));
    const refused = await at.exits(1, "apply", "-auto-approve", "-replace=scanform_configurations.all");
    expect(refused).toContain("Replaced by another while repositories have it");
    expect({ names: at.names(), had: holders().length }).toEqual({ names, had });
    expect(at.writes()).toEqual([]);
  });

  test("stays in the state in a dry run", async () => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    at.write(versions("dry_run = true"), "versions.tf");
    const before = at.state(strict);
    expect(await at.exits(1, "apply", "-auto-approve", `-replace=${strict}`)).toContain("dry_run is set");
    expect(at.state(strict)).toEqual(before);
  });

  test("gets what its declaration changes at the same time, by a plan that was saved", async () => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    const { id } = at.live("strict");
    at.write(declared().replace("silent", "enabled"));
    await at.terraform("plan", `-replace=${strict}`, "-out=saved");
    at.forget();
    await at.terraform("apply", "saved");
    expect(at.live("strict")).toEqual({ id, settings: { comment: "enabled" } });
    expect(at.writes()).toEqual([`PATCH /configurations/${id}`]);
    await at.nothingToDo();
  });

  test("is not replaced and renamed at once where repositories have it", async () => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    const before = at.live("strict");
    at.write(declared().replace('= "strict"', '= "stricter"'));
    expect(await at.apply(`-replace=${strict}`)).toContain("1 added, 0 changed, 1 destroyed");
    expect(at.names()).toEqual(["baseline", "default", "stricter"]);
    const { id } = at.live("stricter");
    expect(id).not.toBe(before.id);
    await at.elsewhere("POST", "/configurations/assign_repositories", assign(id));
    at.write(declared());
    at.forget();
    const said = await at.exits(1, "apply", "-auto-approve", `-replace=${strict}`);
    expect(said).toMatch(
      /Replaced by another while repositories have it.*"stricter" would be deleted for another one.* 1 repository has it: "checkout"/,
    );
    expect(at.writes()).toEqual([]);
  });

  test("in a collection stays likewise, and only the others are deleted", async () => {
    const at = await workspace();
    const teams = (first: string) => `resource "scanform_configurations" "teams" {
  configurations = { a = { name = "${first}", comment = "silent" }, b = { name = "default", comment = "enabled" } }
}
`;
    const replacing = "-replace=scanform_configurations.teams";
    at.write(teams("lone"));
    await at.apply();
    const before = at.live("default");
    at.forget();
    await at.apply(replacing);
    expect(at.writes()).toEqual([]);
    const { id } = at.live("lone");
    at.write(teams("other"));
    await at.apply(replacing);
    expect(at.writes().toSorted()).toEqual([`DELETE /configurations/${id}`, "POST /configurations"]);
    expect(at.live("default")).toEqual(before);
    await at.nothingToDo();
  });
});

describeWithTerraform("a configuration that one resource destroys and another would take over", () => {
  const collected = `resource "scanform_configurations" "all" {
  configurations = { s = { name = "strict", comment = "silent" } }
}
`;

  test.each([
    ["another address", () => declared().replace('"strict"', '"other"')],
    ["an element of a collection", () => collected],
    [
      "an element of a collection that imports it",
      (id: string) => `${collected}import {\n  to = scanform_configurations.all\n  id = "s=${id}"\n}\n`,
    ],
  ])("is an error of the plan, as %s: it would be lost", async (_, other) => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    const before = at.live("strict");
    at.write(other(before.id));
    const said = await at.exits(1, "apply", "-auto-approve", "-parallelism=1");
    expect(said).toContain("Error: Destroyed and taken over at once");
    expect(said).toContain("add a moved block");
    expect(said).toContain("terraform state rm ADDRESS");
    expect(at.live("strict")).toEqual(before);
  });
});

describeWithTerraform("an apply that is interrupted", () => {
  test("finishes what it has begun, begins nothing more, and is resumed by the next", async () => {
    const at = await workspace();
    const [begun, interrupted] = [signal(), signal()];
    const { url } = await proxy(at.emulator.url, ({ method, pass }, answer) =>
      method === "POST" ? slowly(pass, answer) : undefined,
    );
    const slowly = async (pass: () => Promise<Response>, answer: ServerResponse): Promise<void> => {
      begun.give();
      await interrupted.given;
      await forward(await pass(), answer);
    };
    at.write(versions(`base_url = "${url}"`), "versions.tf");
    at.write(`${named("a")}${named("b", "scanform_configuration.a")}`);
    const { child, done } = at.start("apply", "-auto-approve");
    await begun.given;
    child.kill("SIGINT");
    await said(child, "Interrupt received");
    interrupted.give();
    const { code, stdout, stderr } = await done;
    expect(stdout + stderr).not.toMatch(/did not respond|panic|inconsistent/);
    expect({ code, names: at.names() }).toEqual({ code: 1, names: ["a", "baseline", "default"] });
    expect(at.state("scanform_configuration.a")).toMatchObject({ id: at.live("a").id });
    expect(await at.apply()).toContain("1 added, 0 changed, 0 destroyed");
    expect(at.names()).toEqual(["a", "b", "baseline", "default"]);
    await at.nothingToDo();
  });
});

const named = (name: string, after?: string): string => `resource "scanform_configuration" "${name}" {
  name       = "${name}"
  depends_on = [${after ?? ""}]
}
`;

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return {
    given,
    give: () => {
      give();
    },
  };
}

/** Waits until terraform says this. */
async function said({ stdout }: ChildProcess, words: string): Promise<void> {
  if (stdout === null) throw new Error("nobody listens to what it says");
  for await (const [text] of on(stdout, "data", { close: ["end"] })) if (String(text).includes(words)) return;
  throw new Error(`it ended without saying ${words}`);
}
