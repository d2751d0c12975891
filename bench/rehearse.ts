import type { Desired } from "../src/model/desired";
import type { Observed } from "../src/model/entities";
import { accountId, address, configurationId, repositoryId } from "../src/model/ids";
import { plan } from "../src/reconcile/plan/plan";
import { rehearse } from "../src/rehearsal";
import { median } from "./child";

const configurations = 1000;
const changing = 50;
const rounds = 3;
/** The longest that a rehearsal may take, in milliseconds. */
const most = 5000;

const uuid = (kind: string, at: number): string => `${kind}-0000-4000-8000-${String(at).padStart(12, "0")}`;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/**
 * Every configuration is declared and every repository routed. Of the 50 configurations that change, a third changes in
 * ways of its own (PATCH), a third loses analyzers (PUT), and a third changes alike (bulk_update), so that each switch of a
 * reading decides something.
 */
function someOf(repositories: number): { readonly desired: Desired; readonly observed: Observed } {
  const analyzers = (blocking: boolean) => ({
    secrets: { enabled: true, blocking, excludes: ["test/**"] },
    xss: { enabled: true },
    "sql-injection": { enabled: true, blocking: true },
  });
  const all = numbers(configurations);
  const every = configurations / changing;
  const settingsOf = (at: number): Pick<Desired["configurations"][number], "settings" | "exclusiveAnalyzers"> => {
    const as = { risk_threshold: at % 4, comment: "enabled", analyzers: analyzers(false) } as const;
    if (at % every !== 0) return { settings: as };
    const { secrets } = analyzers(true);
    switch ((at / every) % 3) {
      case 0:
        return {
          settings: { ...as, risk_threshold: at, analyzers: { secrets: { ...secrets, excludes: ["docs/**"] } } },
        };
      case 1:
        return { settings: { ...as, analyzers: { secrets } }, exclusiveAnalyzers: true };
      default:
        return { settings: { ...as, risk_threshold: 9 } };
    }
  };
  return {
    observed: {
      configurations: all.map((at) => ({
        id: configurationId(uuid("eeeeeeee", at)),
        name: `team-${String(at)}`,
        settings: { risk_threshold: at % 4, comment: "enabled", analyzers: analyzers(false) },
      })),
      repositories: numbers(repositories).map((at) => ({
        id: repositoryId(uuid("99999999", at)),
        name: `repository-${String(at)}`,
        provider_repo_id: at,
        enabled: true,
        configuration_id: configurationId(uuid("eeeeeeee", at % configurations)),
      })),
      analyzers: ["secrets", "xss", "sql-injection"].map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    },
    desired: {
      configurations: all.map((at) => ({
        address: address(`scanform_configuration.team-${String(at)}`),
        name: `team-${String(at)}`,
        ...settingsOf(at),
      })),
      assignments: [
        {
          address: address("scanform_repository_assignments.all"),
          rules: [
            {
              repositoryPattern: "repository-%7",
              target: { configuration: { address: address("scanform_configuration.team-7") } },
            },
          ],
        },
      ],
    },
  };
}

/** Measures a rehearsal of 1,000 configurations of which 50 change, under 48 readings, and the plan beside it. */
export async function rehearseBench(): Promise<boolean> {
  const rows = [];
  for (const repositories of [2000, 20_000]) {
    const { desired, observed } = someOf(repositories);
    const all: { readonly planning: number; readonly rehearsing: number; readonly said: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const made = plan({ id: accountId("acme") }, desired, observed);
      const planned = performance.now();
      const { readings, converged, requests } = await rehearse(made);
      const said = `${String(converged)} of ${String(readings)}, ${requests.join(" to ")}`;
      all.push({ planning: planned - begun, rehearsing: performance.now() - planned, said });
    }
    const rehearsing = median(all.map((each) => each.rehearsing));
    rows.push({
      repositories,
      "holds, requests": all[0]?.said,
      "plan ms": Math.round(median(all.map((each) => each.planning))),
      "rehearsal ms": Math.round(rehearsing),
      must: `below ${String(most)}`,
      reached: rehearsing < most ? "yes" : "NO",
    });
  }
  console.table(rows);
  return rows.every(({ reached }) => reached === "yes");
}
