import {
  assigned,
  claimed,
  held,
  isHeld,
  isKept,
  released,
  takenOver,
} from "../../../src/terraform/configuration/claims";
import { Unknown, type Value } from "../../../src/terraform/values/value";
import type { Session } from "../../../src/terraform/account/session";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const run = async (): Promise<Session> => (await inMemory(live({}))).session;
const claim = (session: Session, name: Value, id?: string, more: { replaces?: boolean; at?: readonly string[] } = {}) =>
  claimed(session, { name, id, replaces: false, at: [], ...more });

const [one, other] = ["0a000000-0000-4000-8000-00000000000a", "0b000000-0000-4000-8000-00000000000b"] as const;

describe("a claim", () => {
  test("of a name is refused when another has claimed it in this run, at the name", async () => {
    const session = await run();
    expect(claim(session, "strict")).toEqual([]);
    expect(claim(session, "strict", undefined, { at: ["configurations"] })).toEqual([
      {
        code: "name-claimed-twice",
        severity: "error",
        summary: "Two configurations with one name",
        detail: '"strict" is declared twice. Rename one of them.',
        attribute: ["configurations", "name"],
      },
    ]);
    expect(claim(session, "other")).toEqual([]);
    expect(claim(await run(), "strict")).toEqual([]);
  });

  test("of a configuration under another name is refused when another has claimed it, with what to do", async () => {
    const session = await run();
    expect(claim(session, "strict", one)).toEqual([]);
    const diagnostics = claim(session, "stricter", one, { at: ["configurations"] });
    expect(diagnostics).toMatchObject([
      {
        code: "configuration-claimed-twice",
        severity: "error",
        summary: "Two resources have one configuration",
        attribute: ["configurations", "name"],
      },
    ]);
    expect(diagnostics[0]?.detail).toBe(
      `stricter would be the configuration ${one}, which another resource has. Remove one of them, with terraform state rm ADDRESS where the state has both; where the other is renamed only now, apply that first.`,
    );
    expect(claim(session, "third", other)).toEqual([]);
  });

  test.each([[new Unknown()], [null]])("is none of a name that is not known, or not there: %p", async (name) => {
    const session = await run();
    expect(claim(session, name)).toEqual([]);
    expect(claim(session, name)).toEqual([]);
  });

  test("in the place of what has claimed the same is right", async () => {
    const session = await run();
    claim(session, "strict", one);
    expect(claim(session, "strict", one, { replaces: true })).toEqual([]);
    expect(claim(session, "renamed", one, { replaces: true })).toEqual([]);
  });

  test("of what is destroyed is refused, with what to do, also in the place of another", async () => {
    for (const replaces of [false, true]) {
      const session = await run();
      expect(released(session, one)).toEqual([]);
      const diagnostics = claim(session, "strict", one, { replaces, at: ["configurations"] });
      expect(diagnostics).toMatchObject([
        {
          code: "destroyed-and-adopted",
          severity: "error",
          summary: "Destroyed and taken over at once",
          attribute: ["configurations", "name"],
        },
      ]);
      for (const words of [
        one,
        "add a moved block",
        "removed with destroy = false, and import",
        "terraform state rm ADDRESS",
        "-refresh=false",
      ])
        expect(diagnostics[0]?.detail).toContain(words);
      expect(claim(session, "other", other)).toEqual([]);
    }
  });
});

describe("what is destroyed", () => {
  test("is refused where it was claimed before", async () => {
    const session = await run();
    claim(session, "strict", one);
    expect(released(session, other)).toEqual([]);
    const diagnostics = released(session, one);
    expect(diagnostics).toMatchObject([
      { code: "destroyed-and-adopted", severity: "error", summary: "Destroyed and taken over at once" },
    ]);
    expect(diagnostics[0]).not.toHaveProperty("attribute");
  });

  test("is refused where two resources have read it, whenever the second does", async () => {
    const [before, after] = [await run(), await run()];
    expect(held(before, one)).toEqual([]);
    expect(held(before, one)).toEqual([]);
    expect(released(before, one)).toMatchObject([{ summary: "Destroyed and taken over at once" }]);
    expect(held(after, one)).toEqual([]);
    expect(released(after, one)).toEqual([]);
    expect(held(after, other)).toEqual([]);
    expect(held(after, one)).toMatchObject([
      { code: "destroyed-and-adopted", severity: "error", summary: "Destroyed and taken over at once" },
    ]);
  });

  test("is held by a resource that has read it, and by nobody else", async () => {
    const session = await run();
    expect(isHeld(session, one)).toBe(false);
    held(session, one);
    expect([isHeld(session, one), isHeld(session, other), isHeld(await run(), one)]).toEqual([true, false, false]);
  });

  test("is refused where a rule assigns it, whichever is planned first, in any case", async () => {
    const [before, after] = [await run(), await run()];
    expect(assigned(before, one.toUpperCase(), ["rules", 0])).toEqual([]);
    expect(released(before, other)).toEqual([]);
    const diagnostics = released(before, one);
    expect(diagnostics).toMatchObject([
      { code: "destroyed-and-assigned", severity: "error", summary: "Destroyed and assigned at once" },
    ]);
    expect(diagnostics[0]).not.toHaveProperty("attribute");
    expect(released(after, one.toUpperCase())).toEqual([]);
    expect(assigned(after, other, ["rules", 1])).toEqual([]);
    expect(assigned(after, one, ["rules", 2])).toEqual([
      {
        code: "destroyed-and-assigned",
        severity: "error",
        summary: "Destroyed and assigned at once",
        detail: `One resource would destroy the configuration ${one}, and a rule of scanform_repository_assignments assigns it. Keep the one, or change the other; a reference in place of the id lets terraform see it.`,
        attribute: ["rules", 2],
      },
    ]);
  });

  test("is right where it was taken over in this apply, and is kept", async () => {
    const session = await run();
    claim(session, "strict", one);
    expect(isKept(session, one)).toBe(false);
    takenOver(session, [one]);
    expect([isKept(session, one), isKept(session, other)]).toEqual([true, false]);
    expect(released(session, one)).toEqual([]);
    expect(claim(session, "again", one)).toEqual([]);
  });
});
