import type { Findings, Reader } from "./findings";
import { isToken } from "./tokens";
import { isProperties } from "./wrong-kind";

/** The properties that are right, whatever was passed in their place. */
export function readProps(reader: Reader, props: unknown, findings: Findings): Readonly<Record<string, unknown>> {
  if (isToken(props)) {
    findings.add("is known to Terraform alone: give it an object, whose parts may be tokens");
    return {};
  }
  const read = reader(props, findings);
  return typeof read === "object" && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
}

/** Adds a finding for each property that is absent. @param required what to do, by property */
export function requireProps(required: Readonly<Record<string, string>>, props: unknown, findings: Findings): void {
  if (!isProperties(props) || isToken(props)) return;
  for (const [name, advice] of Object.entries(required))
    if (props[name] === undefined) findings.add(`is absent: ${advice}`, name);
}
