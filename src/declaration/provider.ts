import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { isObject } from "../model/json";
import { listed } from "../model/nearest";
import type { Stack } from "./documents";
import { type Evaluator, pointer } from "./evaluate";
import { providerShape, shaped } from "./shapes";
import { parseTemplate } from "./template";

/** What the provider block says about where to go. Never a key. */
export interface ProviderSettings {
  /** Without `/v1`. */
  readonly baseUrl?: string;
  readonly accountId?: string;
}

/** The one provider block of an app. Several that mean the same count as one. */
export function providers(stacks: readonly Stack[], evaluator: Evaluator, diagnostics: Diagnostic[]): ProviderSettings {
  const found = stacks.flatMap((stack) => {
    const blocks = isObject(stack.json["provider"]) ? stack.json["provider"]["scanform"] : undefined;
    const all: readonly unknown[] = Array.isArray(blocks) ? blocks : blocks === undefined ? [] : [blocks];
    return all.map((block, index) => one(stack, block, index, evaluator, diagnostics));
  });
  const distinct = new Map(found.map((each) => [JSON.stringify([each.baseUrl, each.accountId]), each]));
  if (distinct.size > 1) {
    const named = [...distinct.values()].map(
      ({ baseUrl = "the environment's service", accountId = "the environment's account" }) =>
        `${accountId} of ${baseUrl}`,
    );
    const detail = `Its provider blocks name ${listed(named)}. The CLI applies one account at a time: make an app of each.`;
    diagnostics.push(error("several-providers", detail, { address: "provider.scanform" }));
  }
  return found[0] ?? {};
}

/** An expression names a key that is elsewhere; anything else is one, or part of one. */
const writtenOut = (key: unknown): boolean =>
  typeof key === "string"
    ? parseTemplate(key).some((part) => !("expression" in part) && !("literal" in part && part.literal === ""))
    : key !== undefined && key !== null;

function one(
  stack: Stack,
  block: unknown,
  index: number,
  evaluator: Evaluator,
  diagnostics: Diagnostic[],
): ProviderSettings {
  const address = "provider.scanform";
  const path = ["provider", "scanform", String(index)];
  const { api_key: key, ...rest } = isObject(block) ? block : {};
  if (writtenOut(key)) {
    const detail =
      "api_key is written out, and so stands in the synthesized files in plain text. " +
      "Remove it, set SCANFORM_API_KEY instead, and make a new key in the dashboard.";
    diagnostics.push(error("secret-declared", detail, { address, path: pointer(stack, [...path, "api_key"]) }));
  }
  const value = evaluator.evaluate(stack, rest, path, address);
  const place = (inside: readonly PropertyKey[]) => ({ address, path: pointer(stack, [...path, ...inside]) });
  const settings = shaped(providerShape, value, place, diagnostics);
  return {
    ...(typeof settings?.base_url === "string" ? { baseUrl: settings.base_url } : {}),
    ...(typeof settings?.account_id === "string" ? { accountId: settings.account_id } : {}),
  };
}
