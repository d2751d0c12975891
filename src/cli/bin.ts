#!/usr/bin/env node
import { createRequire } from "module"; // without `node:`, which the oldest versions do not know

/** The oldest version of Node that works: `engines` in package.json. */
const oldest = [20, 20] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

// nothing else is loaded before, since an older Node could not even read it
if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) createRequire(__filename)("./main");
else {
  process.stderr.write(
    `scanform needs Node ${oldest.join(".")} or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
