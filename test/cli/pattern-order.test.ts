import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accountId } from "../support/account";
import type { App } from "../support/declare";
import { accountOf, desk, type Desk } from "../support/desk";

/** Patterns of which one may turn the others around are written, shown and kept in the order in which they are declared. */

const [allBut, nothing] = [
  ["**", "!src/**"],
  ["!src/**", "**"],
];
const excluding = (excludes: readonly string[]) => ({ analyzers: { xss: { enabled: true, excludes } } });
const declaring = (one: readonly string[], other: readonly string[]): App => ({
  configurations: {
    baseline: { name: "baseline", comment: "enabled", ...excluding(one) },
    relaxed: { name: "relaxed", comment: "enabled", ...excluding(other) },
  },
});

const excludesOf = ({ emulator }: Desk): readonly unknown[] =>
  emulator.store
    .configurations(accountId)
    .map(({ configuration }) => (configuration as ReturnType<typeof excluding>).analyzers.xss.excludes);

/** The path of the journal of the last apply. */
const journalOf = ({ folder }: Desk): string =>
  join(".scanform", readdirSync(join(folder, ".scanform")).sort().at(-1) ?? "");

test("two configurations that differ in it alone each get their own", async () => {
  const at = await desk(declaring(allBut, nothing));
  const made = await at.plan("--out", "saved.plan");
  expect(made.out).toContain('["**","!src/**"]');
  expect(made.out).toContain('["!src/**","**"]');
  expect((await at.run(["apply", "saved.plan"])).code).toBe(0);
  expect(excludesOf(at)).toEqual([allBut, nothing]);
  for (const file of ["saved.plan", journalOf(at)]) {
    const text = readFileSync(join(at.folder, file), "utf8").replaceAll(/\s/g, "");
    expect(text).toContain('"excludes":["**","!src/**"]');
    expect(text).toContain('"excludes":["!src/**","**"]');
  }
  expect((await at.plan("--detailed-exitcode")).code).toBe(0);
});

test("another one is a change, in the document as it is declared, and the way back gives the former one", async () => {
  const at = await desk(declaring(allBut, nothing));
  await at.apply();
  at.declare(declaring(nothing, nothing));
  expect(accountOf(await at.plan("--json"))).toMatchObject({
    lines: [{ before: ["**", "!src/**"], after: ["!src/**", "**"], verdict: "unclassified" }],
  });
  expect((await at.apply()).code).toBe(0);
  expect(excludesOf(at)).toEqual([nothing, nothing]);
  expect((await at.run(["rollback", journalOf(at), "--auto-approve"])).code).toBe(0);
  expect(excludesOf(at)).toEqual([allBut, nothing]);
});

test("imported code has the live one", async () => {
  const at = await desk(declaring(allBut, ["z/**", "!b/**", "a/**"]));
  await at.apply();
  const { out } = await at.run(["import"]);
  expect(out).toContain('excludes: ["**", "!src/**"]');
  expect(out).toContain('excludes: ["z/**", "!b/**", "a/**"]');
  expect((await at.run(["import", "--format", "hcl"])).out).toContain('["z/**", "!b/**", "a/**"]');
});
