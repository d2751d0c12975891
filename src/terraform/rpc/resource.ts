import { fail } from "../../diagnostics/error";
import type { ResourceIdentity } from "../identities";
import type { Request } from "../protocol/service";
import type { AllHandlers } from "../protocol/streams";
import { providerAddress } from "../schema/schema";
import type { Provider, ResourceType } from "../provider-types";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import {
  decodePrivateState,
  decodeRawState,
  dynamicOf,
  encodePrivateState,
  type IdentityData,
  identityData,
  identityMessage,
  objectOf,
  presentObjectOf,
} from "./objects";

/**
 * Validates the configuration of a resource, a data source, an ephemeral resource or an action. Whether an id is a UUID is judged
 * once the provider is configured, that is in the plan: `mock_provider` never configures it, and invents ids.
 */
export const validateConfig =
  (types: Readonly<Record<string, Pick<ResourceType, "schema" | "validate">>>, connection: ConnectionState) =>
  ({ type_name: name, config }: Request<"ValidateResourceConfig">) =>
    answerOrDiagnostics(() => {
      const type = registered(types, name);
      const found = type.validate(presentObjectOf(type.schema, config));
      const mayBeMocked = connection.session === undefined;
      return {
        diagnostics: diagnosticMessages(found.filter(({ code }) => !mayBeMocked || code !== "id-invalid")),
      };
    });

/** Reads, imports, upgrades and moves the state of a resource. */
export const keepingResources = ({ resources }: Provider, connection: ConnectionState) =>
  ({
    /** The state stays as it is while the provider's configuration is not known. */
    ReadResource(request) {
      const { current_state: given, current_identity } = request;
      const same = { new_state: given, private: request.private, new_identity: current_identity };
      return answerOrDiagnostics(async () => {
        const type = registered(resources, request.type_name);
        const { schema, identity } = type;
        const current = objectOf(schema, given);
        const { session } = connection;
        if (session === undefined || current === null) return same;
        session.phase = "plan";
        const read = await type.read(session, current, decodePrivateState(request.private));
        return {
          new_state: dynamicOf(schema, read.state),
          private: encodePrivateState(read.storedPrivate),
          new_identity: identityData(identity, session, read.state, current_identity),
          diagnostics: diagnosticMessages(read.diagnostics),
        };
      }, same);
    },

    ImportResourceState: ({ type_name: name, id: given, identity: by }) =>
      answerOrDiagnostics(async () => {
        const type = registered(resources, name);
        const { schema, identity } = type;
        const session = configuredSession(connection);
        const wanted = objectOf(identity.schema, by?.identity_data);
        const state = await type.importState(session, wanted === null ? given : identity.importId(wanted));
        return {
          imported_resources: [
            { type_name: name, state: dynamicOf(schema, state), identity: identityData(identity, session, state) },
          ],
        };
      }),

    /** Terraform sends it for each instance, whatever its version is. */
    UpgradeResourceState: ({ type_name: type, version, raw_state: raw }) =>
      answerOrDiagnostics(() => {
        const { schema } = registered(resources, type);
        return { upgraded_state: dynamicOf(schema, decodeRawState(schema, type, version, raw)) };
      }),

    /** Terraform sends it for an identity of another schema version. */
    UpgradeResourceIdentity: ({ type_name: type, version, raw_identity: raw }) =>
      answerOrDiagnostics(() => {
        const { identity } = registered(resources, type);
        const value = decodeRawState(identity.schema, type, version, raw);
        return { upgraded_identity: identityMessage(identity, value) };
      }),

    /** Moves the state of the same resource type of this provider under another address, such as OpenTofu's registry. */
    MoveResourceState: (request) =>
      answerOrDiagnostics(() => {
        const { source_type_name: from, source_provider_address: address, target_type_name: type } = request;
        if (from !== type || nameIn(address) !== nameIn(providerAddress))
          fail(
            "move-unsupported",
            `A ${type} can only be moved from a ${type} of this provider, not from a ${from} of ${address}. Remove that from the state with a \`removed\` block, and \`import\` the object as a ${type}.`,
          );
        const { schema, identity } = registered(resources, type);
        const { source_schema_version: version, source_state: raw } = request;
        return {
          target_state: dynamicOf(schema, decodeRawState(schema, type, version, raw)),
          target_private: request.source_private,
          target_identity: movedIdentity(identity, request),
        };
      }),
  }) satisfies AllHandlers;

/** The identity of the source: an unconfigured provider knows no account to make one of. */
function movedIdentity(
  identity: ResourceIdentity,
  { target_type_name: type, source_identity: raw, ...request }: Request<"MoveResourceState">,
): IdentityData | undefined {
  if (raw === undefined || raw.json.length === 0) return undefined;
  const version = request.source_identity_schema_version;
  return identityMessage(identity, decodeRawState(identity.schema, type, version, raw));
}

/** The provider's name, which follows the host and the namespace. */
const nameIn = (address: string): string | undefined => address.split("/").at(-1);
