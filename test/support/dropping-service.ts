import { text } from "node:stream/consumers";
import { isObject } from "../../src/model/json";
import { forward, serving } from "./proxy";

/** A service that keeps no empty list, and no entry that has nothing else, before an emulator. @returns its URL */
export const droppingService = (target: string): Promise<string> =>
  serving(async (incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    const { authorization = "" } = incoming.headers;
    const body = await text(incoming);
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === "" ? {} : { body: JSON.stringify(withoutEmpty(JSON.parse(body))) };
    await forward(await fetch(target + url, { method, headers, ...sent }), outgoing);
  });

function withoutEmpty(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const);
  return Object.fromEntries(kept.filter(([, each]) => !isEmpty(each)));
}

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
