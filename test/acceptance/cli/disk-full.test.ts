import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCode } from "../../../src/cli/exit-codes";
import { readJournal } from "../../../src/cli/journal-file";
import { desk, type Desk } from "../../support/desk";
import { ended, repositoryRoot } from "../../support/spawned";

const program = join(repositoryRoot, "dist/cli/bin.js");

/** Runs a command where no file can grow beyond so many KiB. */
const within = (kibibytes: number, { folder, env }: Pick<Desk, "folder" | "env">, ...command: readonly string[]) =>
  ended(
    spawn("bash", ["-c", `ulimit -f ${String(kibibytes)}; exec "$@"`, "--", process.execPath, program, ...command], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );

/** Creates twenty configurations where no file can grow beyond so many KiB: the system cuts what would go beyond. */
async function applyWithin(kibibytes: number) {
  const names = Array.from({ length: 20 }, (_, at) => [`c${String(at)}`, { name: `${String(at)}${"-".repeat(150)}` }]);
  const at = await desk({ configurations: Object.fromEntries(names) as Record<string, { name: string }> });
  const ran = await within(kibibytes, at, "apply", "--synthesized", "app", "--auto-approve", "--json");
  const folder = join(at.folder, ".scanform");
  const journals = existsSync(folder) ? readdirSync(folder).map((name) => readJournal(join(folder, name))) : [];
  const announced = journals.flatMap(({ entries }) => entries.filter(({ type }) => type === "sending"));
  return { ran, journals: journals.length, announced: announced.length, sent: at.writes().length };
}

test.each([0, 1, 2, 3])(
  "an apply whose journal can have %i KiB sends what a whole line has announced, and leaves no line cut",
  async (kibibytes) => {
    const { ran, journals, announced, sent } = await applyWithin(kibibytes);
    expect(ran.code).toBe(sent === 0 ? exitCode.error : exitCode.partial);
    expect(ran.out).toContain('"code": "journal"');
    expect(sent).toBeLessThan(20);
    expect({ journals, announced }).toEqual({ journals: sent === 0 ? 0 : 1, announced: sent });
  },
);

test("a journal without room for its first entry begins with the next one that has room", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scanform-journal-"));
  const own = join(repositoryRoot, "test/acceptance/cli/journal-without-room.ts");
  const args = ["--import", "tsx", own, join(folder, "a.journal")];
  const { code, out, err } = await ended(
    spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "pipe"] }),
  );
  rmSync(folder, { recursive: true });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual({ sent: [false, true], entries: ["begin", "sending"] });
});
