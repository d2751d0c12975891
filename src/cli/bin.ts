#!/usr/bin/env node
import { createRequire } from "module"; // without `node:`, which the oldest versions do not know
import { tooOld } from "../diagnostics/node-version";

const refusal = tooOld(process.versions.node);

// nothing else is loaded before, since an old Node could not even read it
if (refusal === undefined) createRequire(__filename)("./main");
else {
  process.stderr.write(refusal);
  process.exitCode = 1;
}
