import { error } from "../../diagnostics/diagnostic";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { providerAddress } from "../schema/schema";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { registered } from "./registered";
import { decodeRawState } from "./raw-state";

/** Moves the state of the same resource type of this provider under another address, such as OpenTofu's registry. */
export const moveResourceState =
  ({ resources }: Provider): Handler<"MoveResourceState"> =>
  (request) =>
    answerOrDiagnostics(() => {
      const { source_type_name: from, source_provider_address: address, target_type_name: type } = request;
      if (from !== type || nameIn(address) !== nameIn(providerAddress))
        return { diagnostics: diagnosticMessages([notOurs(`${from} of ${address}`, type)]) };
      const resource = registered(resources, type);
      const { source_schema_version: version, source_state: raw } = request;
      const found = decodeRawState(resource, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      return { target_state: dynamicOf(resource.schema, found.state), target_private: request.source_private };
    });

/** The provider's name, which follows the host and the namespace. */
const nameIn = (address: string): string | undefined => address.split("/").at(-1);

const notOurs = (from: string, type: string) =>
  error(
    "move-unsupported",
    `A ${type} is made from a ${type} of this provider only, not from a ${from}. Take that out of the state with a \`removed\` block, and \`import\` the object as a ${type}.`,
  );
