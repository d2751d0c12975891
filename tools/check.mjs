// Everything a reviewer would ask. What needs one core runs beside others, the longest first; the tests use all cores.
// With --static the tests are left out. `precheck` has built what is checked, as it is published.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const stages = [
  ["lint", "types", "package", "format", "unused", "rooms", "licenses"],
  process.argv.includes("--static") ? [] : ["test"],
];

/** Runs an npm script without building again, prints its output as a whole, and gives its exit code. */
function run(script, atOnce) {
  const child = spawn("npm", ["run", script, "--ignore-scripts"], {
    stdio: ["ignore", atOnce ? "pipe" : "inherit", atOnce ? "pipe" : "inherit"],
    shell: process.platform === "win32",
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

for (const scripts of stages) {
  const waiting = [...scripts];
  const codes = [];
  const worker = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
      codes.push(await run(script, scripts.length > 1));
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), scripts.length) }, worker));
  if (codes.some((code) => code !== 0)) process.exit(1);
}
