import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";

/** One warning that names the configurations which a collection deletes, since its diff shows entries only. */
export function namesOfDeleted(names: readonly string[], attribute: AttributePath): readonly Diagnostic[] {
  if (names.length === 0) return [];
  const many = `${String(names.length)} ${names.length === 1 ? "configuration" : "configurations"}`;
  const detail = `Deleted in the service, since no entry has them any more: ${listed(names, 100)}.`;
  return [{ ...warning("collection-deletes", detail, { attribute }), summary: `Deletes ${many}: ${listed(names, 5)}` }];
}
