import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import type { ServerResponse } from "node:http";
import { forward, proxy } from "../../support/proxy";
import { describeWithTerraform } from "../../support/terraform";
import { reattachedWorkspace as workspace, repositoryNamed, workspace as workspaceOfManyProcesses } from "./workspace";

const strict = "scanform_configuration.strict";
const declared = (inside = ""): string => `resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "silent"
  ${inside}
}
`;
const createFirst = "lifecycle {\n    create_before_destroy = true\n  }";

describeWithTerraform("a configuration that is to be replaced", () => {
  // What becomes of it in which order is tested without terraform: configuration/replaced.test.ts.

  test("stays the one that it is, with all that it has and who has it, when it is tainted", async () => {
    const at = await workspace();
    at.write(declared().replace('= "strict"', '= "baseline"'));
    await at.apply();
    const before = at.live("baseline");
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: before.id,
      repository_ids: [repositoryNamed("checkout")],
    });
    at.forget();
    await at.terraform("taint", strict);
    const said = await at.apply();
    expect(said).toContain("where that is this one, which is replaced, it stays as it is");
    expect(said).toContain("1 added, 0 changed, 1 destroyed");
    expect({ ...at.live("baseline"), writes: at.writes() }).toEqual({ ...before, writes: [] });
    expect(at.state(strict)).toMatchObject({ id: before.id, comment: "silent" });
    await at.nothingToDo();
  });

  test("stays where rules refer to it, or name it by its id, and its successor is created first", async () => {
    const at = await workspace();
    const routing = (label: string, configuration: string, repository: string) => `
resource "scanform_repository_assignments" "${label}" {
  rules = [{ configuration_id = ${configuration}, repository_names = ["${repository}"] }]
}
`;
    at.write(declared(createFirst));
    await at.apply();
    const before = at.live("strict");
    const rules = routing("a", `${strict}.id`, "checkout") + routing("b", `"${before.id}"`, "docs-site");
    at.write(declared(createFirst) + rules);
    at.forget();
    const said = await at.apply(`-replace=${strict}`);
    expect(said).toContain("3 added, 0 changed, 1 destroyed");
    expect(said).not.toContain("is destroyed, and");
    expect(at.live("strict")).toEqual(before);
    expect(new Set(at.writes())).toEqual(new Set(["POST /configurations/assign_repositories"]));
    expect(await at.exits(1, "plan", "-destroy")).toContain('"strict" is not deleted while repositories have it');
  });
});

describeWithTerraform("a configuration that one resource destroys and another would take over", () => {
  test("is an error of the plan also where a collection imports it: it would be lost", async () => {
    const at = await workspace();
    at.write(declared());
    await at.apply();
    const before = at.live("strict");
    at.write(`resource "scanform_configurations" "all" {
  configurations = { s = { name = "strict", comment = "silent" } }
}
import {
  to = scanform_configurations.all
  id = "s=${before.id}"
}
`);
    const said = await at.exits(1, "apply", "-auto-approve", "-parallelism=1");
    expect(said).toContain("Error: Destroyed and taken over at once");
    expect(said).toContain("add a moved block");
    expect(said).toContain("terraform state rm ADDRESS");
    expect(at.live("strict")).toEqual(before);
  });
});

describeWithTerraform("an apply that is interrupted", () => {
  test("finishes what it has begun, begins nothing more, and is resumed by the next", async () => {
    const at = await workspaceOfManyProcesses();
    const [begun, interrupted] = [signal(), signal()];
    const { url } = await proxy(at.emulator.url, ({ method, pass }, answer) =>
      method === "POST" ? slowly(pass, answer) : undefined,
    );
    const slowly = async (pass: () => Promise<Response>, answer: ServerResponse): Promise<void> => {
      begun.give();
      await interrupted.given;
      await forward(await pass(), answer);
    };
    at.reachThrough(url);
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
