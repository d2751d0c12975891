import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { ProviderSettings } from "../declaration/provider";
import { fail, messageOf } from "../diagnostics/error";
import { fingerprint } from "../model/canonical";
import type { Desired } from "../model/desired";
import { accountId } from "../model/ids";
import { isObject } from "../model/json";
import type { Plan } from "../reconcile/plan";
import type { Remembered } from "../reconcile/stale";
import { planDocument } from "../report/document";
import type { Session } from "./session";

const format = "scanform-plan";
/** Files of another major version are refused. */
const version = "1.0";

/** A reviewed plan: what is to be applied, and all that it was computed from. Never a key. */
export interface PlanFile extends Remembered {
  readonly account: Plan["account"];
  readonly baseUrl: string;
  /** What of the two the declaration itself says, whatever the environment does. */
  readonly provider: ProviderSettings;
  readonly desired: Desired;
}

const shape = z.object({
  format: z.literal(format),
  format_version: z.string(),
  checksum: z.string(),
  body: z.object({
    base_url: z.string(),
    provider: z.object({ baseUrl: z.string().optional(), accountId: z.string().optional() }),
    account: z.object({ id: z.string(), name: z.string().optional() }),
    plan: z.unknown(),
    desired: z.object({ configurations: z.array(z.unknown()), assignments: z.array(z.unknown()) }),
    writes: z.array(z.unknown()),
    basis: z.object({
      configurations: z.array(z.unknown()),
      repositories: z.record(z.string(), z.unknown()),
      rules: z.record(z.string(), z.unknown()),
    }),
  }),
});

/** Writes a plan so that the file is either whole or not there, and only for its owner to read. */
export function writePlanFile(path: string, plan: Plan, { url, provider }: Session): void {
  const { account, desired, writes, basis } = plan;
  const body = { base_url: url, provider, account, plan: planDocument(plan), desired, writes, basis };
  const text = JSON.stringify({ format, format_version: version, checksum: fingerprint(JSON.stringify(body)), body });
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
export function readPlanFile(path: string): PlanFile {
  const corrupt = (why: string, cause?: unknown): never =>
    fail(
      "plan-file-unreadable",
      `${path} ${why}. Make it again with \`scanform plan --out ${path}\`.`,
      { path },
      cause,
    );
  const json = parse(path, corrupt);
  if (!isObject(json) || json["format"] !== format) corrupt("is not a plan of scanform");
  const given = isObject(json) ? String(json["format_version"]) : "";
  if (given.split(".")[0] !== version.split(".")[0])
    fail(
      "plan-file-version",
      `${path} has format ${given}; this scanform reads ${version}. Make it again with this one, or apply it with the one that made it.`,
      { path },
    );
  const result = shape.safeParse(json);
  if (!result.success) return corrupt(`is damaged: ${result.error.issues[0]?.message ?? ""}`);
  const { body, checksum } = result.data;
  if (isObject(json) && fingerprint(JSON.stringify(json["body"])) !== checksum)
    corrupt("was changed after it was written");
  return {
    account: { ...body.account, id: accountId(body.account.id) },
    baseUrl: body.base_url,
    provider: { ...body.provider, aliases: [] },
    // the checksum finds damage, not forgery: whoever may write the file may write any plan. It vouches that these are as `writePlanFile` wrote them
    desired: body.desired as unknown as Desired,
    writes: body.writes as Remembered["writes"],
    basis: body.basis as Remembered["basis"],
  };
}

function parse(path: string, corrupt: (why: string, cause?: unknown) => never): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    return corrupt(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
}
