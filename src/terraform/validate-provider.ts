import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { parseSemantics } from "../reconcile/probe/semantics-document";
import { baseUrl } from "../service/base-url";
import { isUnknown, type ObjectValue } from "./values/value";

/** How errors say that the key may be sent without protection. */
export const allowingInsecure = "set SCANFORM_INSECURE=1 if you mean it";

/**
 * Checks the provider block, one diagnostic for each invalid attribute. Unknown values are accepted.
 *
 * @param insecure accepts http to other hosts than this machine
 */
export function validateProvider(config: ObjectValue, insecure: boolean): readonly Diagnostic[] {
  const { base_url: url = null, semantics = null } = config;
  return [
    ...(typeof url === "string" && url.trim() !== ""
      ? refused("base_url", "base-url-invalid", () => baseUrl(url.trim(), insecure, allowingInsecure))
      : []),
    ...(typeof semantics === "string"
      ? refused("semantics", "semantics-invalid", () => parseSemantics(semantics, "The text"))
      : []),
    ...concurrency(config),
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

function refused(name: string, code: DiagnosticCode, check: () => unknown): readonly Diagnostic[] {
  try {
    check();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ detail }) => error(code, detail, { attribute: [name] }));
  }
}
