import { once } from "node:events";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { ScanformError } from "../../src/diagnostics/error";
import { createJudge } from "../../src/emulator/scans/judge";
import type { Candidate } from "../../src/emulator/scans/assumptions";
import type { DesiredTriage } from "../../src/model/desired";
import { address } from "../../src/model/ids";
import { impactOf } from "../../src/reconcile/impact/impact";
import type { Impact } from "../../src/reconcile/plan/impact";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import { ServiceClient } from "../../src/service/service-client";
import { parametersOf, runs, table, testFigures } from "./figures";
import { type Hidden, type ImpactCase, impactCases } from "../reconcile/impact/cases";
import { judgedBy, readings } from "../reconcile/impact/other-judge";
import { findingsOf, otherService, writing } from "../reconcile/impact/other-service";
import { beyond, type Judge, truthOf } from "../reconcile/impact/truth";
import { id, serviceOf } from "./service";

/** The figures of an impact beside what is true, in services whose judgement of each finding is known. */

const samples = Math.max(5, runs / 100);

interface Figures {
  plans: number;
  findings: number;
  counted: number;
  truly: number;
  requests: number;
}
const counts = new Map<string, Figures>();

/** Plans, reads and compares. @param found what the service lists */
async function compare(
  name: string,
  client: ServiceClient,
  { live, desired, prune, limit }: ImpactCase,
  found: readonly Hidden[],
  judge: Judge,
): Promise<void> {
  const declared = { ...desired, triages: triagesFor(found) };
  const plan = await refreshAndPlan(client, { id }, declared, { prune, force: true }).catch((thrown: unknown) => {
    if (thrown instanceof ScanformError) return undefined; // it cannot be planned: another case
    throw thrown;
  });
  fc.pre(plan !== undefined && plan.effects.length > 0);
  let requests = 0;
  const reader: Pick<ServiceClient, "allFindingsPage" | "scansPage"> = {
    allFindingsPage: (...given) => ((requests += 1), client.allFindingsPage(...given)),
    scansPage: (...given) => ((requests += 1), client.scansPage(...given)),
  };
  const impact = await impactOf(reader, plan, { days: 30, limit, now: Date.now });
  const truth = truthOf(plan, live, found, judge);
  expect(impact.warnings).toBeUndefined();
  expect(beyond(impact, truth)).toEqual([]);
  const concerned = plan.effects.flatMap((each) => each.repositories).length;
  expect(requests).toBe(impact.requests);
  expect(requests).toBeLessThanOrEqual(Math.min(limit, 3 * concerned + Math.ceil(found.length / 100)));
  if (limit > 3 && impact.effects.length > 0) expect(impact.noLongerReported).toBeDefined();
  note(name, impact, truth.all);
}

function note(name: string, impact: Impact, truth: Record<string, number>): void {
  const known = counts.get(name) ?? { plans: 0, findings: 0, counted: 0, truly: 0, requests: 0 };
  const { noLongerReported, noLongerBlocking, newlyBlocking } = impact;
  const high = [noLongerReported, noLongerBlocking, newlyBlocking].reduce((sum, each) => sum + (each?.[1] ?? 0), 0);
  counts.set(name, {
    plans: known.plans + 1,
    findings: known.findings + impact.findings,
    counted: known.counted + high,
    truly: known.truly + Object.values(truth).reduce((sum, each) => sum + each, 0),
    requests: known.requests + impact.requests,
  });
}

const triagesFor = (found: readonly Hidden[]) =>
  found.flatMap(({ id: findingId, triage, isTriaged }): readonly DesiredTriage[] => {
    if (triage === undefined || (triage === "remove") !== isTriaged) return [];
    const common = { address: address(`scanform_finding_triage.of_${findingId}`), findingId, justification: "x" };
    return triage === "set"
      ? [{ ...common, category: "wont_fix" }]
      : [{ ...common, category: "accepted_risk", expires: "2020-01-01" }];
  });

test(
  "the truth is within the figures, whatever a service makes of settings",
  async () => {
    await fc.assert(
      fc.asyncProperty(impactCases(120), readings, writing, async (one, how, write) => {
        const server = otherService(one, how, write);
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
        await using client = new ServiceClient({ baseUrl, apiKey: "key", readOnly: true });
        try {
          await compare("another service", client, one, findingsOf(one, how), (...given) => judgedBy(how, ...given));
        } finally {
          server.closeAllConnections();
          server.close();
        }
      }),
      parametersOf(samples),
    );
  },
  60_000 + samples * 1000,
);

test(
  "the truth of the emulator is within the figures",
  async () => {
    await fc.assert(
      fc.asyncProperty(impactCases(120), async (one) => {
        const service = await serviceOf({ live: one.live });
        try {
          const found = await scanned(service.emulator.url, one);
          for (const each of found) if (each.isTriaged) await service.client.setTriage(id, each.id, "accepted_risk");
          await compare("the emulator", service.client, one, found, (settings, each, isTriaged) => {
            const account = { analyzers: one.live.analyzers ?? [], policies: one.live.policies ?? [] };
            const verdict = createJudge(account, settings ?? {})(candidateOf(each), isTriaged);
            const isReported = verdict.appears && !verdict.silent;
            return { isReported, isBlocking: verdict.appears && verdict.result === "failing" };
          });
        } finally {
          await service.close();
        }
      }),
      parametersOf(samples, 1),
    );
  },
  60_000 + samples * 1000,
);

/** Scans each pull request, and gives what was found the ids that the service gave it. */
async function scanned(url: string, { live, hidden }: ImpactCase): Promise<readonly Hidden[]> {
  const all: Hidden[] = [];
  for (const [at, repository] of live.repositories.entries())
    for (const number of [1, 2, 3]) {
      const here = hidden.filter((each) => each.repository === at && each.pullRequest === number);
      if (here.length === 0) continue;
      const answer = await fetch(`${url}/control/accounts/${id}/repositories/${repository.id}/scans`, {
        method: "POST",
        headers: { authorization: "Bearer key", "content-type": "application/json" },
        body: JSON.stringify({ pull_request: { number }, findings: here.map(candidateOf) }),
      });
      const { candidates } = (await answer.json()) as { candidates: readonly { finding_id: string | null }[] };
      here.forEach((each, nth) => {
        const given = candidates[nth]?.finding_id;
        if (typeof given === "string") all.push({ ...each, id: given });
      });
    }
  return all;
}

const candidateOf = ({ id: title, source, severity, filename }: Hidden): Candidate => ({
  ...source,
  severity,
  filename,
  type: title,
  description: "x",
  line_start: 1,
  line_end: 1,
});

testFigures(
  "What a plan would have meant",
  () => `
Random accounts, declarations and hidden flaws, each found by one analyzer or policy: scanned by the emulator, and by
another service that has its own reading, at random, of everything that the specification leaves open, from unset leaves to
file patterns. The truth is what the service makes of each finding under the settings before and after the plan. It was
within the figures of \`plan --impact\` each time, in all and for each effect. "Counted" is the sum of the upper bounds of
the three figures, "truly" that of the true ones.

${table(
  ["service", "plans", "findings", "counted", "truly", "requests"],
  [...counts].map(([name, each]) => [name, each.plans, each.findings, each.counted, each.truly, each.requests]),
)}
`,
);
