import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { parseSemantics } from "../reconcile/probe/semantics-document";
import { baseUrl } from "../service/endpoint";
import { insecureAdvice } from "./common-diagnostics";
import { isObjectValue, isUnknown, type ObjectValue } from "./value";

/**
 * Checks the provider block, one diagnostic for each invalid attribute. Unknown values are accepted.
 *
 * @param insecure allows http to a host that is not this machine
 */
export function validateProvider(config: ObjectValue, insecure: boolean): readonly Diagnostic[] {
  const { base_url: url = null, semantics = null } = config;
  return [
    ...(typeof url === "string" && url.trim() !== ""
      ? refused("base_url", "base-url-invalid", () => baseUrl(url.trim(), insecure, insecureAdvice))
      : []),
    ...(typeof semantics === "string"
      ? refused("semantics", "semantics-invalid", () => parseSemantics(semantics, "The text"))
      : []),
    ...concurrency(config),
    ...maxDeletes(config),
    ...scope(config),
  ];
}

function concurrency({ max_concurrency: most = null }: ObjectValue): readonly Diagnostic[] {
  if (most === null || isUnknown(most)) return [];
  return typeof most === "number" && Number.isInteger(most) && most >= 1 && most <= 1000
    ? []
    : [
        error("max-concurrency-invalid", "It must be a whole number from 1 to 1000.", {
          attribute: ["max_concurrency"],
        }),
      ];
}

function maxDeletes({ managed_scope: scope = null }: ObjectValue): readonly Diagnostic[] {
  const most = isObjectValue(scope) ? (scope["max_deletes"] ?? null) : null;
  if (most === null || isUnknown(most) || (typeof most === "number" && Number.isInteger(most) && most >= 0)) return [];
  const attribute = ["managed_scope", "max_deletes"];
  return [error("max-deletes-invalid", "It must be a whole number, or 0 for none.", { attribute })];
}

function scope({ managed_scope: given = null }: ObjectValue): readonly Diagnostic[] {
  if (!isObjectValue(given) || typeof given["names"] !== "string" || given["all"] !== true) return [];
  const detail = "names limits the scope, and all = true takes every configuration of the account. Keep one.";
  return [error("scope-contradictory", detail, { attribute: ["managed_scope"] })];
}

function refused(name: string, code: DiagnosticCode, check: () => unknown): readonly Diagnostic[] {
  try {
    check();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ detail }) => error(code, detail, { attribute: [name] }));
  }
}
