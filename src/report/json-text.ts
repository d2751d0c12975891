import { visibleJson } from "../diagnostics/foreign-text";

/** A document for a program, in which nothing is invisible. */
export const jsonText = (document: object): string => `${visibleJson(JSON.stringify(document, null, 2))}\n`;
