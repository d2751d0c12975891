import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics, type ConnectionState, diagnosticMessages, notConfigured, registered } from "./answer";
import {
  decodePrivateState,
  dynamicOf,
  encodePrivateState,
  identityData,
  objectOf,
  presentObjectOf,
  registeredIdentity,
} from "./objects";
import { error, hasErrors } from "../../diagnostics/diagnostic";

export const validateResourceConfig =
  ({ resources }: Provider): Handler<"ValidateResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const type = registered(resources, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

/** The state stays as it is while the provider's configuration is not known. */
export const readResource =
  (provider: Provider, connection: ConnectionState): Handler<"ReadResource"> =>
  (request) => {
    const same = {
      new_state: request.current_state,
      private: request.private,
      new_identity: request.current_identity,
    };
    return answerOrDiagnostics(async () => {
      const type = registered(provider.resources, request.type_name);
      const current = objectOf(type.schema, request.current_state);
      const { session } = connection;
      if (session === undefined || current === null) return same;
      session.ledger.walk.read();
      const before = decodePrivateState(request.private);
      const { state, diagnostics, privateState, refreshPrivate } = await type.read(session, current, before);
      const identity = registeredIdentity(provider, request.type_name);
      const isSame = privateState === undefined && refreshPrivate === undefined;
      return {
        new_state: dynamicOf(type.schema, state),
        private: isSame ? request.private : encodePrivateState({ ...refreshPrivate, ...privateState }),
        new_identity: identityData(identity, session, state, request.current_identity),
        diagnostics: diagnosticMessages(diagnostics),
      };
    }, same);
  };

export const importResourceState =
  (provider: Provider, connection: ConnectionState): Handler<"ImportResourceState"> =>
  ({ type_name: name, id: given, identity: by }) =>
    answerOrDiagnostics(async () => {
      const type = registered(provider.resources, name);
      const { session } = connection;
      if (session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const identity = registeredIdentity(provider, name);
      const wanted = identity === undefined ? null : objectOf(identity.schema, by?.identity_data);
      const id = wanted === null ? given : (identity?.importId(wanted) ?? given);
      const { state, diagnostics } = await type.importState(session, id);
      if (state === null)
        return {
          diagnostics: diagnosticMessages(hasErrors(diagnostics) ? diagnostics : [...diagnostics, nothing(name, id)]),
        };
      return {
        imported_resources: [
          {
            type_name: name,
            state: dynamicOf(type.schema, state),
            identity: identityData(identity, session, state),
          },
        ],
        diagnostics: diagnosticMessages(diagnostics),
      };
    });

const nothing = (type: string, id: string) =>
  error("import-empty", `There is no ${type} with the id ${JSON.stringify(id)}.`);
