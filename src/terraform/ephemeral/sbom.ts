import { sbomFields } from "../../model/scans";
import { explainUnreachedAccount } from "../account/lists";
import { sbomOf } from "../data-sources/sbom";
import { toValues } from "../data-sources/to-values";
import type { EphemeralResourceType } from "../resource";
import { ephemeralSchemas } from "../schema/ephemeral";

/** A link cannot be renewed, and nothing is to be closed: the service lets it expire. */
export const sbom: EphemeralResourceType = {
  schema: ephemeralSchemas.scanform_sbom,
  validate: () => [],
  open: async (session, config) => {
    const found = await explainUnreachedAccount(session.lists, sbomOf(session, config));
    return { ...config, ...toValues(sbomFields, found) };
  },
};
