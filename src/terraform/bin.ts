#!/usr/bin/env node
import { runProvider } from "./process/run-provider";
import { providerAddress } from "./schema/schema";

void runProvider(providerAddress, async (warn) => {
  const [{ handlersOf }, { scanformProvider }] = await Promise.all([
    import("./rpc/handlers.js"),
    import("./scanform-provider.js"),
  ]);
  return () => handlersOf(scanformProvider(process.env, warn));
});
