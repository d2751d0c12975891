import type { Desired } from "../src/model/desired";
import { address } from "../src/model/ids";
import type { Settings } from "../src/model/settings";
import { type Counted, count, declared, numbers, repository, type Shape } from "./account";

interface Scenario {
  readonly title: string;
  readonly shape: Shape;
  readonly desired: Desired;
  /** What must hold, in words and as a test of what was counted. */
  readonly must: string;
  readonly holds: (counted: Counted) => boolean;
}

const plain: Settings = { comment: "enabled", analyzers: { a0: { enabled: true, blocking: false } } };
const withBlocking: Settings = { analyzers: { a0: { blocking: true } } };

const scenarios: readonly Scenario[] = [
  {
    title: "nothing to do: 1,000 configurations, 20,000 repositories",
    shape: { configurations: 1000, repositories: 20_000, settings: () => plain },
    desired: { configurations: numbers(1000).map((index) => declared(index, plain)), assignments: [] },
    must: "at most 4 GETs, no write",
    holds: ({ gets, planned }) => gets <= 4 && planned === 0,
  },
  {
    title: "one setting of 500 configurations, else equal there",
    shape: { configurations: 500, repositories: 1000, settings: () => plain },
    desired: { configurations: numbers(500).map((index) => declared(index, withBlocking)), assignments: [] },
    must: "1 bulk_update",
    holds: ({ writes }) => writes.get("POST bulk_update") === 1 && writes.size === 1,
  },
  {
    title: "the same, with other analyzers in each (no profile: whole fields are sent)",
    shape: {
      configurations: 500,
      repositories: 1000,
      settings: (index) => ({ analyzers: { ...plain.analyzers, a1: { excludes: [`team-${String(index)}/**`] } } }),
    },
    desired: { configurations: numbers(500).map((index) => declared(index, withBlocking)), assignments: [] },
    must: "at most 500 PATCHes",
    holds: ({ writes }) => (writes.get("PATCH") ?? 0) <= 500 && writes.size === 1,
  },
  {
    title: "200 new configurations with 5,000 repositories",
    shape: { configurations: 0, repositories: 5000, settings: () => ({}) },
    desired: {
      configurations: numbers(200).map((index) => declared(index, plain)),
      assignments: [
        {
          address: address("scanform_repository_assignments.routing"),
          rules: numbers(200).map((index) => ({
            target: { configuration: { address: address(`scanform_configuration.team-${String(index)}`) } },
            repositoryIds: numbers(25).map((offset) => repository(index * 25 + offset)),
          })),
        },
      ],
    },
    must: "200 POSTs, no assign",
    holds: ({ writes }) => writes.get("POST") === 200 && writes.size === 1,
  },
  {
    title: "2,500 repositories move from one configuration to another",
    shape: { configurations: 2, repositories: 5000, settings: () => plain },
    desired: {
      configurations: [declared(0, plain), declared(1, plain)],
      assignments: [
        {
          address: address("scanform_repository_assignments.routing"),
          rules: [
            {
              target: { configuration: { address: address("scanform_configuration.team-0") } },
              repositoryPattern: "%",
            },
          ],
        },
      ],
    },
    must: "1 assign",
    holds: ({ writes }) => writes.get("POST assign_repositories") === 1 && writes.size === 1,
  },
];

/** Counts at the emulator what each scenario costs, beside one request per object and the lower bound. */
export async function requests(): Promise<boolean> {
  const rows: Record<string, string | number>[] = [];
  let fine = true;
  for (const { title, shape, desired, must, holds } of scenarios) {
    const counted = await count(shape, desired);
    const reached = holds(counted) && counted.verified;
    fine &&= reached;
    rows.push({
      scenario: title,
      GETs: counted.gets,
      "naive GETs": desired.configurations.length + shape.repositories,
      writes: [...counted.writes].map(([kind, number]) => `${String(number)} ${kind}`).join(", ") || "none",
      "naive writes": counted.oneByOne,
      "lower bound": counted.lowerBound,
      "must be": must,
      reached: reached ? "yes" : "NO",
    });
  }
  console.table(rows);
  return fine;
}
