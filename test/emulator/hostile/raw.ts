import { connect, type Socket } from "node:net";
import { acmeKey } from "../../../src/emulator";

/** A raw response. */
export interface Raw {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** `addressed` and `sent` put the port in. */
export const host = "Host: localhost:PORT\r\n";
export const key = `Authorization: Bearer ${acmeKey}\r\n`;

/** Writes to a connection and resolves with everything received until it ends. */
export const exchange = (port: number, write: (socket: Socket) => void): Promise<string> =>
  new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => {
      write(socket);
    });
    socket.setEncoding("latin1").on("data", (text: string) => (received += text));
    // after a reset, the data received so far counts
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve(received);
    });
  });

/** Splits received text into responses by their content lengths. */
export function answersIn(received: string): readonly Raw[] {
  const answers: Raw[] = [];
  for (let rest = received; rest !== "";) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end === -1 ? undefined : end).split("\r\n");
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const length = Number(headers.get("content-length") ?? 0);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = end === -1 ? "" : rest.slice(end + 4 + length);
  }
  return answers;
}

export const addressed = (port: number, text: string): string => text.replaceAll(":PORT\r", `:${String(port)}\r`);

/** Sends raw text or bytes and returns the responses. */
export const sent = async (port: number, given: string | Buffer): Promise<readonly Raw[]> =>
  answersIn(await exchange(port, (socket) => socket.write(typeof given === "string" ? addressed(port, given) : given)));
