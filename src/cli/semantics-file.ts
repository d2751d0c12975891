import { readFileSync } from "node:fs";
import { messageOf } from "../diagnostics/error";
import { type FoundSemantics, parseSemantics, unusable } from "../reconcile/probe/semantics-document";

/** @throws ScanformError that says why the file cannot be used */
export function readSemantics(path: string): FoundSemantics {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    return unusable(path, `cannot be read: ${messageOf(thrown)}`, thrown);
  }
  return parseSemantics(text, path);
}
