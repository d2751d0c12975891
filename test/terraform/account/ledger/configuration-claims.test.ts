import { ConfigurationClaims } from "../../../../src/terraform/account/ledger/configuration-claims";
import { Unknown, type Value } from "../../../../src/terraform/value";

const claim = (
  claims: ConfigurationClaims,
  name: Value,
  id?: string,
  more: { replaces?: boolean; isNamed?: boolean } = {},
) => claims.claim({ name, id, isNamed: false, replaces: false, ...more });

const [one, other] = ["0a000000-0000-4000-8000-00000000000a", "0b000000-0000-4000-8000-00000000000b"] as const;

describe("a claim", () => {
  test("of a configuration is refused when another resource claimed it under another name", () => {
    const claims = new ConfigurationClaims();
    expect(claim(claims, "strict", one)).toEqual([]);
    const diagnostics = claim(claims, "stricter", one);
    expect(diagnostics).toMatchObject([
      {
        code: "configuration-claimed-twice",
        severity: "error",
        summary: "Two resources manage one configuration",
        attribute: ["name"],
      },
    ]);
    expect(diagnostics[0]?.detail).toBe(
      `"stricter" would be the configuration "strict" (${one}), which another resource has. Remove one of them, with terraform state rm ADDRESS where the state has both; where the other is renamed only now, apply that first.`,
    );
    expect(claim(claims, "third", other)).toEqual([]);
  });

  test.each([[new Unknown()], [null]])("of an unknown or null name claims nothing: %p", (name) => {
    const claims = new ConfigurationClaims();
    expect(claim(claims, name)).toEqual([]);
    expect(claim(claims, name)).toEqual([]);
  });

  test("of a destroyed configuration is refused, also for a replacement", () => {
    for (const replaces of [false, true]) {
      const claims = new ConfigurationClaims();
      expect(claims.destroy(one)).toEqual([]);
      const diagnostics = claim(claims, "strict", one, { replaces });
      expect(diagnostics).toMatchObject([
        {
          code: "destroyed-and-adopted",
          severity: "error",
          summary: "Destroyed and taken over at once",
          attribute: ["name"],
        },
      ]);
      for (const words of [one, "add a moved block", "terraform state rm ADDRESS", "-refresh=false"])
        expect(diagnostics[0]?.detail).toContain(words);
      expect(claim(claims, "other", other)).toEqual([]);
    }
  });
});

describe("a destroyed configuration", () => {
  test("is refused when two resources hold it, in either order", () => {
    const [before, after] = [new ConfigurationClaims(), new ConfigurationClaims()];
    expect(before.read(one)).toEqual([]);
    expect(before.read(one)).toEqual([]);
    expect(before.destroy(one)).toMatchObject([{ summary: "Destroyed and taken over at once" }]);
    expect(after.read(one)).toEqual([]);
    expect(after.destroy(one)).toEqual([]);
    expect(after.read(other)).toEqual([]);
    expect(after.read(one)).toMatchObject([
      { code: "destroyed-and-adopted", severity: "error", summary: "Destroyed and taken over at once" },
    ]);
  });

  test("is refused when a rule assigns it, in either order, in upper or lower case", () => {
    const [before, after] = [new ConfigurationClaims(), new ConfigurationClaims()];
    expect(before.assign(one.toUpperCase(), ["rules", 0])).toEqual([]);
    expect(before.destroy(other)).toEqual([]);
    const diagnostics = before.destroy(one);
    expect(diagnostics).toMatchObject([
      { code: "destroyed-and-assigned", severity: "error", summary: "Destroyed and assigned at once" },
    ]);
    expect(diagnostics[0]).not.toHaveProperty("attribute");
    expect(after.destroy(one.toUpperCase())).toEqual([]);
    expect(after.assign(other, ["rules", 1])).toEqual([]);
    expect(after.assign(one, ["rules", 2])).toEqual([
      {
        code: "destroyed-and-assigned",
        severity: "error",
        summary: "Destroyed and assigned at once",
        detail: `One resource would destroy the configuration ${one.toUpperCase()}, and a rule of scanform_repository_assignments assigns it. Keep the one, or change the other; a reference in place of the id lets terraform see it.`,
        attribute: ["rules", 2],
      },
    ]);
  });

  test("is kept without an error when it was adopted in this apply", () => {
    const claims = new ConfigurationClaims();
    claim(claims, "strict", one);
    expect(claims.kept.has(one)).toBe(false);
    claims.keep([one]);
    expect([claims.kept.has(one), claims.kept.has(other)]).toEqual([true, false]);
    expect(claims.destroy(one)).toEqual([]);
    expect(claim(claims, "again", one)).toEqual([]);
  });
});
