// Writes the TypeScript reference from the docstrings of what the package exports: node tools/reference.mjs [OUTDIR],
// default docs/reference. Fails, and writes nothing, where a docstring lacks what `reference/missing.mjs` asks for.
import { join } from "node:path";
import { writeReference } from "./reference/write.mjs";

const root = join(import.meta.dirname, "..");
const missing = await writeReference(process.argv[2] ?? join(root, "docs", "reference"));
for (const each of missing) console.error(each);
process.exitCode = missing.length === 0 ? 0 : 1;
