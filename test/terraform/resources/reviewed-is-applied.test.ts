import { builtinSeed } from "../../../src/emulator";
import { analyzer, configurationNamed, rule } from "../acme";
import { type Others, type Scene, stage } from "../second-writer";

/**
 * A saved plan, and what somebody else does before it is applied: it is applied as reviewed, or the provider says why not.
 * Core itself never finds that the provider contradicts its plan, which a reader takes for a defect.
 */

const at = "scanform_configuration.it";
const rules = "scanform_repository_assignments.routing";
const triage = "scanform_finding_triage.one";
const base = { name: "it", comment: "silent", analyzers: { secrets: analyzer({ enabled: true }) } };
const blocking = { ...base, analyzers: { secrets: analyzer({ enabled: true, blocking: true }) } };
const finding_id = builtinSeed.accounts[0]?.triage?.[0]?.finding_id ?? "";
const routed = (pattern: string, to = "default") => ({
  rules: [rule({ configuration_id: configurationNamed(to), repository_pattern: pattern })],
});
const triaged = { [triage]: { finding_id, category: "accepted_risk", justification: "Only in tests." } };

const changed = "Somebody else has changed this since it was planned";

interface Case {
  readonly title: string;
  readonly scene: Omit<Scene, "options">;
  /** The title of the error, where it is refused; of a core that keeps planned private data (1.16) if that is another. */
  readonly refused?: string;
  readonly refusedByNewer?: string;
}

const updating = { before: { [at]: base }, after: { [at]: blocking } };
const taking = { before: {}, given: ({ create }: Others) => create("it"), after: { [at]: base } };
const moving = { before: { [rules]: routed("data-%", "baseline") }, after: { [rules]: routed("data-%") } };
const routing = { before: {}, after: { [rules]: routed("data-%") } };

const cases: readonly Case[] = [
  {
    title: "changes an undeclared leaf",
    scene: { ...updating, act: ({ change }) => change("it", { risk_threshold: 3 }) },
  },
  {
    title: "changes the leaf that is updated",
    scene: {
      before: { [at]: base },
      after: { [at]: { ...base, comment: "enabled" } },
      act: ({ change }) => change("it", { comment: "disabled" }),
    },
    refused: changed,
  },
  {
    title: "renames what is updated",
    scene: { ...updating, act: ({ rename }) => rename("it", "theirs") },
    refused: changed,
  },
  {
    title: "deletes what is updated",
    scene: { ...updating, act: ({ remove }) => remove("it") },
    refused: "The configuration is gone",
  },
  {
    title: "gives a repository what is updated",
    scene: { ...updating, act: ({ assign }) => assign("it", "docs-site") },
  },
  {
    title: "takes the new name",
    scene: { before: { [at]: base }, after: { [at]: { ...base, name: "new" } }, act: ({ create }) => create("new") },
    refused: "Another configuration has this name",
  },
  {
    title: "creates one of the name of what is created, which is then taken over",
    scene: { before: {}, after: { [at]: base }, act: ({ create }) => create("it") },
    refusedByNewer: changed,
  },
  {
    title: "changes what is taken over",
    scene: { ...taking, act: ({ change }) => change("it", { comment: "enabled" }) },
  },
  {
    title: "renames what is taken over: another is created",
    scene: { ...taking, act: ({ rename }) => rename("it", "theirs") },
    refusedByNewer: changed,
  },
  {
    title: "deletes what is taken over: another is created",
    scene: { ...taking, act: ({ remove }) => remove("it") },
    refusedByNewer: changed,
  },
  {
    title: "moves a repository that moves",
    scene: {
      ...moving,
      given: ({ create }) => create("third"),
      act: ({ assign }) => assign("third", "data-warehouse"),
    },
    refused: changed,
  },
  {
    title: "moves a repository to where the rules want it",
    scene: { ...moving, act: ({ assign }) => assign("default", "data-warehouse") },
    refused: changed,
  },
  { title: "moves a repository of no rule", scene: { ...moving, act: ({ assign }) => assign("default", "docs-site") } },
  {
    title: "changes a configuration that repositories leave",
    scene: { ...moving, act: ({ change }) => change("baseline", { risk_threshold: 3 }) },
  },
  {
    title: "renames a configuration that repositories get",
    scene: { ...moving, act: ({ rename }) => rename("default", "theirs") },
  },
  {
    title: "moves a repository of rules that are new",
    scene: {
      ...routing,
      given: ({ create }) => create("third"),
      act: ({ assign }) => assign("third", "data-warehouse"),
    },
    refusedByNewer: changed,
  },
  {
    title: "triages a finding of a new triage",
    scene: { before: {}, after: triaged, act: (others) => others.triage(finding_id, "in_progress") },
    refusedByNewer: changed,
  },
];

describe.each([
  ["a core without planned private data", {}],
  ["a core that keeps planned private data, as from Terraform 1.16 on", { storesPlannedPrivate: true as const }],
])("%s", (_, options) => {
  test.each(cases)("applies or refuses, where somebody $title", async ({ scene, refused, refusedByNewer }) => {
    const expected = refused ?? ("storesPlannedPrivate" in options ? refusedByNewer : undefined);
    const { applied } = await stage({ ...scene, options });
    const { errors, next } = await applied(-1);
    expect(errors.map(({ summary }) => summary)).toEqual(expected === undefined ? [] : [expected]);
    // what was applied conforms, and what was refused is planned again
    expect(Object.values(next).some((action) => action !== "no-op")).toBe(expected !== undefined);
  });
});
