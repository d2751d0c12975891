import type { ObjectValue } from "../../../src/terraform/value";
import { analyzer } from "../acme";
import { type Held, type Scene, stage } from "../second-writer";

/** Somebody else changes a configuration between its plan and its apply, or while it is applied. */

const at = "scanform_configuration.it";
const base = { name: "it", comment: "silent", risk_threshold: 1, analyzers: { secrets: analyzer({ enabled: true }) } };
const blocking = { ...base, analyzers: { secrets: analyzer({ enabled: true, blocking: true }) } };
const exclusive = { ...base, exclusive_analyzers: true };
const withXss = { analyzers: { secrets: { enabled: true }, xss: { enabled: true } } };
const changed = "Somebody else has changed this since it was planned";

interface Case extends Scene {
  readonly title: string;
  readonly method: string;
  /** The reads that the write rests on. */
  readonly looks: number;
  /** What they wrote is there. */
  readonly theirs: (held: Held) => boolean;
  readonly said: string;
  /** The attribute at which it is said. */
  readonly attribute: string;
  readonly inState: ObjectValue;
  /** What the next plan does. */
  readonly next: string;
}

const update = { before: { [at]: base }, method: "PATCH", looks: 1, next: "update" };
const destruction = { before: { [at]: base }, after: {}, method: "DELETE", looks: 2, attribute: "", next: "delete" };

const cases: readonly Case[] = [
  {
    ...update,
    title: "a declared leaf",
    after: { [at]: { ...base, comment: "enabled" } },
    act: ({ change }) => change("it", { comment: "disabled" }),
    theirs: ({ settings }) => settings("it")?.["comment"] === "disabled",
    said: 'comment was "silent" and is "disabled"',
    attribute: "comment",
    inState: { comment: "disabled" },
  },
  {
    ...update,
    title: "its name",
    after: { [at]: { ...base, comment: "enabled" } },
    act: ({ rename }) => rename("it", "theirs"),
    theirs: ({ settings }) => settings("theirs") !== undefined,
    said: 'name was "it" and is "theirs"',
    attribute: "name",
    inState: { name: "theirs", comment: "silent" },
  },
  {
    ...update,
    title: "a declared leaf that a PUT replaces",
    method: "PUT",
    looks: 2,
    after: { [at]: { ...exclusive, analyzers: {} } },
    act: ({ change }) => change("it", { comment: "disabled" }),
    theirs: ({ settings }) => settings("it")?.["comment"] === "disabled",
    said: 'comment was "silent" and is "disabled"',
    attribute: "comment",
    inState: { comment: "disabled" },
  },
  {
    ...destruction,
    title: "a declared leaf of what is destroyed",
    act: ({ change }) => change("it", { comment: "disabled" }),
    theirs: ({ settings }) => settings("it")?.["comment"] === "disabled",
    said: 'comment was "silent" and is "disabled"',
    inState: base,
  },
  {
    ...destruction,
    title: "an undeclared leaf of what is destroyed",
    act: ({ change }) => change("it", { show_scan_confirmation: true }),
    theirs: ({ settings }) => settings("it")?.["show_scan_confirmation"] === true,
    said: "show_scan_confirmation was not set and is true",
    inState: base,
  },
  {
    ...destruction,
    title: "the name of what is destroyed",
    act: ({ rename }) => rename("it", "theirs"),
    theirs: ({ settings }) => settings("theirs") !== undefined,
    said: 'name was "it" and is "theirs"',
    inState: base,
  },
  {
    ...destruction,
    title: "the repositories of what is destroyed with force_destroy",
    before: { [at]: { ...base, force_destroy: true } },
    act: ({ assign }) => assign("it", "docs-site"),
    theirs: ({ holder }) => holder("docs-site") === "it",
    said: 'repository docs-site now has "it"',
    inState: base,
  },
];

