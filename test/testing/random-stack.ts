import { TerraformStack, Testing } from "cdktf";
import fc from "fast-check";
import { notKnownYet, validateRules, type WrittenSelectors } from "../../src/model/validate";
import {
  type AssignmentRule,
  Configuration,
  DataScanformRepository,
  RepositoryAssignments,
  RiskLevel,
  ScanformProvider,
} from "../../src/constructs";
import type { Seed } from "../../src/emulator";
import { accountSeed } from "../../src/testing";

const repositories = ["payments-api", "payments-web", "web", "web-admin", "legacy-monolith", "docs", "x_1"];
export const analyzers = ["secrets", "xss", "ssrf"];
export const files = ["src/a.ts", "test/a.ts", "docs/index.md", "main.ts"];

const seeded = accountSeed({
  repositories,
  analyzers,
  configurations: {
    live: {
      settings: { analyzers: { secrets: { enabled: true, blocking: true } } },
      repositories: ["web", "docs", "legacy-monolith"],
    },
  },
});

/** Some repositories have the configuration live, the others none. The analyzer ssrf is off where nothing is said. */
export const seed: Seed = {
  ...seeded,
  accounts: seeded.accounts.map(({ analyzers: listed = [], ...rest }) => ({
    ...rest,
    analyzers: listed.map((each) => ({ ...each, enabled: each.slug !== "ssrf" })),
  })),
};

const idOf = (name: string): string => seed.accounts[0]?.repositories?.find((each) => each.name === name)?.id ?? "";

const patterns = fc.subarray(["test/**", "src/**", "**/*.md", "**", "*", "docs/*", "!src/**"], { maxLength: 2 });

const leaves = {
  enabled: fc.constantFrom(true, true, false),
  silent: fc.constantFrom(false, false, true),
  blocking: fc.constantFrom(true, true, false),
  riskLevel: fc.constantFrom(...Object.values(RiskLevel)),
  excludes: patterns,
  includes: patterns,
};
const analyzer = fc.record(leaves, { requiredKeys: [] });
const offByDefault = fc.record(leaves, { requiredKeys: ["enabled"] });

const settings = fc.record(
  {
    riskThreshold: fc.integer({ min: 0, max: 5 }),
    analyzers: fc.record({ secrets: analyzer, xss: analyzer, ssrf: offByDefault }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

/** What a rule selects by, and what it gives: the index of a declared configuration, `live`, or to leave. */
const rule = fc.record({
  by: fc.oneof(
    fc.record({ pattern: fc.constantFrom("payments-%", "%", "web%", "%-%", "____", "x\\_1", "%web%") }),
    fc.record({ names: fc.subarray(repositories, { minLength: 1, maxLength: 2 }) }),
    fc.record({ id: fc.constantFrom(...repositories), isLookedUp: fc.boolean() }),
  ),
  gives: fc.constantFrom<number | "live" | "leave">(0, 0, 1, 2, "live", "leave"),
});

export interface RandomStack {
  readonly settings: readonly (typeof settings extends fc.Arbitrary<infer T> ? T : never)[];
  readonly rules: readonly RandomRule[];
}

type RandomRule = typeof rule extends fc.Arbitrary<infer T> ? T : never;

export const randomStacks: fc.Arbitrary<RandomStack> = fc.record({
  settings: fc.array(settings, { minLength: 3, maxLength: 3 }),
  rules: fc.array(rule, { maxLength: 5 }).map(reachable),
});

/** Without rules that can never match, which the constructs refuse. */
function reachable(rules: readonly RandomRule[]): readonly RandomRule[] {
  const unreachable = new Set(validateRules(rules.map(selectorsOf)).map(({ at }) => at));
  return rules.filter((_, at) => !unreachable.has(at));
}

function selectorsOf({ by }: RandomRule): WrittenSelectors {
  const none: WrittenSelectors = { repositoryIds: undefined, repositoryNames: undefined, repositoryPattern: undefined };
  if ("pattern" in by) return { ...none, repositoryPattern: by.pattern };
  if ("names" in by) return { ...none, repositoryNames: by.names };
  return { ...none, repositoryIds: by.isLookedUp ? notKnownYet : [idOf(by.id)] };
}

export function stackFrom({ settings: all, rules }: RandomStack): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  const declared = all.map(
    (each, at) => new Configuration(stack, `c${String(at)}`, { name: `c${String(at)}`, ...each }),
  );
  const live = Configuration.fromLookup(stack, "live", { name: "live" });
  const written = rules.map(({ by, gives }, at): AssignmentRule => {
    const selectors =
      "pattern" in by
        ? { repositoryPattern: by.pattern }
        : "names" in by
          ? { repositoryNames: by.names }
          : {
              repositoryIds: [
                by.isLookedUp
                  ? new DataScanformRepository(stack, `repository${String(at)}`, { name: by.id }).id
                  : idOf(by.id),
              ],
            };
    if (gives === "leave") return { ...selectors, leave: true };
    return { ...selectors, configuration: gives === "live" ? live : (declared[gives] ?? live) };
  });
  if (written.length > 0) new RepositoryAssignments(stack, "routing", { rules: written });
  return stack;
}
