import type { EphemeralResourceType } from "../resource";
import type { ephemeralSchemas } from "../schema/ephemeral";
import { sbom } from "./sbom";

/** Each ephemeral resource by its type. */
export const ephemeralResources: Readonly<Record<keyof typeof ephemeralSchemas, EphemeralResourceType>> = {
  scanform_sbom: sbom,
};
