import { createRequire } from "node:module";
import { parse } from "node:path";

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
  const instead =
    other === undefined ? "" : `import from "scanform/${other}" instead, since ${other} is installed, or `;
  const absent = `${missing.join(" and ")}, which ${missing.length === 1 ? "is" : "are"} not installed`;
  throw mistake(`"scanform/${framework}" needs ${absent}: ${instead}run npm install ${framework} constructs.`);
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

/** An error that a user can fix. Its text says all, so it has no stack trace. */
export function mistake(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
