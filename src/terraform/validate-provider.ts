import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { providerFields } from "../model/declared-fields";
import { fieldsDecoder } from "../model/field-decoder";
import { judgeScope } from "../model/judge";
import { parseSemantics } from "../reconcile/probe/semantics-document";
import { baseUrl } from "../service/endpoint";
import { insecureAdvice } from "./common-diagnostics";
import { attributeDiagnostic } from "./common-diagnostics";
import { configured, problemsIn } from "./validate";
import { isObjectValue, type ObjectValue } from "./value";

/**
 * Checks the provider block, one diagnostic for each invalid attribute. Unknown values are accepted.
 *
 * @param insecure allows http to a host that is not this machine
 */
export function validateProvider(config: ObjectValue, insecure: boolean): readonly Diagnostic[] {
  const { base_url: url = null, semantics = null, managed_scope: scope = null } = config;
  return [
    ...(typeof url === "string" && url.trim() !== ""
      ? refused("base_url", "base-url-invalid", () => baseUrl(url.trim(), insecure, insecureAdvice))
      : []),
    ...(typeof semantics === "string"
      ? refused("semantics", "semantics-invalid", () => parseSemantics(semantics, "The text"))
      : []),
    ...problemsIn(fieldsDecoder(providerFields, configured), config),
    ...judgeScope(isObjectValue(scope) ? scope : {}).map((each) => attributeDiagnostic(each, ["managed_scope"])),
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
