import { App } from "cdktn";
import { builtinSeed, startEmulator } from "scanform/emulator";
import { applyTo, planAgainst } from "scanform/testing";
import { Triages } from "./triages.js";

const triages = new Triages(new App());

test("the accepted risk ends, the false positive does not", () => {
  const { resource } = triages.toTerraform() as {
    readonly resource: { readonly scanform_finding_triage: Readonly<Record<string, { readonly expires?: string }>> };
  };
  const ends = Object.entries(resource.scanform_finding_triage).map(([name, { expires }]) => [name, expires]);
  expect(Object.fromEntries(ends)).toEqual({ "key-in-fixture": undefined, "ssrf-in-importer": "2030-06-30" });
});

/** The emulator's own account, in which two findings have the ids of the example. */
function seed(): typeof builtinSeed {
  const [acme] = builtinSeed.accounts;
  const triaged = new Set(acme?.triage?.map(({ finding_id }) => finding_id));
  const open = (acme?.scans ?? []).flatMap(({ findings = [] }) => findings).filter(({ id }) => !triaged.has(id));
  const [first = "", second = ""] = new Set(open.map(({ id }) => id));
  const text = JSON.stringify(builtinSeed)
    .replaceAll(first, "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64")
    .replaceAll(second, "9b2c7e15-40da-4f63-8e1c-d7a5f2093b48");
  return JSON.parse(text) as typeof builtinSeed;
}

test("a plan shows the triages with their reasons, and an apply sets them", async () => {
  const emulator = await startEmulator({ seed: seed() });
  try {
    const { accounts } = await planAgainst(emulator, triages);
    expect(accounts[0]?.summary.triage).toEqual({ set: 2, remove: 0 });
    expect(accounts[0]?.triages.map(({ after, justification }) => [after, justification.slice(-9, -1)])).toEqual([
      ["false_positive", "SEC-1204"],
      ["accepted_risk", "SEC-1310"],
    ]);
    expect((await applyTo(emulator, triages)).accounts[0]?.verified).toBe(true);
    expect((await planAgainst(emulator, triages)).accounts[0]?.triages).toEqual([]);
  } finally {
    await emulator.close();
  }
});
