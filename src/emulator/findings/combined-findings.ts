import type { CombinedFinding, combinedFindingFields } from "../../model/findings";
import type { Item } from "../json/received-or-null";
import {
  categoryNames,
  contextOfDeepscan,
  contextOfScan,
  isListedSeverity,
  stateOf,
} from "../scan-records/assumptions";
import { byNewest } from "../scan-records/order";
import type {
  SeedDeepscan,
  SeedDeepscanFinding,
  SeedPrFinding,
  SeedScaFinding,
  SeedScan,
} from "../scan-records/scan-seed";
import type { AccountStore } from "../state/account-store";
import { findingLink, pullRequestLink } from "./links";
import { type Tracked, tracked } from "./track-findings";

type Answer = Item<typeof combinedFindingFields> & { readonly created_at: string };

/** A finding of any kind, with what a filter looks at beside the answer. */
export interface Combined {
  readonly id: string;
  readonly finding_type: CombinedFinding["finding_type"];
  readonly severity: string;
  readonly created_at: string;
  readonly repository_id: string;
  /** Of SCA and deepscan findings: null is the default branch. For others, branches do not matter. */
  readonly branch: string | null | undefined;
  /** Whether the latest scan has it. */
  readonly present: boolean;
  readonly state: CombinedFinding["state"];
  readonly triage: CombinedFinding["triage"] | null;
  /** Specification, *Combined finding*; undefined when it cannot be listed there, for its severity. */
  readonly answer: () => Answer | undefined;
}

/** Every finding that the account knows of, whatever its kind, each once, newest first. */
export function allCombined(account: AccountStore): readonly Combined[] {
  const { scanning } = account;
  const deepscans = scanning.deepscans();
  return [
    ...tracked(scanning.scans(), ({ findings = [] }) => findings, contextOfScan).map((each) => fromPr(account, each)),
    ...tracked(deepscans, ({ results = [] }) => results, contextOfDeepscan).map((each) => fromDeepscan(account, each)),
    ...tracked(deepscans, ({ sca_results: results = [] }) => results, contextOfDeepscan).map((each) =>
      fromSca(account, each),
    ),
  ].sort(byNewest);
}

interface Described {
  readonly finding_type: Combined["finding_type"];
  readonly branch: Combined["branch"];
  readonly fields: Omit<
    Answer,
    "id" | "finding_type" | "dashboard_url" | "severity" | "repository_name" | "created_at" | "state" | "triage"
  >;
}

function combined(
  account: AccountStore,
  { finding, scan, present }: Tracked<SeedScan | SeedDeepscan, SeedPrFinding | SeedDeepscanFinding | SeedScaFinding>,
  { finding_type, branch, fields }: Described,
): Combined {
  const { id, severity, created_at } = finding;
  const category = account.scanning.triageOf(id);
  const triage = category === undefined ? null : { category, category_name: categoryNames[category] };
  const state = stateOf({ present, triaged: triage !== null });
  const { repository_id } = scan;
  const answer = (): Answer | undefined =>
    isListedSeverity(severity)
      ? {
          id,
          finding_type,
          dashboard_url: findingLink(account, id),
          severity,
          repository_name: account.repository(repository_id)?.name ?? null,
          created_at,
          state,
          triage,
          ...fields,
        }
      : undefined;
  return { id, finding_type, severity, created_at, repository_id, branch, present, state, triage, answer };
}

function fromPr(account: AccountStore, each: Tracked<SeedScan, SeedPrFinding>): Combined {
  const { finding, scan } = each;
  const { number } = scan.pull_request;
  const { type, description, filename, label, line_start = null, line_end = null, finding_type } = finding;
  const pullRequest = {
    pr_number: number,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, number),
  };
  return combined(account, each, {
    finding_type,
    branch: undefined,
    fields: {
      type,
      ...(label === undefined ? {} : { label }),
      description,
      filename,
      line_start,
      line_end,
      ...(finding_type === "pullrequest" ? pullRequest : { pr_number: null }),
    },
  });
}

const nowhere = { filename: null, line_start: null, line_end: null, pr_number: null } as const;

const fromDeepscan = (account: AccountStore, each: Tracked<SeedDeepscan, SeedDeepscanFinding>): Combined =>
  combined(account, each, {
    finding_type: "deepscan",
    branch: each.scan.branch ?? null,
    fields: { type: each.finding.title, description: each.finding.description, ...nowhere },
  });

const fromSca = (account: AccountStore, each: Tracked<SeedDeepscan, SeedScaFinding>): Combined =>
  combined(account, each, {
    finding_type: "sca",
    branch: each.scan.branch ?? null,
    fields: { type: each.finding.title, description: each.finding.description ?? null, ...nowhere },
  });
