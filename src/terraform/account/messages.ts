import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { failed, interrupted, type Said } from "../said";
import { type Labelled, placeOf } from "./labelled";

/** What the engine says of a change, at which it is shown. */
export const said = ({ severity, summary, detail, path }: Diagnostic): Said => ({
  severity,
  summary,
  detail: path === undefined ? detail : `${path}: ${detail}`,
});

/** The same of all changes together: once we are to stop, nobody answers us any more. */
export const saidOfAll = (each: Diagnostic, { aborted }: AbortSignal): Said =>
  aborted && each.code === "service-unreachable" ? interrupted : said(each);

/** @param because as the engine says it, with its own names for what is deleted */
export function skipped(because: string | undefined, open: readonly Labelled[], { aborted }: AbortSignal): Said {
  if (aborted) return interrupted;
  const words = open
    .filter(({ change }) => change.kind === "deletion")
    .reduce((text, each) => text.replaceAll(placeOf(each), each.at), because ?? "of another change");
  return failed("It was not done", `Skipped, because ${words}.`);
}

/** Somebody has made it meanwhile. */
export const appeared = ({ id, name }: Configuration): Said =>
  failed(
    "The configuration exists already",
    `${JSON.stringify(name ?? "")} (${id}) was not there when this was planned. Plan again, or import it.`,
    ["name"],
  );

/** Somebody has deleted it meanwhile. */
export const gone = ({ id, name }: DesiredConfiguration): Said =>
  failed(
    "The configuration is gone",
    `${JSON.stringify(name)} (${String(id)}) was deleted since it was read. Plan again: it is then created anew.`,
  );
