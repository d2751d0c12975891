import { createServer } from "node:http";
import fc from "fast-check";
import type { Observed } from "../../../src/model/entities";
import type { CombinedFinding } from "../../../src/model/findings";
import { pageOf as asPage } from "../../../src/model/page";
import type { FindingsPage, FindingsReader } from "../../../src/reconcile/ports";
import type { PrScan } from "../../../src/model/scans";
import { settingsFields } from "../../../src/model/settings";
import { toWire } from "../../../src/model/to-wire";
import type { ImpactCase, Hidden } from "./cases";
import { judgedBy, type Readings } from "./other-judge";
import { settingsOf } from "./truth";

/** How a service writes what the specification describes in two ways, or not at all. */
export interface Writing {
  readonly repositoryName: "as listed" | "with the owner" | "never" | "now and then";
  readonly status: "pass or fail" | "in words";
  /** A finding that is gone is of an earlier scan, which the list may lack. */
  readonly scans: "all" | "the latest of each pull request";
  readonly mostPerPage: number;
  /** Scans are of the time before the triages. */
  readonly triagedAfterwards: boolean;
}

export const writing: fc.Arbitrary<Writing> = fc.record({
  repositoryName: fc.constantFrom("as listed", "as listed", "with the owner", "never", "now and then"),
  status: fc.constantFrom("pass or fail", "pass or fail", "in words"),
  scans: fc.constantFrom("all", "all", "the latest of each pull request"),
  mostPerPage: fc.constantFrom(100, 100, 20),
  triagedAfterwards: fc.boolean(),
});

/** The findings that such a service has found under the settings as they are. */
export const findingsOf = ({ live, hidden }: ImpactCase, how: Readings): readonly Hidden[] =>
  hidden.filter((each) => {
    const { isReported, isBlocking } = judgedBy(how, settingsOf(live, each), each, false);
    return isReported || isBlocking || each.isEarlier;
  });

const accountId = "00000065-0000-4000-8000-000000000000";
const at = new Date().toISOString();

/** A server that answers the reads of a plan and of its impact. */
export function otherService(one: ImpactCase, how: Readings, write: Writing) {
  const answerTo = answersOf(one, how, write);
  return createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const answer = answerTo(url.pathname.split("/").slice(4), url.searchParams);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "not found" }));
  });
}

/** The same without a server, for the reads of an impact alone. */
export function otherReader(one: ImpactCase, how: Readings, write: Writing): FindingsReader {
  const answerTo = answersOf(one, how, write);
  return {
    allFindingsPage: (_account, query) => {
      const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
      const answer = answerTo(["all_findings"], new URLSearchParams(given));
      return Promise.resolve(withoutNull(answer) as FindingsPage);
    },
    scansPage: (_account, repository) => {
      const answer = answerTo(["repositories", repository, "scans"], new URLSearchParams());
      return Promise.resolve(asPage((withoutNull(answer) as { readonly data: readonly PrScan[] }).data));
    },
  };
}

/** As the client gives an answer: null is absent. */
const withoutNull = (answer: object | undefined): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value: unknown) => value ?? undefined);

/** Answers by the path below the account. */
function answersOf(one: ImpactCase, how: Readings, write: Writing) {
  const found = findingsOf(one, how);
  const { live } = one;
  return answerTo;

  function answerTo([list, id, part]: readonly string[], query: URLSearchParams): object | undefined {
    switch (list) {
      case "configurations":
        return {
          data: live.configurations.map(({ settings, ...each }) => ({
            ...each,
            configuration: toWire(settingsFields, settings),
          })),
        };
      case "repositories":
        return { data: part === "scans" ? scansOf(one, found, how, write, id ?? "") : live.repositories };
      case "analyzers":
        return { data: live.analyzers };
      case "custom_policies":
        return { data: live.policies };
      case "findings":
        return { triage: triageOf(found.find((each) => each.id === id)) };
      case "all_findings":
        return pageOf(
          found.filter(({ repository }) => isIn(live, repository, query.get("repository_id"))),
          query,
        );
      default:
        return list === undefined ? { data: [{ account_id: accountId, active: true }] } : undefined;
    }
  }

  function pageOf(all: readonly Hidden[], query: URLSearchParams): object {
    const page = Number(query.get("page") ?? 1);
    const size = Math.min(write.mostPerPage, Number(query.get("per_page") ?? 50));
    const pagination = { total: all.length, page, per_page: size, total_pages: Math.ceil(all.length / size) };
    return { data: all.slice((page - 1) * size, page * size).map((each) => wireOf(live, each, write)), pagination };
  }
}

const isIn = ({ repositories }: Observed, at: number, asked: string | null): boolean =>
  asked === null || repositories[at]?.id === asked;

const triageOf = (each: Hidden | undefined) =>
  each?.isTriaged === true ? ({ category: "accepted_risk", category_name: "Accepted risk" } as const) : null;

function wireOf({ repositories }: Observed, each: Hidden, write: Writing) {
  const { id, severity, filename, repository, pullRequest, isEarlier, isTriaged } = each;
  const type = typeOf(each);
  const name = repositories[repository]?.name ?? "";
  const names = {
    "as listed": name,
    "with the owner": `acme/${name}`,
    never: null,
    "now and then": pullRequest === 1 ? null : name,
  } as const;
  return {
    id,
    finding_type: type,
    dashboard_url: `https://x.example/${id}`,
    severity,
    type: "Something is wrong",
    filename: type === "pullrequest" || type === "code_policy" ? filename : null,
    repository_name: names[write.repositoryName],
    pr_number: type === "pullrequest" ? pullRequest : null,
    created_at: at,
    state: isTriaged ? "dismissed" : isEarlier ? "resolved" : "open",
    triage: triageOf(each),
  } satisfies Partial<Record<keyof CombinedFinding, unknown>>;
}

const typeOf = ({ source, scan }: Hidden) => ("policy" in source ? "code_policy" : scan);

/** Two scans of each pull request: what is known from earlier is only in the first. */
function scansOf({ live }: ImpactCase, found: readonly Hidden[], how: Readings, write: Writing, id: string) {
  const here = found.filter((each) => live.repositories[each.repository]?.id === id);
  const numbers = new Set(here.map((each) => each.pullRequest));
  return [...numbers].flatMap((number) => {
    const all = here.filter(
      (each) => each.pullRequest === number && (typeOf(each) === "pullrequest" || typeOf(each) === "code_policy"),
    );
    const blocks = (each: Hidden): boolean =>
      judgedBy(how, settingsOf(live, each), each, each.isTriaged && !write.triagedAfterwards).isBlocking;
    const scan = (nth: number, findings: readonly Hidden[]): Partial<Record<keyof PrScan, unknown>> => {
      const passes = !findings.some(blocks);
      const words = passes ? "completed" : "completed with findings";
      return {
        scan_id: `${id.slice(0, -4)}${String(nth)}${String(number).padStart(3, "0")}`,
        dashboard_url: "https://x.example",
        pr_number: number,
        scan_date: at,
        status: write.status === "in words" ? words : passes ? "pass" : "fail",
        risk_threshold: passes ? null : "fail",
      };
    };
    const latest = scan(
      2,
      all.filter((each) => !each.isEarlier),
    );
    return write.scans === "all" ? [latest, scan(1, all)] : [latest];
  });
}
