import type { Findings, Reader } from "./findings";
import { isToken } from "./tokens";

/** The properties that are right, whatever was passed in their place. */
export function readProps(reader: Reader, props: unknown, findings: Findings): Readonly<Record<string, unknown>> {
  if (isToken(props)) {
    findings.add("is known to Terraform alone: give it an object, whose parts may be tokens");
    return {};
  }
  const read = reader(props, findings);
  return typeof read === "object" && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
}
