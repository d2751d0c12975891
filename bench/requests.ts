import type { Desired } from "../src/model/desired";
import { address } from "../src/model/ids";
import type { Settings } from "../src/model/settings";
import { type Circumstances, type Counted, count, declared, numbers, repository, type Shape } from "./account";

interface Scenario {
  readonly title: string;
  readonly shape: Shape;
  readonly desired: Desired;
  readonly circumstances?: Circumstances;
  /** Why the number is not lower, if that is not obvious. */
  readonly why?: string;
  /** The requirement, in words and as a test of the counts. */
  readonly must: string;
  readonly holds: (counted: Counted) => boolean;
}

const plain: Settings = { comment: "enabled", analyzers: { a0: { enabled: true, blocking: false } } };
const withBlocking: Settings = { analyzers: { a0: { blocking: true } } };

/** Configurations with pairwise different analyzers. */
const differing: Shape = {
  configurations: 500,
  repositories: 1000,
  settings: (index) => ({ analyzers: { ...plain.analyzers, a1: { excludes: [`team-${String(index)}/**`] } } }),
};

/** Each configuration declares the one setting, the other, or both. */
function combinations(configurations: number): Pick<Scenario, "shape" | "desired"> {
  const some: readonly Settings[] = [
    { comment: "enabled" },
    { show_scan_confirmation: true },
    { comment: "enabled", show_scan_confirmation: true },
  ];
  return {
    shape: {
      configurations,
      repositories: 0,
      settings: () => ({ comment: "silent", show_scan_confirmation: false }),
    },
    desired: {
      configurations: numbers(configurations).map((index) => declared(index, some[index % some.length] ?? {})),
      assignments: [],
    },
  };
}

const toTeam = (index: number) => ({
  configuration: { address: address(`scanform_configuration.team-${String(index)}`) },
});

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
    title: "one setting of 500 configurations that hold something else beside it",
    shape: differing,
    desired: { configurations: numbers(500).map((index) => declared(index, { comment: "enabled" })), assignments: [] },
    why: "a service may replace what a bulk update lacks: it is tried on one, which is read back",
    must: "2 bulk_updates, the first for 1; 1 read more than one bulk_update takes",
    holds: ({ writes, looks }) => writes.get("POST bulk_update") === 2 && writes.size === 1 && looks <= 5,
  },
  {
    title: "one analyzer of 500 configurations whose others differ",
    shape: differing,
    desired: { configurations: numbers(500).map((index) => declared(index, withBlocking)), assignments: [] },
    why: "a service may replace what an update lacks, so settings are sent whole, and they differ",
    must: "at most 500 PATCHes",
    holds: ({ writes }) => (writes.get("PATCH") ?? 0) <= 500 && writes.size === 1,
  },
  {
    title: "two settings in every combination, 6 configurations",
    ...combinations(6),
    why: "one for each result",
    must: "3 bulk_updates",
    holds: ({ writes }) => writes.get("POST bulk_update") === 3 && writes.size === 1,
  },
  {
    title: "two settings in every combination, 600 configurations",
    ...combinations(600),
    why: "one for each result",
    must: "3 bulk_updates",
    holds: ({ writes }) => writes.get("POST bulk_update") === 3 && writes.size === 1,
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
            target: toTeam(index),
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
              target: toTeam(0),
              repositoryPattern: "%",
            },
          ],
        },
      ],
    },
    must: "1 assign",
    holds: ({ writes }) => writes.get("POST assign_repositories") === 1 && writes.size === 1,
  },
  {
    title: "two configurations exchange their 2,000 repositories",
    shape: { configurations: 2, repositories: 2000, settings: () => plain },
    desired: {
      configurations: [declared(0, plain), declared(1, plain)],
      assignments: [
        {
          address: address("scanform_repository_assignments.routing"),
          rules: [0, 1].map((index) => ({
            target: toTeam(index),
            repositoryIds: numbers(1000).map((each) => repository(each * 2 + 1 - index)),
          })),
        },
      ],
    },
    why: "one for each configuration that gains",
    must: "2 assigns",
    holds: ({ writes }) => writes.get("POST assign_repositories") === 2 && writes.size === 1,
  },
  {
    title: "50 of 200 configurations are pruned, and give their 250 repositories to another",
    shape: { configurations: 200, repositories: 1000, settings: () => plain },
    desired: {
      configurations: numbers(150).map((index) => declared(index, plain)),
      assignments: [
        {
          address: address("scanform_repository_assignments.routing"),
          rules: [
            {
              target: toTeam(0),
              repositoryIds: numbers(1000)
                .filter((each) => each % 200 >= 150)
                .map(repository),
            },
          ],
        },
      ],
      managedScope: { all: true, maxDeletes: 50 },
    },
    circumstances: { options: { prune: true } },
    why: "the service deletes one at a time",
    must: "1 assign, 50 DELETEs",
    holds: ({ writes }) =>
      writes.get("POST assign_repositories") === 1 && writes.get("DELETE") === 50 && writes.size === 2,
  },
];

/** Counts the requests of each scenario at the emulator, beside one request per object and the lower bound. */
export async function requests(): Promise<boolean> {
  const rows: Record<string, string | number>[] = [];
  let fine = true;
  for (const { title, shape, desired, circumstances, why, must, holds } of scenarios) {
    const counted = await count(shape, desired, circumstances);
    const reached = holds(counted) && counted.verified;
    fine &&= reached;
    rows.push({
      scenario: title,
      "GETs of the plan": counted.gets,
      "of the apply": counted.looks,
      "naive GETs": desired.configurations.length + shape.repositories,
      writes: [...counted.writes].map(([kind, number]) => `${String(number)} ${kind}`).join(", ") || "none",
      "naive writes": counted.oneByOne,
      "lower bound": counted.lowerBound,
      why: why ?? "",
      "must be": must,
      reached: reached ? "yes" : "NO",
    });
  }
  console.table(rows);
  return fine;
}
