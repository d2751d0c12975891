import type { ShownDiagnostic } from "../diagnostics/diagnostic";
import { ownLines, visible } from "../diagnostics/foreign-text";
import { ruleNumbers } from "../diagnostics/locations";
import { hasNoPlace } from "../reconcile/rollback/put-back";
import type { Colors } from "./renderer";

/** Errors and warnings, each with its place. */
export function diagnosticsText(diagnostics: readonly ShownDiagnostic[], colors: Colors): string {
  return diagnostics
    .map(({ severity, summary, detail, address, path, location, code }) => {
      const kind = severity === "error" ? colors.red("error") : colors.yellow("warning");
      const isSaid = path !== undefined && detail.startsWith(`${path} `);
      const named = path === undefined || isSaid ? undefined : placeIn(path);
      const line = location === undefined ? undefined : `at ${location}`;
      const at = address === undefined || hasNoPlace(address) ? undefined : address;
      const place = [at, named, line].flatMap((each) => (each === undefined ? [] : [visible(each)])).join("  ");
      const lines = [...ownLines(place), ...ownLines(ruleNumbers(detail))].filter((line) => line !== "");
      return [`${kind}: ${summary} [${code}]`, ...lines.map((line) => `  ${line}`), ""].join("\n");
    })
    .join("");
}

/** `rule 7` for `rules[6]`, and beside a pointer into a file. */
function placeIn(path: string): string {
  const index = /\/rules\/(\d+)/.exec(path)?.[1];
  return index === undefined ? ruleNumbers(path) : `${path} (${ruleNumbers(`rules[${index}]`)})`;
}
