import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, type Workspace, reattachedWorkspace as workspace } from "./workspace";

const checkout = repositoryNamed("checkout");

/** The findings of the account, as somebody else sees them. */
async function findings({
  elsewhere,
}: Workspace): Promise<readonly { readonly id: string; readonly triage: unknown }[]> {
  const { data } = (await elsewhere("GET", "/all_findings?days=365")) as {
    readonly data: readonly { readonly id: string; readonly triage: unknown }[];
  };
  return data;
}

describeWithTerraform("a triage", () => {
  test("holds until it expires, and is then removed", async () => {
    const at = await workspace();
    const { id = "" } = (await findings(at)).find(({ triage }) => triage === null) ?? {};
    const triage = async () => (await findings(at)).find((each) => each.id === id)?.triage;
    const declared = (expires: string): string => `resource "scanform_finding_triage" "decided" {
      finding_id    = "${id}"
      category      = "accepted_risk"
      justification = "The service is reached from inside only."
      expires       = "${expires}"
    }
    `;
    at.write(declared("2999-12-31"));
    await at.apply();
    expect(at.state("scanform_finding_triage.decided")).toMatchObject({ active: true });
    expect(await triage()).toMatchObject({ category: "accepted_risk" });
    await at.nothingToDo();

    at.forget();
    at.write(declared("2020-12-31"));
    expect(await at.apply()).toContain("Warning: The triage has expired");
    expect(at.writes()).toEqual([`DELETE /findings/${id}/triage`]);
    expect(await triage()).toBeNull();
    await at.nothingToDo();
    await at.terraform("destroy", "-auto-approve");
    expect(at.writes()).toHaveLength(1);
  });
});

describeWithTerraform("a deepscan", () => {
  test("is asked for once, and again when its triggers change", async () => {
    const at = await workspace();
    const declared = (release: string): string => `resource "scanform_deepscan" "release" {
      repository_id = "${checkout}"
      triggers      = { release = "${release}" }
    }
    `;
    at.write(declared("1.0"));
    await at.apply();
    const { id: first } = at.state("scanform_deepscan.release") ?? {};
    await at.nothingToDo();
    at.write(declared("1.1"));
    expect(await at.apply()).toContain("# forces replacement");
    const { id: second } = at.state("scanform_deepscan.release") ?? {};
    expect(second).not.toBe(first);
    expect(at.writes()).toEqual(Array<string>(2).fill(`POST /repositories/${checkout}/deepscans`));
    await at.nothingToDo();
    expect(await at.terraform("destroy", "-auto-approve")).toContain("Warning: Nothing is undone");
    expect(at.writes()).toHaveLength(2);
  });
});
