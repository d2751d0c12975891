import { documentText, jsonText } from "./document";
import type { ApplyRenderer } from "./renderer";
import { comparedDocument } from "./since";

/** `--json`: exactly one document on every path, errors included. */
export const jsonRenderer: ApplyRenderer = {
  machineReadable: true,
  plans: (document, { since }) => jsonText(since === undefined ? document : comparedDocument(document, since)),
  errors: (diagnostics) => documentText({ diagnostics }),
  outcome: () => "",
  outcomes: (document) => jsonText(document),
};
