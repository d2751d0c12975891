import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";

/**
 * Puts a `tsx` into a project that costs a third of what the real one does: it compiles a file and what that imports
 * once, beside it, by the compiler that tsx uses and to the kind of module that package.json asks for, and lets one Node run it.
 */
export function installQuickTsx(folder: string): void {
  const esbuild = join(repositoryRoot, "node_modules/.bin/esbuild");
  const script = `#!/bin/sh
set -e
compiled=$PWD/.compiled-$$
trap 'rm -rf "$compiled"' EXIT
if grep -q '"type": *"module"' package.json 2>/dev/null; then format=esm kind=mjs; else format=cjs kind=cjs; fi
'${esbuild}' "$1" --bundle --packages=external --platform=node --target=node20 --format=$format \\
  --sourcemap=inline --log-level=error --outfile="$compiled/main.$kind"
node --enable-source-maps "$compiled/main.$kind"
`;
  writeFileSync(join(folder, "node_modules/.bin/tsx"), script, { mode: 0o755 });
}
