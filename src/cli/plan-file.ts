import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { ProviderSettings } from "../declaration/provider";
import { fail, messageOf } from "../diagnostics/error";
import { type Reviewed } from "../reconcile/refresh/replan";
import { fingerprint } from "../model/fingerprint";
import { isObject } from "../model/json";
import { planDocument } from "../report/document";
import type { AccountPlan } from "./declared-plans";
import { planFileFormat, planFileShape, planFileVersion } from "./plan-file-shape";

/** The reviewed plan of one account: what is to be applied, and all that it was computed from. Never a key. */
export interface SavedPlan extends Reviewed {
  readonly baseUrl: string;
  /** What of the two the declaration itself says, whatever the environment does. */
  readonly provider: ProviderSettings;
}

/** Writes plans so that the file is either whole or not there, and only for its owner to read. */
export function writePlanFile(path: string, plans: readonly AccountPlan[]): void {
  const body = {
    accounts: plans.map(({ plan, provider, session }) => {
      const { account, desired, options, writes, basis } = plan;
      return { base_url: session.url, provider, account, plan: planDocument([plan]), desired, options, writes, basis };
    }),
  };
  const text = JSON.stringify({
    format: planFileFormat,
    format_version: planFileVersion,
    checksum: fingerprint(JSON.stringify(body)),
    body,
  });
  const cannot = (why: string, cause?: unknown): never =>
    fail("plan-file-unreadable", `${path} cannot be written: ${why}. Name another file with --out.`, { path }, cause);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) cannot("it is there and not a regular file");
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, `${text}\n`, { mode: 0o600, flag: "wx" });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    cannot(messageOf(thrown), thrown);
  }
}

/** @throws ScanformError that says why the file cannot be used */
export function readPlanFile(path: string): readonly SavedPlan[] {
  const corrupt = (why: string, cause?: unknown): never =>
    fail(
      "plan-file-unreadable",
      `${path} ${why}. Make it again with \`scanform plan --out ${path}\`.`,
      { path },
      cause,
    );
  const json = parse(path, corrupt);
  if (!isObject(json) || json["format"] !== planFileFormat) return corrupt("is not a plan of scanform");
  const given = String(json["format_version"]);
  const major = given.split(".")[0];
  if (major !== "1" && major !== planFileVersion.split(".")[0])
    fail(
      "plan-file-version",
      `${path} has format ${given}; this scanform reads 1.0 and ${planFileVersion}. Make it again with this one, or apply it with the one that made it.`,
      { path },
    );
  if (fingerprint(JSON.stringify(json["body"])) !== json["checksum"]) corrupt("was changed after it was written");
  const result = planFileShape.safeParse(major === "1" ? upgraded(json) : json);
  if (!result.success) return corrupt(`is damaged: ${result.error.issues[0]?.message ?? ""}`);
  // the checksum finds damage, not forgery: whoever may write the file may write any plan. It vouches that these are as `writePlanFile` wrote them
  return result.data.body.accounts.map((each) => ({
    ...(each as unknown as SavedPlan),
    baseUrl: each.base_url,
  }));
}

/** Format 1 held the plan of one account, made without options. */
const upgraded = (json: Readonly<Record<string, unknown>>): unknown => {
  const body = isObject(json["body"]) ? json["body"] : {};
  const provider = isObject(body["provider"]) ? body["provider"] : {};
  return {
    ...json,
    body: { accounts: [{ ...body, options: {}, provider: { ...provider, aliases: [] } }] },
  };
};

function parse(path: string, corrupt: (why: string, cause?: unknown) => never): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    return corrupt(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
}
