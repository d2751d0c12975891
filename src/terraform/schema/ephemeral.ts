import { ephemeralSbom } from "./sbom";
import type { Schema } from "./schema";

/** Each ephemeral resource by its type. */
export const ephemeralSchemas = { scanform_sbom: ephemeralSbom } as const satisfies Readonly<Record<string, Schema>>;
