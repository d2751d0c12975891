import { ScanformError } from "../diagnostics/error";
import { ServiceError } from "../service/service-error";

/** A step into a value: an attribute's name, an index of a list, or a key of a map. */
export type Step = string | number | { readonly key: string };

/** What terraform shows to the user, at the attribute that it is about. */
export interface Said {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** From the resource's attributes on; absent when it is about all of it. */
  readonly path?: readonly Step[];
}

export const failed = (summary: string, detail: string, path?: readonly Step[]): Said =>
  said("error", summary, detail, path);

export const warned = (summary: string, detail: string, path?: readonly Step[]): Said =>
  said("warning", summary, detail, path);

const said = (
  severity: Said["severity"],
  summary: string,
  detail: string,
  path: readonly Step[] | undefined,
): Said => ({
  severity,
  summary,
  detail,
  ...(path === undefined ? {} : { path }),
});

export const hasFailed = (all: readonly Said[]): boolean => all.some(({ severity }) => severity === "error");

/** Terraform has asked us to stop: what became of a resource is not for us to say. */
export const interrupted: Said = failed(
  "Interrupted",
  "This was stopped before it was done, or before it was seen to be done. The next plan shows what was done.",
);

const wasInterrupted = (thrown: ScanformError): boolean =>
  thrown instanceof ServiceError && (thrown.fault === "interrupted" || thrown.fault === "not-tried");

/** What was thrown on purpose, in words for terraform. @throws anything else, which is a defect */
export function saidBy(thrown: unknown): readonly Said[] {
  if (!(thrown instanceof ScanformError)) throw thrown;
  if (wasInterrupted(thrown)) return [interrupted];
  return thrown.diagnostics.map(({ severity, summary, detail, address, path }) => {
    const where = [address, path].filter((each) => each !== undefined).join(": ");
    return said(severity, summary, where === "" ? detail : `${where}: ${detail}`, undefined);
  });
}
