import type { Diagnostic } from "../diagnostics/diagnostic";
import { ownLines, visible } from "../diagnostics/foreign-text";
import type { Colors } from "./renderer";

/** Errors and warnings, each with its place. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], colors: Colors): string {
  return diagnostics
    .map(({ severity, summary, detail, address, path, location, code }) => {
      const kind = severity === "error" ? colors.red("error") : colors.yellow("warning");
      const named = path !== undefined && detail.startsWith(`${path} `) ? undefined : path;
      const line = location === undefined ? undefined : `at ${location}`;
      const place = [address, named, line].flatMap((each) => (each === undefined ? [] : [visible(each)])).join("  ");
      const lines = [...ownLines(place), ...ownLines(detail)].filter((line) => line !== "");
      return [`${kind}: ${summary} [${code}]`, ...lines.map((line) => `  ${line}`), ""].join("\n");
    })
    .join("");
}
