#!/usr/bin/env node
import { tooOld } from "../diagnostics/node-version";
import { refuse, runProvider } from "./process/run-provider";
import { providerAddress } from "./schema/schema";

const refusal = tooOld(process.versions.node);

if (refusal !== undefined) refuse(refusal);
else
  void runProvider(providerAddress, async () => {
    const [{ handlersOf }, { scanformProvider }] = await Promise.all([
      import("./rpc/handlers.js"),
      import("./scanform-provider.js"),
    ]);
    return () => handlersOf(scanformProvider(process.env));
  });
