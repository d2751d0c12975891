import { builtinSeed } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/terraform/value";
import { findingId } from "../../support/triages";
import { analyzer, configurationNamed, rule } from "../acme";
import { type Held, type Others, type Scene, stage } from "../second-writer";

/**
 * A plan, and what somebody else does before it is applied or while it is: it is applied as reviewed, or the provider says why not,
 * and what somebody else has set stays. Core itself never finds that the provider contradicts its plan, which a reader
 * takes for a defect.
 */

const at = "scanform_configuration.it";
const rules = "scanform_repository_assignments.rules";
const triage = "scanform_finding_triage.it";
const changed = "Somebody else has changed this since it was planned";

const base = { name: "it", comment: "silent", risk_threshold: 1, analyzers: { secrets: analyzer({ enabled: true }) } };
const enabled = { [at]: { ...base, comment: "enabled" } };
const exclusive = { ...base, exclusive_analyzers: true };
const withXss = { analyzers: { secrets: { enabled: true }, xss: { enabled: true } } };
const routed = (pattern: string, to = "default") => ({
  [rules]: { rules: [rule({ configuration_id: configurationNamed(to), repository_pattern: pattern })] },
});
const triaged = (finding_id: string, category: string) => ({
  [triage]: { finding_id, category, justification: "Only in tests." },
});
const other = builtinSeed.accounts[0]?.triage?.[0]?.finding_id ?? "";

interface Case extends Omit<Scene, "options"> {
  readonly title: string;
  /** A request, and how many reads it rests on: somebody acts before the apply, and before each of these. Absent: before the apply. */
  readonly write?: readonly [method: string, looks: number];
  /** The title of the error, where it is refused; of a core that keeps planned private data (1.16) if that is another. */
  readonly refused?: string;
  readonly refusedByNewer?: string;
  /** The attribute at which that is said, and a part of the text. */
  readonly where?: string;
  readonly said?: string;
  /** What somebody else wrote is there. */
  readonly theirs?: (held: Held) => boolean;
  readonly inState?: ObjectValue;
  /** What the next plan does. */
  readonly next?: string;
}

const update = { before: { [at]: base }, after: enabled, write: ["PATCH", 1], next: "update" } as const;
const destruction = {
  ...({ before: { [at]: base }, after: {}, write: ["DELETE", 2], refused: changed, where: "" } as const),
  ...{ inState: base, next: "delete" },
};
const taking = { before: {}, given: ({ create }: Others) => create("it"), after: { [at]: base } };
const moving = { before: routed("data-%", "baseline"), after: routed("data-%") };
const third = {
  given: ({ create }: Others) => create("third"),
  act: ({ assign }: Others) => assign("third", "data-warehouse"),
};
const retriaging = {
  ...{ before: triaged(findingId, "wont_fix"), after: triaged(findingId, "accepted_risk"), refused: changed },
  ...{ where: "category", inState: { category: "wont_fix", active: true }, next: "update" },
} as const;

const removing = (others: Others) => others.triage(findingId);
const commented = ({ settings }: Held): boolean => settings("it")?.["comment"] === "disabled";
const disabling = { act: ({ change }: Others) => change("it", { comment: "disabled" }), theirs: commented };
const renaming = {
  act: ({ rename }: Others) => rename("it", "theirs"),
  theirs: ({ settings }: Held) => settings("theirs") !== undefined,
};

