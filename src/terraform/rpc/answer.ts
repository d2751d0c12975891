import { type AttributePath, pathText, type Step } from "../../diagnostics/attribute-path";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { ownLines, visibleWrapped } from "../../diagnostics/foreign-text";
import { diagnosticsOfError } from "../common-diagnostics";
import type { AttributePathMessage, DiagnosticMessage } from "../protocol/service";
import { fail } from "../../diagnostics/error";
import type { Session } from "../account/session";

/** Diagnostics as messages of the protocol, in which names of the account are text and nothing else. */
export const diagnosticMessages = (diagnostics: readonly Diagnostic[]): readonly DiagnosticMessage[] =>
  diagnostics.map(diagnosticMessage);

function diagnosticMessage(diagnostic: Diagnostic): DiagnosticMessage {
  const { severity, summary, detail, address, path, attribute = [] } = diagnostic;
  const shown = shownSteps(attribute);
  // an index or a key in the text as well: in a module terraform underlines the whole argument, such as `rules = var.rules`
  const element = attribute.length > 1 ? pathText(attribute) : undefined;
  return {
    severity: severity === "error" ? "ERROR" : "WARNING",
    summary: visibleWrapped(summary),
    // the protocol has no other field for these
    detail: ownLines([element, address, path, detail].filter((each) => each !== undefined).join(": "))
      .map(visibleWrapped)
      .join("\n"),
    ...(shown.length === 0 ? {} : { attribute: { steps: shown.map(stepMessage) } }),
  };
}

/** Terraform underlines an attribute or an entry of one; for a deeper path it shows only the header of the block. */
function shownSteps([first, second]: AttributePath): AttributePath {
  if (typeof first !== "string") return [];
  return second === undefined || typeof second === "string" ? [first] : [first, second];
}

function stepMessage(step: Step): NonNullable<AttributePathMessage["steps"]>[number] {
  if (typeof step === "string") return { attribute_name: step };
  return typeof step === "number" ? { element_key_int: step } : { element_key_string: step.key };
}

/**
 * The answer of `work`, or, when it throws a ScanformError, the diagnostics of the error.
 *
 * @param otherwise the rest of the answer in case of an error
 * @throws any other error, which is a defect
 */
export async function answerOrDiagnostics<Answer extends object>(
  work: () => Answer | Promise<Answer>,
  otherwise: Partial<Answer> = {},
): Promise<Answer | (Partial<Answer> & { readonly diagnostics: readonly DiagnosticMessage[] })> {
  try {
    return await work();
  } catch (thrown) {
    return { ...otherwise, diagnostics: diagnosticMessages(diagnosticsOfError(thrown)) };
  }
}

/** The registered resource, data source or function. @throws ScanformError for an unknown name */
export function registered<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) fail("request-unreadable", `The provider has nothing named ${JSON.stringify(name)}.`);
  return found;
}

/** What the requests of a connection share: the configured session and the stop signal. */
export class ConnectionState {
  /** Absent before ConfigureProvider, and while the provider's configuration is unknown. */
  session: Session | undefined;
  /** Aborted when terraform is asked to stop. */
  stop = new AbortController();
}

/** @throws ScanformError before the provider is configured, and while its configuration is unknown */
export function configuredSession({ session }: ConnectionState): Session {
  return (
    session ??
    fail(
      "provider-not-configured",
      "Its configuration has values that are known only after something else is applied. Apply that first, with -target.",
    )
  );
}
