import { text } from "node:stream/consumers";
import { forward, serving } from "./proxy";

/** A service that keeps the names of configurations in lower case, before an emulator. @returns its URL */
export const lowerCasingService = (target: string): Promise<string> =>
  serving(async (incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    const { authorization = "" } = incoming.headers;
    const body = await text(incoming);
    const sent = body.replace(/(?<="configuration":\{"name":)"[^"]*"/, (name) => name.toLowerCase());
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(target + url, { method, headers, ...(body === "" ? {} : { body: sent }) });
    await forward(answer, outgoing);
  });
