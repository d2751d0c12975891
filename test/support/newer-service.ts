import { text } from "node:stream/consumers";
import { isObject } from "../../src/model/json";
import { forward, serving } from "./proxy";

/** What becomes of a value under a key of a JSON body. */
type Change = (key: string, value: unknown) => unknown;

/**
 * A service before an emulator that answers and takes other JSON.
 *
 * @returns its URL
 */
export const translating = (target: string, answered: Change, taken: Change): Promise<string> =>
  serving(async (incoming, outgoing) => {
    const {
      method = "",
      url = "",
      headers: { authorization = "" },
    } = incoming;
    const body = await text(incoming);
    const answer = await fetch(target + url, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body === "" ? {} : { body: changed(body, taken) }),
    });
    const given = await answer.text();
    await forward(new Response(given === "" ? null : changed(given, answered), answer), outgoing);
  });

const changed = (json: string, change: Change): string => JSON.stringify(JSON.parse(json, change));

/**
 * A service that is newer than scanform's model: it knows no analyzer's `risk_level`, but a `future-setting` in its
 * place. An analyzer with this field shows nothing else.
 */
export const newerService = (target: string): Promise<string> =>
  translating(target, inAnalyzers(newer), inAnalyzers(older));

type Entry = Readonly<Record<string, unknown>>;

const newer = (entry: Entry): Entry =>
  entry["risk_level"] === undefined ? entry : { "future-setting": entry["risk_level"] };

const older = ({ "future-setting": future, ...entry }: Entry): Entry =>
  future === undefined ? entry : { ...entry, risk_level: future };

/** Each analyzer changed. */
const inAnalyzers =
  (change: (entry: Entry) => Entry): Change =>
  (name, value) =>
    name === "analyzers" && isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([slug, entry]) => [slug, isObject(entry) ? change(entry) : entry]),
        )
      : value;
