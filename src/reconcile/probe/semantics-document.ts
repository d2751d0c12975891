import { fail, messageOf } from "../../diagnostics/error";
import { schemas } from "../../model/later";
import { semanticsShape } from "./later";
import type { Semantics } from "../semantics";

const format = "scanform-semantics";
const version = "1.0";

/** What was found out, and where. */
export interface FoundSemantics {
  /** What the user knows it by. */
  readonly source: string;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly semantics: Semantics;
}

/** @throws ScanformError when it was found out of another service or account: it may read things in another way */
export function refuseOthers(found: FoundSemantics, baseUrl: string, accountId: string): void {
  if (found.baseUrl === baseUrl && found.accountId.toLowerCase() === accountId.toLowerCase()) return;
  fail(
    "usage",
    `${found.source} was found out of the account ${found.accountId} of ${found.baseUrl}, and this is ${accountId} of ${baseUrl}. Probe that one.`,
    { path: found.source },
  );
}

/** What a service was found to do, as `scanform probe` prints it. */
export const semanticsDocument = (baseUrl: string, accountId: string, semantics: Semantics) => ({
  format,
  format_version: version,
  base_url: baseUrl,
  account_id: accountId,
  semantics: semanticsShape().toShape(semantics),
});

/** @throws ScanformError that says why it cannot be used */
export function parseSemantics(text: string, source: string): FoundSemantics {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return unusable(source, `cannot be read: ${messageOf(thrown)}`, thrown);
  }
  const { documentShape, fromShape } = semanticsShape();
  const result = documentShape(format, version).safeParse(json);
  if (result.success) {
    const { base_url: baseUrl, account_id: accountId, semantics } = result.data;
    return { source, baseUrl, accountId, semantics: fromShape(semantics) };
  }
  const issue = result.error.issues[0];
  return unusable(
    source,
    `is not what scanform probe writes: ${schemas().pathText(issue?.path ?? [])}: ${issue?.message ?? ""}`,
  );
}

export const unusable = (source: string, why: string, cause?: unknown): never =>
  fail("usage", `${source} ${why}. Make it with \`scanform probe --out FILE\`.`, { path: source }, cause);
