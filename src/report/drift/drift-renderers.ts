import { createRequire } from "node:module";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { View } from "../renderer";
import type * as Document from "./drift-document";
import type * as Junit from "./drift-junit";
import type * as Markdown from "./drift-markdown";
import type { DriftReport } from "./drift-report";
import type * as Text from "./drift-text";

const load = createRequire(__filename);

/** How drift is printed to stdout. */
interface DriftRenderer {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  readonly print: (reports: readonly DriftReport[], diagnostics: readonly Diagnostic[], view: View) => string;
}

/** The choices of `--format`, each loaded when it is used. */
export const driftRenderers = {
  text: () => ({
    machineReadable: false,
    print: (reports, _diagnostics, view) =>
      reports.map((each) => (load("./drift-text") as typeof Text).driftText(each, view)).join("\n"),
  }),
  markdown: () => ({
    machineReadable: false,
    print: (reports, diagnostics, { full }) =>
      (load("./drift-markdown") as typeof Markdown).driftMarkdown(reports, diagnostics, full),
  }),
  junit: () => ({
    machineReadable: false,
    print: (reports) => (load("./drift-junit") as typeof Junit).driftJunit(reports),
  }),
  json: () => ({
    machineReadable: true,
    print: (reports, diagnostics) => (load("./drift-document") as typeof Document).driftJson(reports, diagnostics),
  }),
} as const satisfies Readonly<Record<string, () => DriftRenderer>>;

export type DriftFormat = keyof typeof driftRenderers;

export const driftFormats = Object.keys(driftRenderers) as readonly DriftFormat[];
