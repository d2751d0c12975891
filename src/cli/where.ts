import { isDeepStrictEqual } from "node:util";
import { fail } from "../diagnostics/error";
import { decode } from "../model/decoder";
import type { Field } from "../model/field";
import { fieldDecoder, ways } from "../model/field-decoder";
import { leavesOf, pathOf } from "../model/leaves";
import { detailOf } from "../model/problem";
import { sameSet } from "../model/same-set";
import { leafNamed } from "../model/setting-path";
import { settingNames, type Settings } from "../model/settings";
import { meant } from "../model/suggest";

/** A condition on the settings of a configuration: `secrets.blocking != true`. */
export interface Condition {
  /** As it was typed. */
  readonly text: string;
  /** The analyzer that it is about, if it is about one. */
  readonly analyzer?: string;
  /** Without a configuration nothing is set. */
  readonly holds: (settings: Settings) => boolean;
}

const form = /^\s*((?:[^\s=!"]|"(?:[^"\\]|\\.)*")+)\s*(?:(!?=)\s*(.*?)|\s+(unset))\s*$/s;

/** @throws ScanformError `usage` for a text that is no condition */
export function conditionIn(text: string): Condition {
  const [, path = "", operator, value = "", unset] = form.exec(text) ?? [];
  if (path === "")
    return refuse(text, "It is a setting, then = or != and a value, or unset: 'secrets.blocking != true'.");
  const named = leafNamed(path);
  if ("why" in named)
    return refuse(
      text,
      `${path} ${named.why}.`.replace(/[.?]\.$/, (end) => end.slice(0, 1)),
    );
  const { leaf, field } = named;
  const at = pathOf(leaf);
  const common = { text, ...(leaf.setting === "analyzers" && leaf.key !== undefined ? { analyzer: leaf.key } : {}) };
  if (unset !== undefined) return { ...common, holds: (settings) => !leavesOf(settings).has(at) };
  if (field === undefined) {
    const advice = `write "${path} unset", or name one of its settings. ${meant(path, settingNames)}`;
    return refuse(text, `${path} has no value: ${advice}`.trimEnd());
  }
  const wanted = valueIn(text, path, value, field);
  const isEqual = (settings: Settings): boolean => {
    const found = leavesOf(settings).get(at)?.value;
    if (found === undefined) return false;
    return field.kind === "set" ? sameSet(field, found, wanted) : isDeepStrictEqual(found, wanted);
  };
  return { ...common, holds: operator === "=" ? isEqual : (settings) => !isEqual(settings) };
}

/** The value that is compared with: JSON, or a text without quotes; a text is a list of one where a list is wanted. */
function valueIn(text: string, path: string, written: string, field: Field): unknown {
  let value: unknown = written;
  try {
    value = JSON.parse(written);
  } catch {
    // a text without quotes
  }
  if (field.kind === "set" && typeof value === "string") value = [value];
  if (field.kind === "enum" && typeof value !== "string") value = written;
  const decoded = decode(fieldDecoder(field, ways.declared), value);
  if ("value" in decoded) return decoded.value;
  const [problem] = decoded.problems;
  return refuse(text, problem === undefined ? "" : detailOf(problem, path));
}

const refuse = (text: string, why: string): never => fail("usage", `--where ${JSON.stringify(text)}: ${why}`);
