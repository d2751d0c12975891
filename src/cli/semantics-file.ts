import { readFileSync } from "node:fs";
import { z } from "zod";
import { fail, messageOf } from "../diagnostics/error";
import { pathText } from "../model/schema";
import { fromShape, type Semantics, semanticsShape, toShape } from "../reconcile/semantics";

const format = "scanform-semantics";
const version = "1.0";

const shape = z.looseObject({
  format: z.literal(format),
  format_version: z.string().regex(/^1\./, `must be ${version}`),
  semantics: semanticsShape,
});

/** What a service was found to do, as `scanform probe` prints it. */
export const semanticsDocument = (baseUrl: string, accountId: string, semantics: Semantics) => ({
  format,
  format_version: version,
  base_url: baseUrl,
  account_id: accountId,
  semantics: toShape(semantics),
});

/** @throws ScanformError that says why the file cannot be used */
export function readSemantics(path: string): Semantics {
  const corrupt = (why: string, cause?: unknown): never =>
    fail("usage", `${path} ${why}. Make it with \`scanform probe --out ${path}\`.`, { path }, cause);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    return corrupt(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  const result = shape.safeParse(json);
  if (result.success) return fromShape(result.data.semantics);
  const issue = result.error.issues[0];
  return corrupt(`is not what scanform probe writes: ${pathText(issue?.path ?? [])}: ${issue?.message ?? ""}`);
}
