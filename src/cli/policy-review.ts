import { enumeration } from "../diagnostics/enumeration";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import { meant } from "../model/suggest";
import { isUuid } from "../model/uuid";
import { type Ambiguous, type Waived, waive, type Waiver } from "../policy/waivers";
import { type AccountDocument, isPlanned, plannedIn, type PlanDocument } from "../report/document";
import { policiesDocument } from "../report/make-document";
import { deniedBy, type Judged, placeOf } from "../report/policy-review";
import type { Io } from "./io";
import { type Answers, runPolicies } from "./run-policies";
import { ScanformError } from "../diagnostics/error";

/** What policies say about accounts, and what follows. */
export interface Reviewed {
  /** For each account. */
  readonly reviews: readonly Required<Judged>[];
  /** For each account: why it is refused. */
  readonly refusals: readonly (readonly Diagnostic[])[];
  /** About the waivers: errors refuse everything. */
  readonly diagnostics: readonly Diagnostic[];
  readonly policies: Answers["policies"];
}

/** Runs the policies of a file on accounts of a document. @param file as it was typed. @param seconds that they may take */
export async function reviewAccounts(
  io: Io,
  file: string,
  accounts: readonly AccountDocument[],
  seconds?: number,
): Promise<Reviewed> {
  const answers = await runPolicies(io, file, accounts, seconds === undefined ? undefined : seconds * 1000);
  const found = accounts.map(({ account }, at) => ({ account, findings: answers.findings[at] ?? [] }));
  const waived = waive(found, answers.waivers, io.now());
  if (waived.ambiguous.length > 0)
    throw new ScanformError(waived.ambiguous.map((each) => error("policy-file", ambiguity(each), { path: file })));
  const reviews = waived.findings.map(policiesDocument);
  return {
    reviews,
    refusals: reviews.map((review, at) => {
      const { account_id: id, account } = accounts[at] ?? { account_id: "", account: { name: null } };
      const of = accounts.length > 1 ? `account ${label(account.name ?? id)}: ` : "";
      return denials(review, answers.policies).map((each) => error("policy-denied", of + each, { path: file }));
    }),
    diagnostics: aboutWaivers(file, waived, { accounts, policies: answers.policies }),
    policies: answers.policies,
  };
}

/**
 * A sentence for each policy that denies, with what to do about it. What it denies, and why, is said by the plan beside
 * it, so one of each is enough.
 */
function denials(review: Judged, policies: Answers["policies"]): readonly string[] {
  const advice = new Map(policies.map((each) => [each.name, each]));
  return [...groupBy(deniedBy(review), ({ policy }) => policy)].map(([policy, denied]) => {
    const { fix, link } = advice.get(policy) ?? {};
    const places = new Set(denied.map(({ at }) => placeOf(at)));
    const messages = new Set(denied.map(({ message }) => visible(message)));
    const said = `${policy} denies ${enumeration([...places], 1)}: ${enumeration([...messages], 1)}.`;
    return [said, fix, link].filter((each) => each !== undefined).join(" ");
  });
}

function aboutWaivers(file: string, { expired, ending, unmatched }: Waived, given: Given): readonly Diagnostic[] {
  const place = { path: file };
  const isExpired = new Set(expired);
  return [
    ...expired.map((each) =>
      error(
        "waiver-expired",
        `${waiverText(each)} expired ${each.expires}. Remove it, or set a new expires date.`,
        place,
      ),
    ),
    ...ending.map((each) => warning("waiver-ends", `${waiverText(each)} ends ${each.expires}, within 30 days.`, place)),
    ...unmatched
      .filter((each) => !isExpired.has(each))
      .map((each) =>
        warning("waiver-unmatched", `${waiverText(each)} matches nothing. ${unmatchedAdvice(each, given)}`, place),
      ),
  ];
}

const ambiguity = ({ waiver, name, text, ids }: Ambiguous): string =>
  `${waiverText(waiver)} means two: ${quoted(text)} is the name of ${ids.join(" and of ")}. Name one by its id, in \`at.${name}\`.`;

/** What the waivers of a file are read with. */
interface Given {
  readonly accounts: readonly AccountDocument[];
  readonly policies: Answers["policies"];
}

function unmatchedAdvice(waiver: Waiver, given: Given): string {
  if (given.accounts.length > 1 && waiver.at.account === undefined)
    return "There are several accounts: name one with `at.account`, or remove it.";
  const { account } = waiver.at;
  const named = new Set(given.accounts.flatMap(({ account: { id, name } }) => [id, ...(name === null ? [] : [name])]));
  if (account !== undefined && !named.has(account) && !named.has(account.toLowerCase())) {
    const found = `The plan has no account ${quoted(account)}. ${meant(account, named)}`.trimEnd();
    return `${found} Correct it, unless another run plans that account.`;
  }
  const [unknown] = unknownNames(waiver, given);
  return unknown === undefined ? "Remove it." : `${unknown} Correct it, or remove the waiver.`;
}

/** The names of a waiver that nothing has. */
function unknownNames({ policy, at }: Waiver, { accounts, policies }: Given): readonly string[] {
  const named = (kind: "repositories" | "configurations"): ReadonlySet<string> =>
    new Set(
      accounts.flatMap(({ before, after }) =>
        [before, after].flatMap((each) => each[kind].flatMap(({ name }) => name ?? [])),
      ),
    );
  const [repositories, configurations] = [named("repositories"), named("configurations")];
  const looked: readonly (readonly [what: string, text: string | null | undefined, known: ReadonlySet<string>])[] = [
    ["The file has no policy", policy, new Set(policies.map(({ name }) => name))],
    ["The plan has no repository", at.repository, repositories],
    ["The plan has no configuration", at.configuration, configurations],
    ["The plan has no configuration", at.from, configurations],
  ];
  return looked.flatMap(([what, text, known]) =>
    typeof text !== "string" || isUuid(text) || known.has(text)
      ? []
      : [`${what} ${quoted(text)}. ${meant(text, known)}`.trimEnd()],
  );
}

const waiverText = ({ policy, at: { configuration, from, repository, path, account }, owner }: Waiver): string => {
  const named = Object.entries({ configuration, from, repository, path, account }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value === null ? "none" : label(value)}`],
  );
  return `The waiver of ${label(policy)} for ${named.join(", ")} (owner ${label(owner)})`;
};

/** A document with what the policies of a file say: errors where one denies, or a waiver has expired. */
export async function withPolicies(
  io: Io,
  document: PlanDocument,
  file: string,
  seconds?: number,
): Promise<PlanDocument> {
  const planned = plannedIn(document);
  const { reviews, refusals, diagnostics } = await reviewAccounts(io, file, planned, seconds);
  return {
    ...document,
    accounts: document.accounts.map((each) => {
      if (!isPlanned(each)) return each;
      const at = planned.indexOf(each);
      return { ...each, ...reviews[at], diagnostics: [...(refusals[at] ?? []), ...each.diagnostics] };
    }),
    diagnostics: [...document.diagnostics, ...diagnostics],
  };
}
