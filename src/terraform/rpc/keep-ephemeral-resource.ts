import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics } from "./diagnostics";
import { registered } from "./registered";

/** Nothing is held open in the service, so there is nothing to renew or to close. */

export const renewEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"RenewEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

export const closeEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"CloseEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });
