import { createRequire } from "node:module";
import { parse } from "node:path";
import { problem } from "../../model/problem";
// they need no framework themselves
import { locationAbove, locationInEntry } from "../l2/location";
import { reportedMistake } from "./mistake";

const frameworks = ["cdktn", "cdktf"] as const;

/** The framework that these constructs are built for: tools/cdktn.mjs replaces it, as it does the imports. */
const framework: (typeof frameworks)[number] = "cdktf";

// Imported before everything else that needs the framework, since Node's own error does not say what to write instead.
requireFramework();

/** @throws Error when the framework or `constructs`, which scanform does not install, is absent */
function requireFramework(): void {
  // in a bundle of the user's app, the framework is part of the bundle
  if (typeof __filename !== "string" || parse(__filename).name !== "require-framework") return;
  const missing = [framework, "constructs"].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const other = frameworks.find((name) => name !== framework && isInstalled(name));
  const entry = `scanform/${framework}`;
  const found = problem("framework-missing", [], missing, other, `npm install ${framework} constructs`);
  throw reportedMistake(entry, found, locationAbove(requireFramework) ?? locationInEntry(entry));
}

function isInstalled(name: string): boolean {
  try {
    createRequire(__filename).resolve(name);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND") return false;
    throw thrown;
  }
}
