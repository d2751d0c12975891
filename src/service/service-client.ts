import type { Attempts, LookReader, RequestError, Requests, Writer } from "../reconcile/ports";
import { Caller } from "./caller";
import { checkOptions, keyOf, type ServiceClientOptions } from "./client-options";
import { baseUrl } from "./endpoint";
import { Operations } from "./operations";
import { type LimitedTransport, rateLimited } from "./rate-limit";
import { type Again, IdleDeadline, retrying } from "./retry";
import { ServiceError } from "./service-error";
import { httpTransport, readOnly, type Request, type Transport } from "./transport";

/**
 * A client of every operation of the service. Failed requests are repeated where that is safe, but those of a turn
 * (`inTurn`), which are sent once.
 *
 * @example
 * ```ts
 * const { SCANFORM_BASE_URL: baseUrl = "", SCANFORM_API_KEY: apiKey = "" } = process.env;
 * await using service = new ServiceClient({ baseUrl, apiKey, readOnly: true });
 * for (const { account_id } of await service.accounts())
 *   for await (const finding of service.allFindings(account_id, { days: 7 })) console.log(finding);
 * ```
 */
export class ServiceClient extends Operations implements Writer {
  readonly looks: LookReader;
  readonly #caller: Caller;
  readonly #limited: LimitedTransport;
  readonly #again: Again;
  readonly #deadline: IdleDeadline;
  readonly #guarded: (transport: Transport) => Transport;

  /**
   * @param like another client of this service: what one of them learns of the lengths of pages, both know, and they share
   * the time in which the service may answer nothing
   * @throws ScanformError `base-url-invalid`, `no-api-key` or `argument-invalid`
   */
  constructor(options: ServiceClientOptions, like?: ServiceClient) {
    checkOptions(options);
    const apiKey = keyOf(options.apiKey);
    const http = httpTransport({
      ...options,
      apiKey,
      baseUrl: baseUrl(options.baseUrl, options.insecure, "set the option `insecure` to allow it"),
    });
    const deadline = like === undefined ? new IdleDeadline(options) : like.#deadline;
    const limited = rateLimited(http, { ...options, deadline });
    const robust = retrying(limited, { ...options, deadline });
    const guarded = (transport: Transport): Transport => (options.readOnly === true ? readOnly(transport) : transport);
    const caller = new Caller(guarded(robust), apiKey, like === undefined ? undefined : like.#caller.cutLengths);
    super(caller);
    this.#caller = caller;
    this.#limited = limited;
    this.#again = robust.again;
    this.#deadline = deadline;
    this.#guarded = guarded;
    this.looks = this.#by((request) => robust.send({ ...request, inTurn: true }));
  }

  /** Waits for a turn, which ends with `use`. Its requests are sent once, and wait for no other turn; no signal ends them. */
  inTurn<T>(
    use: (requests: Requests) => Promise<T>,
    { waited }: Attempts,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const timing = { within: this.#deadline.longest - waited, waitedBefore: waited };
    const requests = this.#by((request) => this.#limited.send({ ...request, ...timing, inTurn: true }));
    return this.#deadline.during(() => this.#limited.turn(() => use(requests), signal));
  }

  /** Waits until a request that has failed may be sent again. @throws ServiceError where it may not */
  again(
    failed: RequestError,
    made: Attempts,
    isRepeatable: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Attempts> {
    if (!(failed instanceof ServiceError)) throw failed;
    const { method, path } = failed;
    const repeatable = isRepeatable ? { repeatable: true as const } : {};
    return this.#again(failed, made, { method, shown: { method, path }, signal, ...repeatable });
  }

  /** Waits for requests in flight, or ends them if the client is read-only, and closes the connections. */
  close(): Promise<void> {
    return this.#caller.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #by(send: (request: Request) => ReturnType<Transport["send"]>): Operations {
    return new Operations(this.#caller.by(this.#guarded({ send, close: () => Promise.resolve() })));
  }
}
