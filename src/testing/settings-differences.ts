import { visibleJson } from "../diagnostics/foreign-text";
import { compareSettings, type LeafChange } from "../model/compare-settings";
import { isObject } from "../model/json";
import { pathText } from "../model/problem";
import type { Settings } from "../model/settings";
import { merge } from "../reconcile/plan/merge";

/** What is declared otherwise than expected, each as a part of a sentence. */
export function settingsDifferences(settings: Settings, expected: Settings): readonly string[] {
  const changes = compareSettings(settings, merge(settings, expected));
  return [...changes, ...absent(settings, expected, [])].map(difference);
}

type Difference = Pick<LeafChange, "path" | "before" | "after">;

/** What is empty and expected, and not declared: with a live configuration it may be compared as the same, but not here. */
function absent(settings: unknown, expected: unknown, path: readonly string[]): readonly Difference[] {
  const isEmpty = isObject(expected) ? Object.keys(expected).length === 0 : isEmptyList(expected);
  if (isEmpty && settings === undefined) return [{ path: pathText(path), after: expected }];
  if (!isObject(expected)) return [];
  const declared = isObject(settings) ? settings : {};
  return Object.entries(expected).flatMap(([key, value]) =>
    absent(Object.hasOwn(declared, key) ? declared[key] : undefined, value, [...path, key]),
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const difference = ({ path, before, after }: Difference): string =>
  `${path} is ${valueText(before)} instead of ${valueText(after)}`;

const valueText = (value: unknown): string => (value === undefined ? "not set" : visibleJson(JSON.stringify(value)));
