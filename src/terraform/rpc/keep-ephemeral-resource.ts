import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { registered } from "./registered";

/** Nothing is held open in the service, so there is nothing to renew or to close. */

export const renewEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"RenewEphemeralResource"> =>
  async ({ type_name: name }) => {
    registered(ephemeralResources, name);
    return Promise.resolve({});
  };

export const closeEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"CloseEphemeralResource"> =>
  async ({ type_name: name }) => {
    registered(ephemeralResources, name);
    return Promise.resolve({});
  };
