import type { Handler, Request } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics, diagnosticMessages, registered } from "./answer";
import { decodeRawState, dynamicOf, type IdentityData, registeredIdentity } from "./objects";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { providerAddress } from "../schema/schema";

/** Terraform sends it for each instance, also when the schema version is current. */
export const upgradeResourceState =
  ({ resources }: Provider): Handler<"UpgradeResourceState"> =>
  ({ type_name: type, version, raw_state: raw }) =>
    answerOrDiagnostics(() => {
      const resource = registered(resources, type);
      const found = decodeRawState(resource, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      return { upgraded_state: dynamicOf(resource.schema, found.state) };
    });

/** Terraform sends it for an identity of another schema version. */
export const upgradeResourceIdentity =
  (provider: Provider): Handler<"UpgradeResourceIdentity"> =>
  ({ type_name: type, version, raw_identity: raw }) =>
    answerOrDiagnostics(() => {
      const identity = registeredIdentity(provider, type);
      if (identity === undefined) return { diagnostics: diagnosticMessages([withoutIdentity(type)]) };
      const found = decodeRawState(identity, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      return { upgraded_identity: { identity_data: dynamicOf(identity.schema, found.state) } };
    });

const withoutIdentity = (type: string) =>
  error("state-unreadable", `It holds an identity of a ${type}, which has none. Use a newer version of the provider.`);

/** Moves the state of the same resource type of this provider under another address, such as OpenTofu's registry. */
export const moveResourceState =
  (provider: Provider): Handler<"MoveResourceState"> =>
  (request) =>
    answerOrDiagnostics(() => {
      const { source_type_name: from, source_provider_address: address, target_type_name: type } = request;
      if (from !== type || nameIn(address) !== nameIn(providerAddress))
        return { diagnostics: diagnosticMessages([notOurs(`${from} of ${address}`, type)]) };
      const resource = registered(provider.resources, type);
      const { source_schema_version: version, source_state: raw } = request;
      const found = decodeRawState(resource, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      const moved = identityOf(provider, request);
      if ("diagnostics" in moved) return { diagnostics: diagnosticMessages(moved.diagnostics) };
      return {
        target_state: dynamicOf(resource.schema, found.state),
        target_private: request.source_private,
        ...moved,
      };
    });

/** It stays as it was: before it is configured, the provider knows no account to make one of. */
function identityOf(
  provider: Provider,
  {
    target_type_name: type,
    source_identity: raw,
    source_identity_schema_version: version,
  }: Request<"MoveResourceState">,
): { readonly target_identity?: IdentityData } | { readonly diagnostics: readonly Diagnostic[] } {
  const identity = registeredIdentity(provider, type);
  if (identity === undefined || raw === undefined || raw.json.length === 0) return {};
  const found = decodeRawState(identity, { type, version, json: raw.json });
  if ("diagnostics" in found) return found;
  return { target_identity: { identity_data: { json: new Uint8Array(), ...dynamicOf(identity.schema, found.state) } } };
}

/** The provider's name, which follows the host and the namespace. */
const nameIn = (address: string): string | undefined => address.split("/").at(-1);

const notOurs = (from: string, type: string) =>
  error(
    "move-unsupported",
    `A ${type} is made from a ${type} of this provider only, not from a ${from}. Take that out of the state with a \`removed\` block, and \`import\` the object as a ${type}.`,
  );
