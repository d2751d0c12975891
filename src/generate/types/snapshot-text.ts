import { visibleJson } from "../../diagnostics/foreign-text";
import { isObject } from "../../model/json";
import { parseJsonOrNothing } from "../../model/parse-json";
import type { Snapshot } from "./snapshot";

const author = "scanform types";
const version = "1.0";

/** The snapshot as a JSON file, which says who has written it. */
export const snapshotText = (snapshot: Snapshot): string =>
  `${visibleJson(JSON.stringify({ made_by: author, format_version: version, ...snapshot }, null, 2))}\n`;

/** The snapshot in a file; absent where `scanform types` has not written it, in this form. */
export function snapshotIn(text: string): Snapshot | undefined {
  const json = parseJsonOrNothing(text);
  if (!isObject(json) || json["made_by"] !== author || json["format_version"] !== version) return undefined;
  const { account_id, analyzers, policies, repositories } = json;
  return typeof account_id === "string" && isTexts(analyzers) && isPolicies(policies) && isTexts(repositories)
    ? { account_id, analyzers, policies, repositories }
    : undefined;
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((each) => typeof each === "string");

const isPolicies = (value: unknown): value is Snapshot["policies"] =>
  isObject(value) &&
  Object.values(value).every(
    (each) => isObject(each) && typeof each["id"] === "string" && typeof each["title"] === "string",
  );
