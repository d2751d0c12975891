import { ServiceError } from "./service-error";
import type { Silence } from "./silence";
import type { Transport } from "./transport";

/**
 * Asks for the body of a write once its turn has come, right before each attempt, so that it rests on a fresh look at
 * what it replaces: see `WriteOptions`. What the caller throws there is thrown as it is, and nothing is sent.
 *
 * @param silence is told that the service has answered: whoever looked has just heard from it
 */
export const prepared = (transport: Transport, silence: Silence): Transport => ({
  async send(request) {
    const { prepare, attempted, unclear = false } = request;
    if (prepare === undefined) return transport.send(request);
    const body = await prepare({ unclear });
    silence.answered();
    let arrived = true;
    try {
      return await transport.send({ ...request, body });
    } catch (thrown) {
      if (thrown instanceof ServiceError) arrived = thrown.arrived;
      throw thrown;
    } finally {
      attempted?.(arrived);
    }
  },
  close: () => transport.close(),
});
