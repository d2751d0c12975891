import { checkout } from "../../support/checkout";
import type { Ran } from "../../support/desk";
import { serving } from "../../support/proxy";

interface Advisory {
  readonly title: string;
  readonly severity: "moderate" | "high" | "critical";
}

const at = checkout();
/** The number of the last advisory: npm caches by it. */
let last = 0;

/** Audits by a registry that answers the question for advisories with this status. */
async function audit(
  status: number,
  advisories: Readonly<Record<string, Advisory>> = {},
  ...args: readonly string[]
): Promise<Ran> {
  const registry = await serving((request, response) => {
    const asked = request.method === "POST";
    response.writeHead(asked ? status : 404, { "content-type": "application/json" });
    const entries = Object.entries(advisories).map(([name, advisory]) => [
      name,
      [{ id: (last += 1), url: "https://advisories.example.com/1", vulnerable_versions: "*", ...advisory }],
    ]);
    request.resume().on("end", () => response.end(asked ? JSON.stringify(Object.fromEntries(entries)) : "{}"));
  });
  return at.run("advisories", args, { npm_config_registry: `${registry}/`, npm_config_fetch_retries: "0" });
}

test("names each high or critical advisory for a kind of what is published, and fails", async () => {
  const { code, err } = await audit(200, {
    // a production dependency, and a package of the provider's bundle
    picomatch: { title: "Reads too much", severity: "high" },
    "@msgpack/msgpack": { title: "Writes too much", severity: "critical" },
  });
  expect([code, err.trimEnd().split("\n").sort()]).toEqual([
    1,
    ["@msgpack/msgpack: critical: Writes too much", "picomatch: high: Reads too much"],
  ]);
});

test("ignores moderate advisories, and those for development dependencies", async () => {
  const { code, out } = await audit(200, {
    picomatch: { title: "Is slow", severity: "moderate" },
    knip: { title: "Reads too much", severity: "critical" },
  });
  expect([code, out]).toEqual([0, "No high or critical advisory for what is published.\n"]);
});

test("says that nothing was audited when the registry offers no advisories, which fails with --required", async () => {
  const { code, out } = await audit(405);
  expect([code, out]).toEqual([0, "The registry offers no advisories (status 405), so nothing was audited.\n"]);
  const required = await audit(405, {}, "--required");
  expect([required.code, required.err]).toEqual([1, expect.stringContaining("The advisories could not be read: 405")]);
});

test("fails when the registry answers with a server error", async () => {
  const { code, err } = await audit(500);
  expect(code).toBe(1);
  expect(err).toContain("The advisories could not be read: 500");
});
