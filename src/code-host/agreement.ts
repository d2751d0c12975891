import { label, visible } from "../diagnostics/foreign-text";
import { fail } from "../diagnostics/error";
import { numberAt, type Pull, textAt } from "./answers";
import { type Approval, isSameLogin } from "./approvals";
import type { Files } from "./artifacts";
import type { CodeHost } from "./client";
import type { KeptPlan, KeptPlans } from "./kept-plans";
import { refuse } from "./refused";

/** Whether a kept plan is the one that has to be approved: undefined if so, or why not. */
export type Judge = (files: Files) => string | undefined;

/** Who has approved a plan, or why nobody has, as a sentence that names the reviewer. */
export type Agreement = { readonly approval: Approval } | { readonly missing: string };

/** Asks for teams: it has a token that can read the members of an organization. */
export type TeamHost = () => CodeHost;

/**
 * Whether a reviewer has approved a plan: an approval in force, given while the newest plan that was kept of the pull
 * request was this one.
 *
 * @param reviewer a login, or a team as `organization/team`
 */
export async function agreementOf(
  reviewer: string,
  { author, number }: Pull,
  approvals: readonly Approval[],
  kept: KeptPlans,
  judge: Judge,
  teams: TeamHost,
): Promise<Agreement> {
  const isTeam = reviewer.includes("/");
  const isOf = isTeam ? await membersOf(reviewer, teams) : (login: string) => isSameLogin(login, reviewer);
  const reasons: string[] = [];
  for (const approval of approvals) {
    if (!(await isOf(approval.by.login))) continue;
    const why = await whyNot(approval, kept, judge);
    if (why === undefined) return { approval };
    const of = isTeam ? ` of ${label(reviewer)}` : "";
    reasons.push(`${label(approval.by.login)}${of} approved at ${new Date(approval.given).toISOString()}, but ${why}`);
  }
  const [newest] = reasons;
  if (newest !== undefined) return { missing: `${newest}.` };
  const whole = `pull request ${String(number)}`;
  if (isTeam) return { missing: `Nobody of ${label(reviewer)} has approved ${whole}.` };
  return {
    missing:
      author !== undefined && isSameLogin(author.login, reviewer)
        ? `${label(reviewer)} has opened ${whole}, and cannot approve it.`
        : `${label(reviewer)} has not approved ${whole}.`,
  };
}

/** @returns undefined where the approval counts */
async function whyNot({ given }: Approval, kept: KeptPlans, judge: Judge): Promise<string | undefined> {
  const newest = await kept.at(given);
  if (typeof newest === "string") return newest;
  for (const each of newest) {
    const why = await judged(each, kept, judge);
    if (why !== undefined) return why;
  }
  return undefined;
}

async function judged(plan: KeptPlan, kept: KeptPlans, judge: Judge): Promise<string | undefined> {
  const files = await kept.filesOf(plan);
  return typeof files === "string"
    ? `the kept plan ${visible(plan.artifact.name)} cannot be read: ${files}`
    : judge(files);
}

/** Never `.` or `..`, which would ask about another resource. */
const slug = /^(?!\.{1,2}$)[\w.-]+$/;

/** Whether somebody is a member of a team. @throws ScanformError where that cannot be found out */
async function membersOf(team: string, teams: TeamHost): Promise<(login: string) => Promise<boolean>> {
  const [organization = "", name = "", ...more] = team.split("/");
  if (!slug.test(organization) || !slug.test(name) || more.length > 0)
    return fail("policy-failed", `${label(team)} is not a reviewer: give a login, or a team as organization/team.`);
  const host = teams();
  const path = `/orgs/${organization}/teams/${name}`;
  if ((await host.find(path, (answer) => numberAt(answer, "id"))) === undefined)
    return refuse(`The team ${label(team)} does not exist, or SCANFORM_GITHUB_TOKEN may not read its members.`);
  return async (login) =>
    (await host.find(`${path}/memberships/${encodeURIComponent(login)}`, (answer) => textAt(answer, "state"))) ===
    "active";
}
