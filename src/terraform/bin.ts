#!/usr/bin/env node
import { runProvider } from "./process/run";
import { providerAddress } from "./schema/form";

void runProvider(providerAddress, () => Promise.resolve({}));
