import { join } from "node:path";
import { visible } from "../../diagnostics/foreign-text";
import { declarationOf } from "../../generate/import/json";
import type { ImportedCode } from "../../generate/import/import-code";
import { projectFiles } from "../../generate/project/project-files";
import { desiredOf } from "../../library/input";
import { checkNoChanges, type LiveAccount, settingsAndRules } from "../import-live";
import { installCommand } from "../init/install-command";
import type { Io } from "../io";
import { type NewFiles, writeNewFiles } from "../new-files";
import { nearestPackageJson, packagesOf } from "../package-json";
import { ownVersion } from "../version";
import type { Place, PlaceOptions } from "./place";
import { refuseKeys } from "./refuse-keys";
import { synthesizeImported } from "./synthesize-imported";

/** Prints or saves the code, and plans it once. Returns what was planned. */
export async function deliver(
  io: Io,
  live: LiveAccount,
  code: ImportedCode,
  place: Place,
  { out, format }: PlaceOptions,
): Promise<string> {
  const declaration = () => desiredOf(declarationOf(code.imported));
  const more = Object.fromEntries(code.more.map(({ path, text }) => [path, text]));
  refuseKeys(io, [code.text, ...Object.values(more)]);
  if (out === undefined) {
    await checkNoChanges(live, declaration(), io.signal);
    io.out(code.text);
    return settingsAndRules;
  }
  const { folder, construct, framework } = place;
  const around = place.isNew ? projectFiles(framework, construct) : {};
  const texts = { [code.fileName]: code.text, ...more, ...around };
  const files = writeNewFiles(folder, texts, "Name another folder with --out.");
  try {
    const tried =
      format === "typescript" ? await synthesizeImported(io, folder, construct, framework) : { missing: undefined };
    await checkNoChanges(live, "desired" in tried ? tried.desired : declaration(), io.signal);
    const [path = "", ...others] = Object.keys(texts);
    const beside = others.length === 0 ? "" : `, with ${others.map(visible).join(", ")}`;
    io.err(`Saved to ${visible(join(folder, path))}${beside}.\n`);
    if ("desired" in tried) return "this code";
    if (tried.missing !== undefined) sayNotRun(io, tried.missing, place);
    return settingsAndRules;
  } catch (thrown) {
    takeBack(io, files);
    throw thrown;
  }
}

function sayNotRun(io: Io, missing: string, { folder, framework }: Place): void {
  const packages = packagesOf(nearestPackageJson(folder) ?? {});
  io.err(
    `The code was not run, since ${missing} is not installed there: its settings and rules were planned.\n` +
      `What it needs is installed by: ${installCommand(framework, ownVersion(), packages)}\n`,
  );
}

function takeBack(io: Io, files: NewFiles): void {
  const left = files.undo();
  if (left.length > 0) io.err(`These could not be removed again: ${left.map(visible).join(", ")}.\n`);
}
