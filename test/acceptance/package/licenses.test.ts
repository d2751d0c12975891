import { checkout } from "../../support/checkout";
import type { Ran } from "../../support/desk";

/** Runs the check with other licences in the lock file, by folder. */
function licensesWith(licences: Readonly<Record<string, string>>): Promise<Ran> {
  const at = checkout();
  for (const [folder, license] of Object.entries(licences)) at.lock(folder, { license });
  return at.run("licenses");
}

test("refuses each package whose licence is not permissive, and nothing else", async () => {
  const refused = [
    // production dependencies, and a package of the provider's bundle
    ["node_modules/zod", "zod", "GPL-3.0-only"],
    ["node_modules/picomatch", "picomatch", "MIT AND GPL-3.0-only"],
    ["node_modules/@msgpack/msgpack", "@msgpack/msgpack", "UNLICENSED"],
    ["node_modules/hono", "hono", ""],
  ] as const;
  const { code, err } = await licensesWith(Object.fromEntries(refused.map(([folder, , license]) => [folder, license])));
  const lines = err.trimEnd().split("\n");
  for (const [, name, license] of refused) {
    const own = lines.filter((line) => line.startsWith(`${name} `));
    expect(own).toEqual([expect.stringMatching(/^\S+ [\d.]+ \(.*\) is published with scanform/)]);
    expect(own[0]).toContain(` (${license}) `);
  }
  expect([code, lines.length, lines.at(-1)]).toEqual([
    1,
    refused.length + 1,
    "Replace it, or add the licence to the list in tools/licenses.mjs.",
  ]);
});

test("accepts what allows a permissive licence, and does not judge what is used for development only", async () => {
  const accepted = {
    "node_modules/zod": "(MIT OR GPL-3.0-only)",
    "node_modules/yaml": "MIT AND ISC",
    "node_modules/commander": "(MIT OR (ISC AND GPL-3.0-only))",
    "node_modules/jest": "GPL-3.0-only",
  };
  expect(await licensesWith(accepted)).toEqual({ code: 0, out: "", err: "" });
});
