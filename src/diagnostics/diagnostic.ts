import type { AttributePath } from "./attribute-path";
import { type DiagnosticCode, type TitleFacts, titleOf } from "./catalogue";

/** A message to the user: what is wrong, where, and how to fix it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** What is wrong, in a few words. */
  readonly summary: string;
  /** The details, and how to fix it. */
  readonly detail: string;
  /** The construct or resource concerned, such as `scanform_configuration.strict`. */
  readonly address?: string;
  /** The place inside it: a path of attributes, or a JSON pointer into a file. */
  readonly path?: string;
  /** The place in the app's code, relative to the project, such as `main.ts:31:5`. */
  readonly location?: string;
  /** Other paths at the address that the detail mentions; `located` adds their places in code to it. */
  readonly mentions?: readonly string[];
  /** The place as steps in a resource of Terraform, whose user interface underlines the attribute. */
  readonly attribute?: AttributePath;
}

/** A message as it is shown, or stored; its code may be of another version. */
export type ShownDiagnostic = Omit<Diagnostic, "code" | "mentions" | "attribute"> & { readonly code: string };

/** A message without what only its making needs. */
export const shownDiagnostic = ({ mentions: _places, attribute: _steps, ...shown }: Diagnostic): ShownDiagnostic =>
  shown;

export interface Place {
  readonly address?: string | undefined;
  readonly path?: string | undefined;
  readonly location?: string | undefined;
  readonly attribute?: AttributePath | undefined;
}

/** The same diagnostic at another place. */
export function relocate({ severity, code, summary, detail }: Diagnostic, place: Place): Diagnostic {
  const { address, path, location, attribute } = place;
  return {
    code,
    severity,
    summary,
    detail,
    ...(address === undefined ? {} : { address }),
    ...(path === undefined ? {} : { path }),
    ...(location === undefined ? {} : { location }),
    ...(attribute === undefined ? {} : { attribute }),
  };
}

/** @param facts what the title is made from, for a code whose title names its object */
export const error = <C extends DiagnosticCode>(
  code: C,
  detail: string,
  place: Place = {},
  ...facts: TitleFacts<C>
): Diagnostic => relocate({ severity: "error", code, summary: titleOf(code, facts), detail }, place);

export const warning = <C extends DiagnosticCode>(
  code: C,
  detail: string,
  place: Place = {},
  ...facts: TitleFacts<C>
): Diagnostic => relocate({ severity: "warning", code, summary: titleOf(code, facts), detail }, place);

export const hasErrors = (diagnostics: readonly Pick<Diagnostic, "severity">[]): boolean =>
  diagnostics.some((each) => each.severity === "error");
