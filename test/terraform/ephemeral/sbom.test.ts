import { acmeAccountId, acmeKey, builtinSeed, globexAccountId } from "../../../src/emulator/index";
import { ScanformError } from "../../../src/diagnostics/error";
import { openSession } from "../../../src/terraform/account/session";
import { ephemeralResources } from "../../../src/terraform/scanform-provider";
import { textIn } from "../../../src/terraform/value";
import { blank, configured, expectOfSchema } from "../session";

const { scanform_sbom: sbom } = ephemeralResources;
const [deepscan] = builtinSeed.accounts[0]?.deepscans ?? [];
const repository_id = deepscan?.repository_id ?? "";
const unknownId = "00000000-0000-4000-8000-000000000000";

test("gives the link to the file with the metadata", async () => {
  const { session } = await configured();
  const opened = await sbom.open(session, blank(sbom.schema, { repository_id }));
  expectOfSchema(sbom.schema, opened);
  expect(opened).toMatchObject({ repository_id, format: "CycloneDX" });
  expect(Date.parse(textIn(opened["download_url_expires_at"]))).toBeGreaterThan(0);
  expect((await fetch(textIn(opened["download_url"]))).status).toBe(200);
});

test.each([
  [{ repository_id: unknownId }, "repository_id"],
  [{ repository_id, deepscan_id: unknownId }, "deepscan_id"],
] as const)("what is missing is an error at its attribute: %j", async (given, attribute) => {
  const { session } = await configured();
  const thrown: unknown = await sbom.open(session, blank(sbom.schema, given)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ScanformError);
  expect((thrown as ScanformError).diagnostics).toMatchObject([{ attribute: [attribute] }]);
});

test("its link is marked as sensitive", () => {
  expect(sbom.schema.block.attributes["download_url"]?.sensitive).toBe(true);
});

test("an account that the key does not reach is named, with those that it reaches", async () => {
  const { emulator } = await configured();
  const stop = new AbortController().signal;
  const session = await openSession({ baseUrl: emulator.url, apiKey: acmeKey, accountId: globexAccountId, stop });
  try {
    const thrown: unknown = await sbom
      .open(session, blank(sbom.schema, { repository_id }))
      .catch((error: unknown) => error);
    const [found] = (thrown as ScanformError).diagnostics;
    expect(found?.code).toBe("account-unknown");
    for (const words of [globexAccountId, acmeAccountId]) expect(found?.detail).toContain(words);
  } finally {
    await session.close();
  }
});
