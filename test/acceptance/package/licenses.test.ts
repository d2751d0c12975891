import { checkout } from "../../support/checkout";
import type { Ran } from "../../support/desk";

/** Runs the check with other licences in the lock file, by folder. */
async function licensesWith(licences: Readonly<Record<string, string>>): Promise<Ran> {
  const at = checkout();
  try {
    for (const [folder, license] of Object.entries(licences)) at.lock(folder, { license });
    return await at.run("licenses");
  } finally {
    at.remove();
  }
}

test("the licences of all that is published are permissive", async () => {
  expect(await licensesWith({})).toEqual({ code: 0, out: "", err: "" });
});

describe("refuses another licence of", () => {
  const refused = [
    ["a production dependency", "node_modules/zod", "zod", "GPL-3.0-only"],
    [
      "a dependency of a dependency",
      "node_modules/@js-sdsl/ordered-map",
      "@js-sdsl/ordered-map",
      "MIT AND GPL-3.0-only",
    ],
    ["a package of the provider's bundle", "node_modules/@grpc/grpc-js", "@grpc/grpc-js", "UNLICENSED"],
    ["a package whose files are copied", "node_modules/swagger-ui-dist", "swagger-ui-dist", "GPL-3.0-only"],
    ["a package that says none", "node_modules/hono", "hono", ""],
  ] as const;
  let ran: Ran;

  beforeAll(async () => {
    ran = await licensesWith(Object.fromEntries(refused.map(([, folder, , license]) => [folder, license])));
  });

  test.each(refused)("%s", (_, __, name, license) => {
    const own = ran.err.split("\n").filter((line) => line.startsWith(`${name} `));
    expect(own).toEqual([expect.stringMatching(/^\S+ [\d.]+ \(.*\) is published with scanform/)]);
    expect(own[0]).toContain(` (${license}) `);
  });

  test("nothing else, and fails", () => {
    const [code, lines] = [ran.code, ran.err.trimEnd().split("\n")];
    expect([code, lines.length, lines.at(-1)]).toEqual([
      1,
      refused.length + 1,
      "Replace it, or add the licence to the list in tools/licenses.mjs.",
    ]);
  });
});

test("accepts what allows a permissive licence, and does not judge what is used for development only", async () => {
  const accepted = {
    "node_modules/zod": "(MIT OR GPL-3.0-only)",
    "node_modules/yaml": "MIT AND ISC",
    "node_modules/undici": "(MIT OR (ISC AND GPL-3.0-only))",
    "node_modules/jest": "GPL-3.0-only",
  };
  expect(await licensesWith(accepted)).toEqual({ code: 0, out: "", err: "" });
});

test("one licence that is not permissive is enough to fail", async () => {
  const { code, err } = await licensesWith({ "node_modules/zod": "GPL-3.0-only" });
  expect([code, err.split("\n")]).toEqual([1, [expect.stringMatching(/^zod /), expect.stringMatching(/^Replace/), ""]]);
});
