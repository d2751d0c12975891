import type { AttributePath } from "../diagnostics/attribute-path";
import { detailOf, type Problem } from "../model/problem";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { RequestError } from "../reconcile/ports";

/** Terraform asked the provider to stop: the outcome for the resource is unknown. */
export const interrupted: Diagnostic = error(
  "interrupted",
  "This was stopped before it was done, or before that was read back. The next plan shows what was done.",
);

/** The reason why a dry run does nothing. @param request what would be sent; absent for nothing */
export const dryRunError = (request?: string): Diagnostic =>
  error("dry-run", `dry_run is set: would send ${request ?? "nothing"}. The state stays as it is.`);

/** The diagnostics that a ScanformError carries. @throws any other error, which is a defect */
export function diagnosticsOfError(thrown: unknown): readonly Diagnostic[] {
  if (!(thrown instanceof ScanformError)) throw thrown;
  return wasInterrupted(thrown) ? [interrupted] : thrown.diagnostics;
}

/** Whether a request ended, or did not begin, because of the stop. */
export const wasInterrupted = (thrown: ScanformError): boolean =>
  thrown instanceof RequestError && (thrown.fault === "interrupted" || thrown.fault === "not-tried");

/** Whether http to a host that is not this machine is allowed, as by --insecure of the CLI. */
export const isInsecure = (env: NodeJS.ProcessEnv): boolean => env["SCANFORM_INSECURE"]?.trim() === "1";

/** What the error about http names beside https. */
export const insecureAdvice = "set SCANFORM_INSECURE=1 to allow it";

/** Terraform shows the place, and the title for the code, which the protocol does not have. */
export const attributeDiagnostic = (found: Problem, at: AttributePath = []): Diagnostic =>
  error(found.kind, detailOf(found, ""), { attribute: [...at, ...found.path] });
