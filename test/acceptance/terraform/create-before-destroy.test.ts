import type { TerraformStack } from "cdktf";
import { Configuration, Deepscan, FindingTriage, RepositoryAssignments } from "../../../src/constructs";
import { acmeAccountId } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed } from "../../terraform/acme";
import { declare, untriaged } from "./declare";
import { type Workspace, workspace } from "./workspace";

/** Rules by which one repository has a configuration. */
const route = (stack: TerraformStack, configuration: Configuration): RepositoryAssignments =>
  new RepositoryAssignments(stack, "routing", { rules: [{ repositoryNames: ["docs-site"], configuration }] });

const holder = ({ emulator }: Workspace): string | null | undefined =>
  emulator.store.repositories(acmeAccountId).find(({ name }) => name === "docs-site")?.configuration_id;

const triageOf = async ({ elsewhere }: Workspace, finding: string): Promise<string> =>
  JSON.stringify(await elsewhere("GET", `/findings/${finding}/triage`));

const refused = '"old" is not deleted while repositories have it';

describeWithTerraform("a configuration that is removed together with the rules that assign it", () => {
  const lifecycle = { createBeforeDestroy: false };

  test("is deleted after its repositories have moved to a new one, in one apply", async () => {
    const at = await workspace();
    declare(at, (stack) => route(stack, new Configuration(stack, "old", { name: "old" })));
    await at.apply();
    const { id } = at.live("old");
    at.forget();
    declare(at, (stack) => route(stack, new Configuration(stack, "new", { name: "new" })));
    await at.apply();
    expect(at.writes()).toEqual([
      "POST /configurations",
      "POST /configurations/assign_repositories",
      `DELETE /configurations/${id}`,
    ]);
    expect(holder(at)).toBe(at.live("new").id);
    await at.nothingToDo();
  });

  test("is refused where the constructs do not create before they destroy", async () => {
    const at = await workspace();
    declare(at, (stack) => route(stack, new Configuration(stack, "old", { name: "old", lifecycle })));
    await at.apply();
    const { id } = at.live("old");
    const next = (stack: TerraformStack) => route(stack, new Configuration(stack, "new", { name: "new", lifecycle }));
    declare(at, next);
    expect(await at.exits(1, "apply", "-auto-approve")).toContain(refused);
    expect(holder(at)).toBe(id);
    await at.exits(0, "plan", "-refresh-only", "-detailed-exitcode");
  });

  test("needs an apply of the lifecycle first where the state is of before", async () => {
    const at = await workspace();
    declare(at, (stack) => route(stack, new Configuration(stack, "old", { name: "old", lifecycle })));
    await at.apply();
    const { id } = at.live("old");
    declare(at, (stack) => route(stack, new Configuration(stack, "old", { name: "old" })));
    await at.nothingToDo();
    await at.apply();
    declare(at, (stack) => route(stack, new Configuration(stack, "new", { name: "new" })));
    at.forget();
    await at.apply();
    expect(at.writes()).toContain(`DELETE /configurations/${id}`);
    await at.nothingToDo();
  });
});

describeWithTerraform("what a configuration depends on is created before it is destroyed, too:", () => {
  const all = ["routing", "decided", "scan", "first", "last"];

  test("replacing, renaming and destroying any of it changes nothing else", async () => {
    const at = await workspace();
    const finding = await untriaged(at);
    const named = (suffix: string) => (stack: TerraformStack) => {
      const first = new Configuration(stack, "first", { name: `first${suffix}`, forceDestroy: true });
      const routing = route(stack, first);
      const repositoryId = repositoryNamed("checkout");
      const scan = new Deepscan(stack, "scan", { repositoryId });
      const decided = new FindingTriage(stack, "decided", {
        findingId: finding,
        category: "in_progress",
        justification: "Somebody works on it.",
      });
      const dependsOn = [routing, scan, decided].map(({ node }) => node.defaultChild as never);
      new Configuration(stack, "last", { name: `last${suffix}`, dependsOn });
    };
    declare(at, named(""));
    await at.apply();
    const [first, last] = [at.live("first").id, at.live("last").id];
    const addresses = (await at.raw.run("state", "list")).stdout.trim().split("\n");
    expect(addresses.map((each) => each.replace(/.*\./, "")).sort()).toEqual([...all].sort());
    for (const address of addresses) {
      at.forget();
      await at.apply(`-replace=${address}`);
      expect([address, at.writes().filter((each) => each.startsWith("DELETE"))]).toEqual([address, []]);
      expect([address, await triageOf(at, finding)]).toEqual([address, expect.stringContaining("in_progress")]);
      await at.nothingToDo();
    }
    await at.apply(...addresses.map((each) => `-replace=${each}`));
    await at.nothingToDo();
    expect([at.live("first").id, at.live("last").id, holder(at)]).toEqual([first, last, first]);
    declare(at, named("-2"));
    await at.apply();
    await at.nothingToDo();
    expect([at.live("first-2").id, at.live("last-2").id, holder(at)]).toEqual([first, last, first]);
    await at.terraform("destroy", "-auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
  });
});
