import { App } from "cdktn";
import { startEmulator } from "scanform/emulator";
import { planAgainst } from "scanform/testing";
import { Triages } from "./triages.js";

const triages = new Triages(new App());

test("the accepted risk ends, the false positive does not", () => {
  const { resource } = triages.toTerraform() as {
    readonly resource: { readonly scanform_finding_triage: Readonly<Record<string, { readonly expires?: string }>> };
  };
  const ends = Object.entries(resource.scanform_finding_triage).map(([name, { expires }]) => [name, expires]);
  expect(Object.fromEntries(ends)).toEqual({ "key-in-fixture": undefined, "ssrf-in-importer": "2030-06-30" });
});

test("terraform applies triages, and the CLI refuses them", async () => {
  const emulator = await startEmulator();
  try {
    await expect(planAgainst(emulator, triages)).rejects.toThrow("scanform_finding_triage");
  } finally {
    await emulator.close();
  }
});
