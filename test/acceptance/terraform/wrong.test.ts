import { groupBy } from "../../../src/model/group-by";
import { describeWithTerraform } from "../../support/terraform";
import { type Workspace, workspace } from "./workspace";
import type { Wrong } from "./wrong-form";
import { imported, inTheAccount, inTheProvider } from "./wrong-in-account";
import { inTheFile } from "./wrong-in-file";

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly filename: string };
  readonly snippet?: { readonly code: string };
}

type Shown = readonly [says: unknown, line: unknown];

/** The errors of a command that must fail, as a machine reads them, by the file that they are shown in. */
async function errorsOf(at: Workspace, ...argv: readonly string[]): Promise<ReadonlyMap<string, readonly Shown[]>> {
  const { code, stdout, stderr } = await at.raw.run(...argv, "-json");
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).not.toMatch(/panic|\bat \w+ \(|Plugin did not respond|Provider produced/);
  const documents = argv[0] === "validate" ? [stdout] : stdout.trim().split("\n");
  const all = documents.flatMap((text): readonly Diagnostic[] => {
    const { diagnostics, diagnostic } = JSON.parse(text) as {
      readonly diagnostics?: readonly Diagnostic[];
      readonly diagnostic?: Diagnostic;
    };
    return diagnostics ?? (diagnostic === undefined ? [] : [diagnostic]);
  });
  const errors = groupBy(
    all.filter(({ severity }) => severity === "error"),
    ({ range }) => range?.filename ?? "",
  );
  const shown = ({ summary, detail, snippet }: Diagnostic): Shown => [`${summary} | ${detail}`, snippet?.code ?? ""];
  return new Map([...errors].map(([file, each]) => [file, each.map(shown)]));
}

const expected = ({ says, line = "# here" }: Wrong): readonly Shown[] => [
  [expect.stringContaining(says), line === "" ? "" : expect.stringContaining(line)],
];

/** Under names of its own, so that it does not matter what else is declared. */
const own = (text: string, at: number): string =>
  text.replaceAll('"it"', `"it${String(at)}"`).replaceAll(".it]", `.it${String(at)}]`);

/** Each in a file of its own, all in one command. */
async function expectErrors(wrong: readonly Wrong[], ...argv: readonly string[]): Promise<void> {
  const at = await workspace();
  const files = wrong.map((each, index) => ({ ...each, file: `${each.title.replaceAll(" ", "-")}.tf`, index }));
  for (const { file, hcl, index } of files) at.write(own(hcl, index), file);
  const errors = await errorsOf(at, ...argv);
  expect([...errors.keys()].sort()).toEqual(files.map(({ file }) => file).sort());
  for (const { file, says, index, ...each } of files)
    expect([file, errors.get(file)]).toEqual([file, expected({ ...each, says: own(says, index) })]);
}

describeWithTerraform("what is wrong is one error, at the line where it is", () => {
  test("in a file", () => expectErrors(inTheFile, "validate"));

  test("by the account", () => expectErrors(inTheAccount, "plan"));

  test.each(inTheProvider)("in the provider's configuration: $title", async (given) => {
    const { env = {}, provider = "", hcl } = given;
    const at = await workspace({ env, provider });
    at.write(hcl);
    expect([...(await errorsOf(at, "plan")).values()]).toEqual([expected(given)]);
  });

  test.each(imported)("in an import: $title", async (given) => {
    const at = await workspace();
    at.write(given.hcl);
    expect([...(await errorsOf(at, "plan")).values()]).toEqual([expected(given)]);
  });
});
