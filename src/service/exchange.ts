import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";

/** Why the client itself has ended an exchange. */
export type EndReason = "closed" | "no connection" | "no answer" | "stalled" | "too long" | "too late";

/** The client itself has ended an exchange. */
export class ExchangeEnded extends Error {
  override readonly name = "ExchangeEnded";

  constructor(readonly why: EndReason) {
    super(why);
  }
}

/** The limits of the parts of an exchange; times are in milliseconds. */
export interface ExchangeLimits {
  readonly connectTimeout: number;
  /** For the headers of the answer, and between two parts of its body. */
  readonly timeout: number;
  readonly maxResponseBytes: number;
}

export interface Outgoing {
  /** Where to, with the agent that makes connections. It has no headers: Node prints it if NODE_DEBUG says so. */
  readonly target: http.RequestOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Ends the exchange. */
  readonly signal: AbortSignal;
  /** There is a connection: until then nothing has been sent. */
  readonly onConnected: () => void;
}

/** An answer that has come whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends one request, and takes the whole answer.
 *
 * @throws ExchangeEnded, the error of a ProxyAgent, or what Node throws; any error once the signal is aborted
 */
export const exchange = (outgoing: Outgoing, limits: ExchangeLimits): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const { target, headers, body, signal, onConnected } = outgoing;
    for (const [name, value] of Object.entries(headers)) http.validateHeaderValue(name, value);
    const isSecure = target.protocol === "https:";
    const sent = (isSecure ? https : http).request(target);
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    if (body !== undefined) sent.setHeader("content-length", Buffer.byteLength(body));

    const abort = (): void => {
      fail(new Error("aborted", { cause: signal.reason }));
    };
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    const fail = (thrown: Error): void => {
      settle();
      reject(thrown);
      sent.destroy();
    };
    const endAfter = (milliseconds: number, why: EndReason): NodeJS.Timeout =>
      setTimeout(() => {
        fail(new ExchangeEnded(why));
      }, milliseconds);
    let timer = endAfter(limits.connectTimeout, "no connection");
    const continueWith = (milliseconds: number, why: EndReason): void => {
      clearTimeout(timer);
      timer = endAfter(milliseconds, why);
    };
    const connected = (): void => {
      onConnected();
      continueWith(limits.timeout, "no answer");
    };

    signal.addEventListener("abort", abort, { once: true });
    sent.on("error", fail);
    sent.on("socket", (socket) => {
      if (sent.reusedSocket) connected();
      else if (isSecure) socket.once("secureConnect", connected);
      else if (socket.connecting) socket.once("connect", connected);
      else connected();
    });
    sent.on("response", (answer) => {
      continueWith(limits.timeout, "stalled");
      const parts: Buffer[] = [];
      let length = 0;
      answer.on("error", fail);
      answer.on("data", (part: Buffer) => {
        timer.refresh();
        parts.push(part);
        length += part.length;
        if (length > limits.maxResponseBytes) fail(new ExchangeEnded("too long"));
      });
      answer.on("end", () => {
        settle();
        const text = Buffer.concat(parts)
          .toString()
          .replace(/^\uFEFF/, "");
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });

    sent.end(body);
  });