const cases: readonly Case[] = [
  {
    ...{ ...update, ...disabling, title: "changes the leaf that is updated", refused: changed, where: "comment" },
    ...{ said: 'comment was "silent" and is "disabled"', inState: { comment: "disabled", review: { stronger: [] } } },
  },
  {
    ...{ ...update, ...renaming, title: "renames what is updated", refused: changed, where: "name" },
    ...{ said: 'name was "it" and is "theirs"', inState: { name: "theirs", comment: "silent" } },
  },
  {
    ...{ ...update, ...disabling, title: "changes a declared leaf that a PUT replaces", refused: changed },
    ...{ after: { [at]: { ...exclusive, analyzers: {} } }, write: ["PUT", 2], where: "comment" },
    ...{ said: 'comment was "silent" and is "disabled"', inState: { comment: "disabled" } },
  },
  {
    ...{ ...update, title: "changes a declared leaf that the write does not concern" },
    act: ({ change }) => change("it", { risk_threshold: 5 }),
    theirs: ({ settings }) => settings("it")?.["risk_threshold"] === 5,
    ...{ refused: expect.any(String) as string, where: "risk_threshold", inState: { risk_threshold: 5 } },
  },
  {
    ...{ ...update, title: "adds an analyzer under exclusive_analyzers" },
    ...{ before: { [at]: exclusive }, after: { [at]: { ...exclusive, comment: "enabled" } } },
    act: ({ change }) => change("it", withXss),
    theirs: ({ settings }) => JSON.stringify(settings("it")?.["analyzers"]).includes("xss"),
    ...{ refused: expect.any(String) as string, where: "analyzers" },
  },
  {
    ...{ ...update, title: "deletes what is updated, which is not made again before another plan" },
    act: ({ remove }) => remove("it"),
    theirs: ({ settings }) => settings("it") === undefined,
    ...{ refused: expect.any(String) as string, inState: { name: "it" }, next: "create" },
  },
  {
    ...{ ...destruction, title: "changes an undeclared leaf of what is destroyed" },
    act: ({ change }) => change("it", { show_scan_confirmation: true }),
    theirs: ({ settings }) => settings("it")?.["show_scan_confirmation"] === true,
    said: "show_scan_confirmation was not set and is true",
  },
  { ...destruction, ...renaming, title: "renames what is destroyed", said: 'name was "it" and is "theirs"' },
  {
    ...{ ...destruction, title: "gives a repository what is destroyed with force_destroy" },
    before: { [at]: { ...base, force_destroy: true } },
    act: ({ assign }) => assign("it", "docs-site"),
    theirs: ({ holder }) => holder("docs-site") === "it",
    said: 'repository docs-site now has "it"',
  },
  {
    ...{ ...update, title: "sets the value that is applied" },
    act: ({ change }) => change("it", { comment: "enabled" }),
  },
  {
    title: "takes the new name",
    ...{ before: { [at]: base }, after: { [at]: { ...base, name: "new" } }, act: ({ create }) => create("new") },
    refused: "Another configuration has this name",
  },
  {
    title: "creates one of the name of what is created, which is then taken over",
    ...{ before: {}, after: { [at]: base }, act: ({ create }) => create("it"), refusedByNewer: changed },
  },
  { ...taking, ...disabling, title: "changes what is taken over", theirs: undefined },
  { ...taking, ...renaming, title: "renames what is taken over: another is created", refusedByNewer: changed },
  {
    ...{ ...taking, title: "deletes what is taken over: another is created", refusedByNewer: changed },
    act: ({ remove }) => remove("it"),
  },
  { ...moving, ...third, title: "moves a repository that moves", refused: changed },
  {
    ...{ ...moving, title: "moves a repository of no rule" },
    act: ({ assign }) => assign("default", "docs-site"),
    theirs: ({ holder }) => holder("docs-site") === "default",
  },
  {
    ...{ ...moving, title: "renames a configuration that repositories get" },
    act: ({ rename }) => rename("default", "theirs"),
  },
  {
    ...{ ...third, title: "moves a repository of rules that are new", before: {}, after: routed("data-%") },
    refusedByNewer: changed,
  },
  {
    ...{ title: "triages a finding of a new triage", before: {}, after: triaged(other, "accepted_risk") },
    act: (others) => others.triage(other, "in_progress"),
    refusedByNewer: changed,
  },
  {
    ...{ ...retriaging, title: "changes a triage that changes", write: ["POST", 1] },
    act: (others) => others.triage(findingId, "in_progress"),
    theirs: (held) => held.triage(findingId) === "in_progress",
  },
  {
    ...{ ...retriaging, title: "removes a triage that changes", write: ["POST", 1] },
    act: (others) => others.triage(findingId),
    theirs: (held) => held.triage(findingId) === undefined,
  },
  {
    ...{ ...retriaging, title: "changes a triage that is removed", after: {}, write: ["DELETE", 1], next: "delete" },
    act: (others) => others.triage(findingId, "in_progress"),
    theirs: (held) => held.triage(findingId) === "in_progress",
  },
  {
    ...{ ...retriaging, title: "sets the category that is applied", refused: undefined, inState: undefined },
    act: (others) => others.triage(findingId, "accepted_risk"),
  },
  {
    ...{ ...retriaging, title: "removes what is removed", after: {}, refused: undefined, inState: undefined },
    act: removing,
  },
];

