import { builtinSeed } from "../../../src/emulator";
import { analyzer, configurationNamed, rule } from "../acme";
import { coreOf } from "../core";
import { type Scene, stage } from "../second-writer";
import { configured } from "../session";

/** A core that brings the private data of the reviewed plan to the plan right before the apply, as Terraform 1.16 does. */

const at = "scanform_configuration.it";
const rules = "scanform_repository_assignments.routing";
const triage = "scanform_finding_triage.one";
const base = { name: "it", comment: "silent", analyzers: { secrets: analyzer({ enabled: true }) } };
const blocking = { ...base, analyzers: { secrets: analyzer({ enabled: true, blocking: true }) } };
const finding_id = builtinSeed.accounts[0]?.triage?.[0]?.finding_id ?? "";
const routed = (pattern: string) => ({
  rules: [rule({ configuration_id: configurationNamed("default"), repository_pattern: pattern })],
});

interface Case extends Omit<Scene, "options"> {
  readonly title: string;
  /** What is said of it. */
  readonly said: string;
}

const cases: readonly Case[] = [
  {
    title: "an undeclared leaf of what is updated",
    before: { [at]: base },
    after: { [at]: blocking },
    act: ({ change }) => change("it", { risk_threshold: 3 }),
    said: '"it": risk_threshold was not set and is 3',
  },
  {
    title: "a repository that has what is updated",
    before: { [at]: base },
    given: ({ assign }) => assign("it", "docs-site"),
    after: { [at]: blocking },
    act: ({ assign }) => assign("it", "payments-api"),
    said: 'repository payments-api now has "it"',
  },
  {
    title: "a repository that has lost what is updated",
    before: { [at]: base },
    given: ({ assign }) => assign("it", "docs-site"),
    after: { [at]: blocking },
    act: ({ assign }) => assign("baseline", "docs-site"),
    said: 'repository docs-site no longer has "it"',
  },
  {
    title: "a configuration of the name of what is created",
    before: {},
    after: { [at]: base },
    act: ({ create }) => create("it"),
    said: 'another configuration named "it" was created',
  },
  {
    title: "a configuration of the former name of what is created",
    before: {},
    after: { [at]: { ...base, renamed_from: ["was"] } },
    act: ({ create }) => create("was"),
    said: 'another configuration named "was" was created',
  },
  {
    title: "what is taken over, which is renamed",
    before: {},
    given: ({ create }) => create("it"),
    after: { [at]: base },
    act: ({ rename }) => rename("it", "theirs"),
    said: '"it": name was "it" and is "theirs"',
  },
  {
    title: "what is taken over, which is deleted",
    before: {},
    given: ({ create }) => create("it"),
    after: { [at]: base },
    act: ({ remove }) => remove("it"),
    said: 'the configuration "it" was deleted',
  },
  {
    title: "where a repository moves from",
    before: { [at]: base },
    after: { [at]: base, [rules]: routed("data-%") },
    act: ({ assign }) => assign("it", "data-warehouse"),
    said: 'repository data-warehouse had "baseline" and has "it"',
  },
  {
    title: "a repository that was where the rules want it",
    before: { [at]: base },
    after: { [at]: base, [rules]: routed("%-api") },
    act: ({ assign }) => assign("it", "payments-api"),
    said: 'repository payments-api would move as well, from "it"',
  },
  {
    title: "a repository that is by then where the rules want it",
    before: {},
    after: { [rules]: routed("data-%") },
    act: ({ assign }) => assign("default", "data-warehouse"),
    said: 'repository data-warehouse no longer moves from "baseline"',
  },
  {
    title: "a setting of what repositories move from",
    before: {},
    after: { [rules]: routed("data-%") },
    act: ({ change }) => change("baseline", { risk_threshold: 3 }),
    said: '"baseline": risk_threshold was not set and is 3',
  },
  {
    title: "a finding that is triaged otherwise by then",
    before: {},
    after: { [triage]: { finding_id, category: "accepted_risk", justification: "Only in tests." } },
    act: (others) => others.triage(finding_id, "in_progress"),
    said: `the finding ${finding_id} was`,
  },
];

const storing = { storesPlannedPrivate: true } as const;

test.each(cases)("an apply refuses $title, and writes nothing of it", async ({ said, ...scene }) => {
  const { applied } = await stage({ ...scene, options: storing });
  const { errors, next } = await applied(-1);
  expect(Object.values(next).some((action) => action !== "no-op")).toBe(true);
  expect(errors).toMatchObject([{ summary: "Somebody else has changed this since it was planned" }]);
  expect(errors[0]?.detail).toContain(said);
});

test("an apply in which nothing has moved does what was reviewed, in one go with what it refers to", async () => {
  const { emulator } = await configured();
  const core = coreOf(emulator);
  const created = {
    [at]: base,
    [rules]: (of: (address: string, attribute: string) => unknown) => ({
      rules: [rule({ configuration_id: of(at, "id") as string, repository_pattern: "data-%" })],
    }),
  };
  await core.apply(created, storing);
  const { actions } = await core.plan(created, storing);
  expect(new Set(Object.values(actions))).toEqual(new Set(["no-op"]));
  await core.apply({ ...created, [at]: blocking }, storing);
  await core.apply({ ...created, [at]: blocking }, { ...storing, replace: [at], createFirst: true });
});

test("an older core stores nothing of it, and gets no message", async () => {
  const scene = cases[0];
  if (scene === undefined) throw new Error("there is no case");
  const { applied } = await stage(scene);
  expect((await applied(-1)).errors).toEqual([]);
});
