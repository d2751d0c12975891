import type { z } from "zod";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DriftedConfiguration } from "../../reconcile/drift/drift";
import { accountDocument, effectDocument, formatVersion, jsonText, leafDocument } from "../document";
import type { driftAccountShape, driftShape } from "../document-shape";
import type { View } from "../renderer";
import { driftJunit } from "./drift-junit";
import type { DriftReport } from "./drift-report";
import { driftMarkdown, driftText } from "./drift-text";

/** How drift is printed to stdout. */
interface DriftRenderer {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  readonly print: (reports: readonly DriftReport[], diagnostics: readonly Diagnostic[], view: View) => string;
}

/** The choices of `--format`. */
export const driftRenderers = {
  text: {
    machineReadable: false,
    print: (reports, _diagnostics, view) => reports.map((each) => driftText(each, view)).join("\n"),
  },
  markdown: {
    machineReadable: false,
    print: (reports, diagnostics, { full }) => driftMarkdown(reports, diagnostics, full),
  },
  junit: { machineReadable: false, print: (reports) => driftJunit(reports) },
  json: { machineReadable: true, print: (reports, diagnostics) => driftJson(reports, diagnostics) },
} as const satisfies Readonly<Record<string, DriftRenderer>>;

export type DriftFormat = keyof typeof driftRenderers;

export const driftFormats = Object.keys(driftRenderers) as readonly DriftFormat[];

type AccountDocument = z.infer<typeof driftAccountShape>;

/** `scanform drift --json` */
const driftJson = (reports: readonly DriftReport[], diagnostics: readonly Diagnostic[]): string =>
  jsonText({
    format_version: formatVersion,
    accounts: reports.map(accountOf),
    diagnostics: [...diagnostics],
  } satisfies z.infer<typeof driftShape>);

function accountOf({ drift, since, pending, titles }: DriftReport): AccountDocument {
  const document = accountDocument(pending);
  return {
    account_id: document.account_id,
    account: document.account,
    since,
    drift: drift?.effects.map((each) => effectDocument(each, titles)) ?? null,
    pending: document.effects,
    changes: { drift: drift?.configurations.map(changeOf) ?? null, pending: document.changes },
    moves: { drift: drift?.repositories.length ?? null, pending: document.moves.length },
    diagnostics: document.diagnostics,
  };
}

/** A new name is a change like any other, though it is no setting. */
function changeOf({ held, live, declared, changes }: DriftedConfiguration) {
  const isRenamed = live !== undefined && live.name !== held.name;
  return {
    address: declared.address as string,
    id: held.id as string,
    name: held.name ?? null,
    deleted: live === undefined,
    changes: [
      ...(isRenamed
        ? [{ path: "name", before: held.name ?? null, after: live.name ?? null, verdict: "neutral" as const }]
        : []),
      ...changes.map((each) => ({ ...leafDocument(each), verdict: each.verdict })),
    ],
  };
}
