import { text } from "node:stream/consumers";
import { isObject } from "../../src/model/json";
import { forward, serving } from "./proxy";

/**
 * A service that is newer than scanform's model, before an emulator: it knows no analyzer's `risk_level`, but a
 * `future-setting` in its place. An analyzer with this field shows nothing else.
 *
 * @returns its URL
 */
export const newerService = (target: string): Promise<string> =>
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
      ...(body === "" ? {} : { body: changed(body, older) }),
    });
    const answered = await answer.text();
    await forward(new Response(answered === "" ? null : changed(answered, newer), answer), outgoing);
  });

type Entry = Readonly<Record<string, unknown>>;

const newer = (entry: Entry): Entry =>
  entry["risk_level"] === undefined ? entry : { "future-setting": entry["risk_level"] };

const older = ({ "future-setting": future, ...entry }: Entry): Entry =>
  future === undefined ? entry : { ...entry, risk_level: future };

/** The JSON with each analyzer changed. */
const changed = (json: string, change: (entry: Entry) => Entry): string =>
  JSON.stringify(
    JSON.parse(json, (name, value: unknown) =>
      name === "analyzers" && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([slug, entry]) => [slug, isObject(entry) ? change(entry) : entry]),
          )
        : value,
    ),
  );
