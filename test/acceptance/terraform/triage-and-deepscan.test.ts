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

describeWithTerraform("one finding for two triages", () => {
  /** A finding that nobody has triaged, and a triage of it as code. */
  async function open() {
    const at = await workspace();
    const { id = "" } = (await findings(at)).find(({ triage }) => triage === null) ?? {};
    const triage = async () => (await findings(at)).find((each) => each.id === id)?.triage;
    const declared = (label: string, more = ""): string => `resource "scanform_finding_triage" "${label}" {
      finding_id    = "${id}"
      category      = "wont_fix"
      justification = "Only in tests."
      ${more}
    }
    `;
    return { at, triage, declared };
  }

  test("is an error of the plan; where one of them goes, the triage stays", async () => {
    const { at, triage, declared } = await open();
    at.write(declared("a", "count = 2"));
    expect(await at.exits(1, "plan")).toContain("Error: Two triages of one finding");
    at.write(declared("a"));
    await at.apply();
    at.write(declared("b"));
    await at.apply();
    expect(await triage()).not.toBeNull();
    await at.nothingToDo();
    at.write(declared("c"));
    await at.apply("-parallelism=1");
    expect(await triage()).not.toBeNull();
    await at.nothingToDo();
    at.write(`${declared("d")}
      moved {
        from = scanform_finding_triage.c
        to   = scanform_finding_triage.d
      }`);
    await at.apply();
    await at.nothingToDo();
    await at.terraform("destroy", "-auto-approve");
    expect(await triage()).toBeNull();
  });

  test("is none for one that is replaced, which is there afterwards, whichever comes first", async () => {
    const { at, triage, declared } = await open();
    for (const more of ["", "lifecycle { create_before_destroy = true }"]) {
      at.write(declared("a", more));
      await at.apply();
      await at.terraform("apply", "-auto-approve", "-replace=scanform_finding_triage.a");
      expect(await triage()).toMatchObject({ category: "wont_fix" });
      await at.terraform("taint", "scanform_finding_triage.a");
      await at.apply();
      expect(await triage()).toMatchObject({ category: "wont_fix" });
      await at.nothingToDo();
    }
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
