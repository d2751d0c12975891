import { findingId } from "../../support/triages";
import { configurationNamed, rule } from "../acme";
import { type Scene, stage } from "../second-writer";

/** Somebody else changes one of several things that a resource is about, between its plan and its apply. */

const changed = "Somebody else has changed this since it was planned";

describe("a repository that is to move", () => {
  const at = "scanform_repository_assignments.rules";
  const web = (to: string) => ({
    [at]: {
      rules: [rule({ configuration_id: to, repository_names: ["web-storefront", "checkout"] })],
    },
  });
  const scene = {
    after: web(configurationNamed("default")),
    given: (others) => others.create("third"),
    act: (others) => others.assign("third", "checkout"),
  } satisfies Omit<Scene, "before">;

  test("stays where somebody else has moved it, with an error, and the others move", async () => {
    const { applied, before } = await stage({ ...scene, before: web(configurationNamed("baseline")) });
    for (const moment of await before("POST", 2)) {
      const { errors, state, held, next } = await applied(moment);
      expect(errors).toMatchObject([{ summary: changed }]);
      if (errors[0]?.detail.includes("not where the state has them") === true) {
        expect([held.holder("checkout"), held.holder("web-storefront"), next]).toEqual([
          "third",
          "baseline",
          { [at]: "update" },
        ]);
        continue;
      }
      expect(errors[0]?.detail).toMatch(/^repository checkout was "baseline" and is /);
      expect([held.holder("checkout"), held.holder("web-storefront")]).toEqual(["third", "default"]);
      const { assigned } = state.get(at)?.value ?? {};
      expect(Object.entries(assigned ?? {})).toEqual(
        expect.arrayContaining([
          [configurationNamed("default"), 1],
          [expect.any(String), 1],
        ]),
      );
      expect(Object.keys(assigned ?? {})).toHaveLength(2);
      expect(next).toEqual({ [at]: "update" });
    }
  });

  test("stays under rules that are new, where it was moved after this process has read it", async () => {
    const { applied, before } = await stage({ ...scene, before: {}, after: web(configurationNamed("baseline")) });
    const { errors, state, held, next } = await applied((await before("POST", 2)).at(-1) ?? -1);
    expect(errors).toMatchObject([{ summary: changed }]);
    expect([held.holder("checkout"), held.holder("web-storefront")]).toEqual(["third", "baseline"]);
    expect(state.has(at)).toBe(false);
    expect(next).toEqual({ [at]: "create" });
  });
});

describe("a triage", () => {
  const at = "scanform_finding_triage.it";
  const set = (category: string) => ({
    [at]: { finding_id: findingId, category, justification: "Only in tests." },
  });
  const before = set("wont_fix");
  const after = set("accepted_risk");
  const scenes: readonly (Scene & { readonly title: string; readonly method: string; readonly category?: string })[] = [
    {
      title: "to change stays as somebody else has set it",
      before,
      after,
      act: (others) => others.triage(findingId, "in_progress"),
      method: "POST",
      category: "in_progress",
    },
    {
      title: "to change stays removed",
      before,
      after,
      act: (others) => others.triage(findingId),
      method: "POST",
    },
    {
      title: "to remove stays as somebody else has set it",
      before,
      after: {},
      act: (others) => others.triage(findingId, "in_progress"),
      method: "DELETE",
      category: "in_progress",
    },
  ];

  test.each(scenes)("$title, with an error at its category", async ({ method, category, ...scene }) => {
    const { applied, before: moments } = await stage(scene);
    for (const moment of await moments(method, 1)) {
      const { errors, state, held, next } = await applied(moment);
      expect(errors).toMatchObject([{ summary: changed, at: "category" }]);
      expect(held.triage(findingId)).toBe(category);
      expect(state.get(at)?.value).toMatchObject({ category: "wont_fix", active: true });
      expect(next).toEqual({ [at]: method === "DELETE" ? "delete" : "update" });
    }
  });

  test.each([
    { title: "set to the same category is taken as it is", after, category: "accepted_risk" as const },
    { title: "that was to be removed, and is, is no error", after: {}, category: undefined },
  ])("that somebody else has $title", async ({ after: wanted, category }) => {
    const { applied } = await stage({ before, after: wanted, act: (others) => others.triage(findingId, category) });
    const { errors, held, next } = await applied(-1);
    expect([errors, held.triage(findingId)]).toEqual([[], category]);
    expect(Object.values(next).filter((each) => each !== "no-op")).toEqual([]);
  });
});