test.each(cases)("leaves $title as somebody else has changed it, and says so at the resource", async (each) => {
  const { applied, before } = await stage(each);
  for (const moment of await before(each.method, each.looks)) {
    const { errors, state, held, next } = await applied(moment);
    expect(errors).toMatchObject([{ summary: changed, at: each.attribute }]);
    expect(errors[0]?.detail).toContain(each.said);
    expect(each.theirs(held)).toBe(true);
    expect(state.get(at)?.value).toMatchObject(each.inState);
    expect(next).toEqual({ [at]: each.next });
  }
});

test.each(cases.filter(({ method }) => method !== "DELETE"))(
  "keeps $title that somebody else changes once the write was answered, and the next plan shows it",
  async (each) => {
    const { applied, after } = await stage(each);
    for (const moment of await after(each.method)) {
      const { held, next } = await applied(moment);
      expect(each.theirs(held)).toBe(true);
      expect(next).toEqual({ [at]: "update" });
    }
  },
);

test("a declared leaf that the write does not concern keeps what somebody else has set, and is an error", async () => {
  const { applied, before } = await stage({
    ...update,
    after: { [at]: { ...base, comment: "enabled" } },
    act: ({ change }) => change("it", { risk_threshold: 5 }),
  });
  for (const moment of await before("PATCH", 1)) {
    const { errors, state, held, next } = await applied(moment);
    expect(errors).toMatchObject([{ at: "risk_threshold" }]);
    expect(held.settings("it")?.["risk_threshold"]).toBe(5);
    expect(state.get(at)?.value).toMatchObject({ risk_threshold: 5, comment: held.settings("it")?.["comment"] });
    expect(next).toEqual({ [at]: "update" });
  }
});

test("an undeclared leaf is kept beside the declared ones, whenever somebody has changed it before the write", async () => {
  const { applied, before } = await stage({
    ...update,
    after: { [at]: blocking },
    act: ({ change }) => change("it", { analyzers: { secrets: { enabled: true, silent: true } } }),
  });
  for (const moment of await before("PATCH", 1)) {
    const { errors, held, next } = await applied(moment);
    expect(held.settings("it")).toMatchObject({
      analyzers: { secrets: { enabled: true, silent: true, blocking: true } },
    });
    expect([errors, next]).toEqual([[], { [at]: "no-op" }]);
  }
});

test("an analyzer that somebody else adds under exclusive_analyzers is neither removed nor taken for filled in", async () => {
  const { applied, before } = await stage({
    ...update,
    before: { [at]: exclusive },
    after: { [at]: { ...exclusive, comment: "enabled" } },
    act: ({ change }) => change("it", withXss),
  });
  for (const moment of await before("PATCH", 1)) {
    const { errors, warnings, held, next } = await applied(moment);
    expect(errors).toMatchObject([{ at: "analyzers" }]);
    expect(warnings).toEqual([]);
    expect(held.settings("it")).toMatchObject(withXss);
    expect(next).toEqual({ [at]: "update" });
  }
});

test("what somebody else has deleted is not made again before another plan", async () => {
  const { applied, before } = await stage({
    ...update,
    after: { [at]: { ...base, comment: "enabled" } },
    act: ({ remove }) => remove("it"),
  });
  for (const moment of await before("PATCH", 1)) {
    const { errors, state, held, next } = await applied(moment);
    expect(errors).toHaveLength(1);
    expect(state.get(at)?.value).toMatchObject({ name: "it" });
    expect(held.settings("it")).toBeUndefined();
    expect(next).toEqual({ [at]: "create" });
  }
});

test("a name that somebody else takes after it was looked for is not taken twice, and no state is kept", async () => {
  const { applied, before } = await stage({
    before: {},
    after: { [at]: base },
    act: ({ create }) => create("it", { comment: "disabled" }),
  });
  const last = (await before("POST", 1)).at(-1) ?? -1;
  const { errors, state, held, next } = await applied(last);
  expect(errors).toMatchObject([{ summary: changed, at: "name" }]);
  expect(held.settings("it")).toEqual({ comment: "disabled" });
  expect(state.has(at)).toBe(false);
  expect(next).toEqual({ [at]: "create" });
});
