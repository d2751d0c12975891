import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Secrets } from "../src/cli/credentials/secrets";
import type { Io } from "../src/cli/io";
import { reviewAccounts } from "../src/cli/policy-review";
import { accountDocument } from "../src/report/make-document";
import type { Desired } from "../src/model/desired";
import type { Observed } from "../src/model/observed";
import { accountId, address, configurationId, repositoryId } from "../src/model/ids";
import { plan } from "../src/reconcile/plan/plan";
import { median, root } from "./child";

const configurations = 5000;
const repositories = 20_000;
const rounds = 5;
/** The longest that all built-in policies may take, in milliseconds. */
const most = 1000;

const uuid = (kind: string, at: number): string => `${kind}-0000-4000-8000-${String(at).padStart(12, "0")}`;

/**
 * Every configuration changes, and every repository moves to the next one.
 *
 * @param more how many analyzers each configuration has besides; no two configurations set them alike
 */
export function nextOnes(more = 0): { readonly desired: Desired; readonly observed: Observed } {
  const all = Array.from({ length: configurations }, (_, at) => at);
  const others = Array.from({ length: more }, (_, at) => `analyzer-${String(at)}`);
  const analyzers = (at: number, blocking: boolean) => ({
    secrets: { enabled: true, blocking },
    xss: { enabled: true },
    ...Object.fromEntries(
      others.map((slug, bit) => [
        slug,
        { enabled: true, silent: (at & (1 << (bit % 13))) === 0, excludes: ["test/**"] },
      ]),
    ),
  });
  return {
    observed: {
      configurations: all.map((at) => ({
        id: configurationId(uuid("eeeeeeee", at)),
        name: `team-${String(at)}`,
        settings: { analyzers: analyzers(at, at % 2 === 0) },
      })),
      repositories: Array.from({ length: repositories }, (_, at) => ({
        id: repositoryId(uuid("99999999", at)),
        name: `repository-${String(at)}`,
        provider_repo_id: at,
        enabled: true,
        configuration_id: configurationId(uuid("eeeeeeee", at % configurations)),
      })),
      analyzers: ["secrets", "xss", ...others].map((slug) => ({ id: slug, name: slug, slug, enabled: true })),
    },
    desired: {
      configurations: all.map((at) => ({
        address: address(`scanform_configuration.team-${String(at)}`),
        name: `team-${String(at)}`,
        settings: { analyzers: analyzers(at, at % 2 === 1) },
      })),
      assignments: [
        {
          address: address("scanform_repository_assignments.all"),
          rules: all.map((at) => ({
            repositoryIds: Array.from({ length: repositories / configurations }, (_, round) =>
              repositoryId(uuid("99999999", at + round * configurations)),
            ),
            target: {
              configuration: { address: address(`scanform_configuration.team-${String((at + 1) % configurations)}`) },
            },
          })),
        },
      ],
    },
  };
}

const policies = `import all from ${JSON.stringify(pathToFileURL(join(root, "dist/policy/index.js")).href)};
export default [
  all.nothingWeakens(), all.alwaysBlock({ analyzers: ["secrets"] }), all.everyRepositoryCovered(),
  all.atMostRepositories({ count: 100 }), all.nothingUnused(), all.nothingDeletedWithRepositories(),
  all.withinNames({ names: "team-%" }), all.criticalDismissalsNeed({ reviewer: "appsec" }),
];
`;

/**
 * Measures all built-in policies over a plan of 5,000 changes and 20,000 moves, from the document to what they say, and
 * what is planned beside it in this process.
 */
export async function policiesBench(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    writeFileSync(join(folder, "own.mjs"), policies);
    const io: Io = {
      out: () => undefined,
      err: (text) => {
        throw new Error(text);
      },
      env: { PATH: process.env["PATH"] },
      cwd: folder,
      colors: { out: false, err: false },
      interactive: false,
      ask: () => Promise.resolve(undefined),
      sleep: () => Promise.resolve(),
      signal: new AbortController().signal,
      now: Date.now,
      secrets: new Secrets({}),
    };
    const { desired, observed } = nextOnes();
    const all: { readonly planning: number; readonly judging: number; readonly findings: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const begun = performance.now();
      const made = plan({ id: accountId("acme") }, desired, observed);
      const planned = performance.now();
      const document = accountDocument(made);
      const written = performance.now();
      const { reviews } = await reviewAccounts(io, "own.mjs", [document]);
      const findings = reviews.reduce((sum, each) => sum + each.policies.length, 0);
      all.push({ planning: planned - begun, judging: performance.now() - written, findings });
    }
    const [first, ...counted] = all;
    const judging = median(counted.map((each) => each.judging));
    console.table([
      {
        changes: configurations,
        moves: repositories,
        findings: first?.findings,
        "plan ms": Math.round(median(counted.map((each) => each.planning))),
        "policies ms": Math.round(judging),
        must: `below ${String(most)}`,
        reached: judging < most ? "yes" : "NO",
      },
    ]);
    return judging < most;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
