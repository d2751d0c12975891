import { writePages } from "./provider-docs/write";

/** Writes the provider's documentation in the registry's layout: `tsx tools/provider-docs.ts`. */
writePages();
