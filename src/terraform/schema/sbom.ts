import { sbomFields } from "../../model/scans";
import { attributesOf } from "./fields";
import { attribute, type Attributes, computed, optionalComputed, required, type Schema, schema, text } from "./schema";

/** The SBOM of a repository: what it is may be in a state, the link to the file may not. */

const { download_url, download_url_expires_at, ...metadataFields } = sbomFields;
/** What the service says of an SBOM without where the file is. */
export const sbomMetadataFields: typeof metadataFields = metadataFields;

const metadata: Attributes = {
  ...attributesOf(sbomMetadataFields, computed),
  repository_id: attribute(text, required, "The repository's id."),
  deepscan_id: attribute(
    text,
    optionalComputed,
    "The id of the deepscan that made the SBOM. Default: the most recent one of the repository that made one.",
  ),
};

export const sbomSource: Schema = schema(
  "The metadata of an SBOM: that of a deepscan, or the most recent one of a repository. The ephemeral resource scanform_sbom gives the link to the file.",
  metadata,
);

export const ephemeralSbom: Schema = schema(
  "The link to the file of an SBOM, with its metadata: that of a deepscan, or the most recent one of a repository. Whoever has the link has the file, so it is in neither the state nor a plan file.",
  {
    ...metadata,
    ...attributesOf({ download_url, download_url_expires_at }, computed),
    download_url: {
      ...attribute(text, computed, "The link to the file, for a limited time. Whoever has the link has the file."),
      sensitive: true,
    },
  },
);
