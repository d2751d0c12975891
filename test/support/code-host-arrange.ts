import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { type App, writeSynthesized } from "./declare";
import { temporaryFolder } from "./temporary-folder";
import { type Artifact, type CodeHost, type Pull, repository, type Run, type RunJob } from "./code-host";

/** A commit whose SHA repeats a digit. */
export const sha = (digit: string): string => digit.repeat(40);

/** Moments of one day. */
export const at = (time: string): string => `2026-01-01T${time}:00Z`;

/** The archive of an artifact, from path to text. */
export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])));

/** The archive of a whole folder. */
export function zipOfFolder(folder: string): Uint8Array {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return zipSync(Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)])));
}

/** The archive that scanform-synth keeps of an app. */
export function synthesizedZip(app: App): Uint8Array {
  const folder = temporaryFolder();
  writeSynthesized(folder, app);
  return zipOfFolder(folder);
}

/** The files that scanform-plan keeps of a plan. */
export const planFiles = (digit: string): Readonly<Record<string, string>> => ({
  "plan.md": `plan ${digit}`,
  "outcome.json": JSON.stringify({ kind: "planned", words: `plan ${digit}`, asked: [] }),
  "plan.json": JSON.stringify({ accounts: [{ account_id: "a", review_digest: digit.repeat(64) }] }),
});

/** The jobs of an attempt of scanform-apply whose job `apply` has begun. */
export const begun = (conclusion: string | null = "success", attempt = 1): readonly RunJob[] => [
  { name: "find", attempt, conclusion: "success", steps: ["Choose the environment"] },
  { name: "apply", attempt, conclusion, steps: ["Apply what was reviewed, or nothing"] },
];

/** The jobs of an attempt of scanform-apply that was refused by its job `find`. */
export const refused = (attempt = 1): readonly RunJob[] => [
  { name: "find", attempt, conclusion: "failure", steps: ["Wait for earlier merges"] },
  { name: "apply", attempt, conclusion: "skipped", steps: [] },
];

export function addRun(host: CodeHost, run: Partial<Run> & Pick<Run, "id" | "workflow">): Run {
  const made = {
    event: "workflow_run",
    branch: "main",
    sha: sha("0"),
    created: "2026-01-01T10:00:00Z",
    status: "completed",
    conclusion: "success",
    ...run,
  };
  host.runs.push(made);
  return made;
}

export function addArtifact(host: CodeHost, artifact: Partial<Artifact> & Pick<Artifact, "name" | "run">): void {
  const id = 500 + host.artifacts.length;
  host.artifacts.push({ id, made: "2026-01-01T10:00:00Z", content: zipOf({ "a.txt": "a" }), ...artifact });
}

/** Pull request 7, whose branch has the last commit `b…`. */
export function addPull(host: CodeHost, pull: Partial<Pull> = {}): Pull {
  const head = { branch: "stricter", sha: sha("b"), repository };
  const made: Pull = { number: 7, state: "open", base: "main", head, ...pull };
  host.pulls.push(made);
  return made;
}
