import { identityOfAccount, identityOfParts, type ResourceIdentity } from "./resource-identity";

/** The identity of each resource by its type. */
export const identities: Readonly<Record<string, ResourceIdentity>> = {
  scanform_configuration: identityOfParts({ id: "The configuration's id." }),
  scanform_configurations: identityOfAccount((accountId) => accountId),
  scanform_repository_assignments: identityOfAccount((accountId) => accountId),
  scanform_finding_triage: identityOfParts({ finding_id: "The finding's id." }),
  scanform_deepscan: identityOfParts({
    repository_id: "The id of the scanned repository.",
    id: "The deepscan's id.",
  }),
};