test.each<Case & { readonly core: string } & Pick<Scene, "options">>([
  ...cases.map((each) => ({ ...each, core: "a core without planned private data" })),
  // what is planned beside a creation; of what there is before, one that is refused and one that is not
  ...cases
    .filter(({ before, act }) => Object.keys(before).length === 0 || act === third.act || act === removing)
    .map((each) => ({
      ...{ ...each, core: "a core that keeps planned private data, as from Terraform 1.16 on," },
      ...{ refused: each.refused ?? each.refusedByNewer, options: { storesPlannedPrivate: true as const } },
    })),
])("$core applies or refuses, where somebody $title", async ({ write, where, said = "", refused, ...each }) => {
  const { applied, before } = await stage(each);
  const address = Object.keys({ ...each.before, ...each.after })[0] ?? "";
  for (const moment of write === undefined ? [-1] : await before(...write)) {
    const { errors, warnings, state, held, next } = await applied(moment);
    expect(errors.map(({ summary }) => summary)).toEqual(refused === undefined ? [] : [refused]);
    expect(each.theirs?.(held)).not.toBe(false);
    if (refused === undefined) {
      expect(Object.values(next).filter((action) => action !== "no-op")).toEqual([]);
      continue;
    }
    if (write !== undefined) expect(warnings).toEqual([]);
    expect(errors[0]?.detail).toContain(said);
    if (where !== undefined) expect(errors[0]?.at).toBe(where);
    if (each.inState !== undefined) expect(state.get(address)?.value).toMatchObject(each.inState);
    // what was refused is planned again
    if (each.next === undefined) expect(Object.values(next).some((action) => action !== "no-op")).toBe(true);
    else expect(next).toEqual({ [address]: each.next });
  }
});

test.each(cases.filter(({ write, refused }) => refused === changed && ["PATCH", "PUT"].includes(write?.[0] ?? "")))(
  "what somebody else does once the write was answered stays, and the next plan shows it: somebody $title",
  async ({ write = ["", 0], theirs, ...scene }) => {
    const { applied, after } = await stage(scene);
    for (const moment of await after(write[0])) {
      const { held, next } = await applied(moment);
      expect(theirs?.(held)).toBe(true);
      expect(next).toEqual({ [at]: "update" });
    }
  },
);

test("a name that somebody else takes after it was looked for is not taken twice, and no state is kept", async () => {
  const { applied, before } = await stage({
    before: {},
    after: { [at]: base },
    act: ({ create }) => create("it", { comment: "disabled" }),
  });
  const { errors, state, held, next } = await applied((await before("POST", 1)).at(-1) ?? -1);
  expect(errors).toMatchObject([{ summary: changed, at: "name" }]);
  expect(held.settings("it")).toEqual({ comment: "disabled" });
  expect([state.has(at), next]).toEqual([false, { [at]: "create" }]);
});

describe("of the repositories that are to move, one that somebody else moves", () => {
  const both = (to: string) => ({
    [rules]: { rules: [rule({ configuration_id: to, repository_names: ["web-storefront", "checkout"] })] },
  });
  const scene = {
    after: both(configurationNamed("default")),
    given: (others: Others) => others.create("third"),
    act: (others: Others) => others.assign("third", "checkout"),
  };

  test("of the repositories that are to move, one that somebody else moves stays there with an error, and the others move unless the plan is refused", async () => {
    const { applied, before } = await stage({ ...scene, before: both(configurationNamed("baseline")) });
    const seen = new Set<string | undefined>();
    for (const moment of await before("POST", 2)) {
      const { errors, state, held, next } = await applied(moment);
      const isRefused = errors[0]?.detail.includes("not where the state has them") === true;
      const moved = held.holder("web-storefront");
      expect(errors).toMatchObject([{ summary: changed }]);
      expect([held.holder("checkout"), moved, next]).toEqual([
        "third",
        isRefused ? "baseline" : "default",
        { [rules]: "update" },
      ]);
      seen.add(moved);
      if (isRefused) continue;
      expect(errors[0]?.detail).toMatch(/^repository checkout was "baseline" and is /);
      expect(Object.values(state.get(rules)?.value["assigned"] ?? {})).toEqual([1, 1]);
    }
    expect(seen.size).toBe(2);
  });

  test("of the repositories that are to move, one that somebody else moves stays under rules that are new, where it was moved after this process has read it", async () => {
    const { applied, before } = await stage({ ...scene, before: {}, after: both(configurationNamed("baseline")) });
    const { errors, state, held, next } = await applied((await before("POST", 2)).at(-1) ?? -1);
    expect(errors).toMatchObject([{ summary: changed }]);
    expect([held.holder("checkout"), held.holder("web-storefront")]).toEqual(["third", "baseline"]);
    expect([state.has(rules), next]).toEqual([false, { [rules]: "create" }]);
  });
});
