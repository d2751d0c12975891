import { diagnosticsOfError } from "../common-diagnostics";
import type { Handler } from "../protocol/service";
import type { StreamHandler } from "../protocol/streams";
import type { Provider } from "../provider";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import { presentObjectOf } from "./objects";

/** Plans an action: what is wrong with its configuration. Nothing of a plan reaches the invocation. */
export const planAction =
  ({ actions }: Provider): Handler<"PlanAction"> =>
  ({ action_type: name, config }) =>
    answerOrDiagnostics(() => {
      const type = registered(actions, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

/** @yields what is said meanwhile, and at the end that it is over */
export const invokeAction = ({ actions }: Provider, connection: ConnectionState): StreamHandler<"InvokeAction"> =>
  async function* ({ action_type: name, config }) {
    try {
      const type = registered(actions, name);
      const said = type.invoke(configuredSession(connection), presentObjectOf(type.schema, config));
      let next = await said.next();
      for (; next.done !== true; next = await said.next()) yield { progress: { message: next.value } };
      yield { completed: { diagnostics: diagnosticMessages(next.value) } };
    } catch (thrown) {
      yield { completed: { diagnostics: diagnosticMessages(diagnosticsOfError(thrown)) } };
    }
  };
