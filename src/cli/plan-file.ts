import type { ProviderSettings } from "../declaration/provider";
import { fail, messageOf } from "../diagnostics/error";
import { isLocation, type Locations } from "../diagnostics/locations";
import { canonicalJson, fingerprint } from "../model/fingerprint";
import type { GateCondition } from "../reconcile/plan/conditions";
import { decisionsOf, digestOf } from "../reconcile/plan/decisions";
import type { Reviewed } from "../reconcile/refresh/replan";
import { repositoryId } from "../model/ids";
import { isObject } from "../model/json";
import { parseJson, textOfFile } from "../model/parse-json";
import { type Plan } from "../reconcile/plan/plan";
import { planDocument } from "../report/document";
import { formatVersion, ofAnotherVersion } from "../report/format-version";
import type { PlanReport } from "../report/renderer";
import type { AccountPlan } from "./declared-plans";
import type { Io } from "./io";
import { saveFile } from "./files";
import { planFileFormat, planFileShape } from "./plan-file-shape";
import { readGivenFile } from "../diagnostics/given-file";

/** The reviewed plan of one account, and what it was computed from. Never a key. */
export interface SavedPlan extends Reviewed {
  readonly baseUrl: string;
  /** The report that the reviewer saw. */
  readonly report: PlanReport;
  /** The declaration's own provider settings, without the environment. */
  readonly provider: ProviderSettings;
  /** Where constructs were made. */
  readonly locations: Locations;
  /** When the file was made: ISO 8601. */
  readonly madeAt: string;
}

/** Writes plans atomically, readable only by the owner. */
export function writePlanFile(
  path: string,
  plans: readonly AccountPlan[],
  { secrets, now = Date.now }: Pick<Io, "secrets" | "now">,
): void {
  const body = {
    made_at: new Date(now()).toISOString(),
    accounts: plans.map(({ plan, provider, locations, session }) => {
      const { account, desired, options, observed } = plan;
      return {
        base_url: session.url,
        provider,
        locations: Object.fromEntries(locations),
        account,
        plan: planDocument([plan]),
        desired,
        options,
        report: savedReport(plan),
        repositories: observed.repositories.map(({ id }) => id),
      };
    }),
  };
  const text = JSON.stringify({
    format: planFileFormat,
    format_version: formatVersion,
    checksum: fingerprint(JSON.stringify(body)),
    body,
  });
  if (secrets.isIn(text))
    fail("plan-file-unreadable", `${path} is not written: it would contain an API key.`, { path });
  saveFile(path, `${text}\n`, "plan-file-unreadable");
}

/** The parts of a report that the rest of the file lacks. Moves omit their changes, which are in the effects. */
const savedReport = (plan: Plan) => ({
  configurations: plan.configurations,
  deletions: plan.deletions,
  moves: plan.moves.map((move) => ({ ...move, changes: [] })),
  effects: plan.effects,
  unused: plan.unused,
  repositories: plan.repositories,
  left: plan.unmoved,
  triages: plan.triages,
  settled: plan.settled,
  unclaimed: plan.unclaimed,
  undeclared: plan.undeclared,
  ...(plan.base === undefined ? {} : { base: plan.base }),
  ...(plan.findings === undefined ? {} : { findings: plan.findings }),
  requests: plan.requests,
  refusals: plan.refusals,
  diagnostics: plan.diagnostics,
  digest: plan.digest,
  policyTitles: [...plan.policyTitles],
});

/** @throws ScanformError that explains why the file cannot be used */
export function readPlanFile(path: string): readonly SavedPlan[] {
  let text: string;
  try {
    text = textOfFile(readGivenFile(path));
  } catch (thrown) {
    return corruptFile(path)(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
  return parsePlanFile(path, text);
}

const corruptFile =
  (path: string) =>
  (why: string, cause?: unknown): never =>
    fail("plan-file-unreadable", `${path} ${why}. \`scanform plan --out FILE\` makes one.`, { path }, cause);

/**
 * The plans of the text of a file. Their digests are computed again.
 *
 * @param path for errors
 * @throws ScanformError that explains why the file cannot be used
 */
export function parsePlanFile(path: string, text: string): readonly SavedPlan[] {
  const corrupt = corruptFile(path);
  const json = parse(text, corrupt);
  if (!isObject(json) || json["format"] !== planFileFormat) return corrupt("is not a saved plan");
  if (json["format_version"] !== formatVersion) return corrupt(ofAnotherVersion);
  if (fingerprint(JSON.stringify(json["body"])) !== json["checksum"]) corrupt("was changed after it was written");
  const result = planFileShape.safeParse(json);
  if (!result.success) return corrupt(`is damaged: ${result.error.issues[0]?.message ?? ""}`);
  // the checksum detects damage, not forgery: what the file says is recomputed before it is applied
  const { made_at: madeAt, accounts } = result.data.body;
  return accounts.map((each) => {
    const saved = each as unknown as Pick<SavedPlan, "account" | "desired" | "options" | "provider"> & {
      readonly report: SavedReport;
    };
    const { account, desired } = saved;
    const { left: unmoved, ...shown } = saved.report;
    const policyTitles = new Map(shown.policyTitles);
    const locations = new Map(Object.entries(each.locations).filter(([, location]) => isLocation(location)));
    const report: PlanReport = {
      ...shown,
      unmoved,
      account,
      desired,
      policyTitles,
      ...(locations.size === 0 ? {} : { locations }),
    };
    const { configurations, deletions, moves, effects, triages } = report;
    const made: SavedPlan = {
      ...saved,
      baseUrl: each.base_url,
      locations,
      configurations,
      deletions,
      moves,
      effects,
      triages,
      observed: { repositories: each.repositories.map((id) => ({ id: repositoryId(id) })) },
      report,
      madeAt,
    };
    const agrees =
      each.base_url === account.baseUrl &&
      digestOf(report) === report.digest &&
      canonicalJson(each.plan) === canonicalJson(planDocument([report]));
    return agrees
      ? made
      : fail(
          "plan-unlike",
          `${path} shows another plan than the one that it holds. Plan again, and have it reviewed.`,
          { path },
        );
  });
}

/** Applying it would do nothing. */
export const decidesNothing = (saved: SavedPlan): boolean => decisionsOf(saved).size === 0;

/** @throws ScanformError `usage` for a condition about what a plan was saved without */
export function requireSaved(file: string, saved: readonly SavedPlan[], failOn: readonly GateCondition[] = []): void {
  if (failOn.includes("future") && saved.some(({ report }) => report.base === undefined))
    fail(
      "usage",
      `${file} was saved without --base, so it does not say what --fail-on future asks. Plan again with it.`,
    );
}

type SavedReport = Omit<PlanReport, "policyTitles" | "unmoved"> & {
  readonly left: PlanReport["unmoved"];
  readonly policyTitles: readonly (readonly [id: string, title: string])[];
};

function parse(text: string, corrupt: (why: string, cause?: unknown) => never): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    return corrupt(`cannot be read: ${messageOf(thrown)}`, thrown);
  }
}
