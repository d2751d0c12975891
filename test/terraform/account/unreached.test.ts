import { acmeAccountId, acmeKey, globexAccountId } from "../../../src/emulator/index";
import { openSession, type Session } from "../../../src/terraform/account/session";
import { dataSources, ephemeralResources } from "../../../src/terraform/scanform-provider";
import { configuration } from "../../../src/terraform/resources/configuration";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { diagnosticsOfError } from "../../../src/terraform/common-diagnostics";
import { configurationNamed, repositoryNamed } from "../acme";
import { apply, byItself } from "../life";
import { blank, configured, reading } from "../session";

const { scanform_sbom: sbom } = ephemeralResources;
const triage = { finding_id: "f", category: "wont_fix", justification: "x", expires: null, active: true };
const repository_id = repositoryNamed("docs-site");

/** Whatever is asked first of an account, in which nothing is found. */
const asked: Readonly<Record<string, (session: Session) => Promise<{ readonly diagnostics: readonly Diagnostic[] }>>> =
  {
    "a configuration": (session) =>
      configuration.read(
        session,
        blank(configuration.schema, { id: configurationNamed("baseline"), name: "baseline" }),
      ),
    "a triage": (session) => findingTriage.read(session, triage),
    "a new triage": (session) => apply(session, findingTriage, null, triage),
    "a triage that goes": async (session) => ({ diagnostics: await findingTriage.destroy(session, triage, byItself) }),
    "a deepscan": (session) => deepscan.read(session, blank(deepscan.schema, { repository_id, id: "d" })),
    "a new deepscan": (session) => apply(session, deepscan, null, { repository_id }),
    "the repositories": (session) => reading(session, dataSources.scanform_repositories),
    "the insights": (session) => reading(session, dataSources.scanform_insights),
    "the link to an SBOM": async (session) => {
      await sbom.open(session, blank(sbom.schema, { repository_id }));
      return { diagnostics: [] };
    },
    "the triage of a finding": (session) => reading(session, dataSources.scanform_finding_triage, { finding_id: "f" }),
  };

test.each([
  ...Object.keys(asked).map((what) => [what, "of another key", globexAccountId] as const),
  ["the repositories", "that does not exist", "dddddddd-0000-4000-8000-000000000004"] as const,
])("a request for %s to an account %s is an error that says how to set the right one", async (what, _, accountId) => {
  const { emulator } = await configured();
  const stop = new AbortController().signal;
  const session = await openSession({ baseUrl: emulator.url, apiKey: acmeKey, accountId, stop });
  try {
    const { diagnostics = [] } =
      (await asked[what]?.(session).catch((thrown: unknown) => ({ diagnostics: diagnosticsOfError(thrown) }))) ?? {};
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "The key does not reach this account" }]);
    for (const words of [accountId, acmeAccountId, "SCANFORM_ACCOUNT_ID"])
      expect(diagnostics[0]?.detail).toContain(words);
    expect(emulator.requests.filter(({ path }) => path === "/v1/accounts")).toHaveLength(1);
  } finally {
    await session.close();
  }
});

test("the accounts are not read while no request is refused", async () => {
  const { session, sent } = await configured();
  await session.lists.read("configurations", "ended");
  await reading(session, dataSources.scanform_insights);
  expect(sent().filter((each) => each.includes("accounts"))).toEqual([]);
});
