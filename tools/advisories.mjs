// Fails when the registry knows an advisory, high or critical, for something that is published: node
// tools/advisories.mjs. Packages of the provider's bundle are development dependencies, so `npm audit --omit=dev` alone
// would miss them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundleProvider } from "./provider.mjs";
import { bundled, installed } from "./shipped.mjs";

/** With it, a registry that offers no advisories is a failure too. */
const required = process.argv.includes("--required");

const { stdout, stderr } = spawnSync("npm", ["audit", "--json", "--loglevel=error"], {
  cwd: join(import.meta.dirname, ".."),
  encoding: "utf8",
  shell: process.platform === "win32",
  maxBuffer: 2 ** 28,
});
const { vulnerabilities, statusCode, message = stderr } = JSON.parse(stdout === "" ? "{}" : stdout);

/** The answers of a registry that has no such endpoint. */
const notOffered = [400, 404, 405, 410, 501].includes(statusCode);

if (vulnerabilities !== undefined) {
  const { metafile } = await bundleProvider();
  const shipped = [installed(), bundled(metafile)].flatMap(({ packages }) => packages);
  const folders = new Set(shipped.map(({ folder }) => folder));
  const found = Object.values(vulnerabilities).filter(
    ({ severity, nodes }) => ["high", "critical"].includes(severity) && nodes.some((folder) => folders.has(folder)),
  );
  for (const { name, severity, via } of found)
    console.error(`${name}: ${severity}: ${via.map((each) => each.title ?? `by ${each}`).join("; ")}`);
  if (found.length === 0) console.log("No high or critical advisory for what is published.");
  process.exitCode = found.length === 0 ? 0 : 1;
} else if (notOffered && !required) {
  console.log(`The registry offers no advisories (status ${statusCode}), so nothing was audited.`);
} else {
  console.error(`The advisories could not be read: ${message.trim()}`);
  process.exitCode = 1;
}
