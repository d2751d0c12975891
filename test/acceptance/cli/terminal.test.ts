import { everyday } from "../../support/declare";
import { accountOf, desk } from "../../support/desk";
import { scanform, spawnScanform } from "../../support/spawned";

const coloured = (text: string): boolean => text.includes("\x1b[");
const plan = ["plan", "--synthesized", "app"];
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

describe("colours", () => {
  const cases: readonly (readonly [string, NodeJS.ProcessEnv, boolean])[] = [
    ["are left out where nobody looks at a terminal", {}, false],
    ["are left out in a pipe under CI", { CI: "true", GITHUB_ACTIONS: "true" }, false],
    ["are there with FORCE_COLOR", { FORCE_COLOR: "1" }, true],
    ["are left out with FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
    ["are as they would be with an empty FORCE_COLOR", { FORCE_COLOR: "" }, false],
    ["are left out with NO_COLOR, whatever else is set", { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    ["are as they would be with an empty NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "" }, true],
  ];
  const warned = { ...everyday, assignments: { routing: [{ repository_pattern: "no-such-%", leave: true }] } };
  test.each(cases)("%s", async (_title, env, expected) => {
    const at = await desk(warned);
    const { code, out, err } = await scanform(plan, { cwd: at.folder, env: { ...at.env, ...env } });
    expect(code).toBe(0);
    expect(err).toContain("[rule-matches-nothing]");
    expect([coloured(out), coloured(err)]).toEqual([expected, expected]);
  });

  test("never are in a document or a comment", async () => {
    const at = await desk(everyday);
    for (const format of ["json", "markdown"]) {
      const { out } = await scanform([...plan, "--format", format], {
        cwd: at.folder,
        env: { ...at.env, FORCE_COLOR: "1" },
      });
      expect(coloured(out)).toBe(false);
    }
  });
});

describe("progress", () => {
  const deskOf = (count: number) =>
    desk({
      configurations: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`c${String(at)}`, { name: `configuration ${String(at)}` }]),
      ),
    });

  /** Without the last line, which says where the journal is. */
  const shown = (err: string): string => err.replace(/To undo: .*\n$/, "");

  test("is shown on stderr as plain lines where nobody looks at a terminal", async () => {
    const at = await deskOf(5);
    const { err } = await at.apply();
    expect(shown(err)).toBe("1 of 5 requests\n2 of 5 requests\n3 of 5 requests\n4 of 5 requests\n5 of 5 requests\n");
  });

  test("is some ten lines in a log, however much there is to do", async () => {
    const at = await deskOf(50);
    const { err } = await at.apply();
    expect(err).toContain("\n20 of 50 requests\n");
    expect(shown(err).trimEnd().split("\n")).toHaveLength(10);
    expect(shown(err)).toMatch(/50 of 50 requests\n$/);
  });

  test("is one line that is written over at a terminal", async () => {
    const at = await deskOf(50);
    const { err } = await at.run(apply, { interactive: true });
    expect(err).toContain("\r20 of 50 requests");
    expect(shown(err).split("\n")).toHaveLength(2);
  });

  test("does not get into the document", async () => {
    const at = await deskOf(3);
    const ran = await at.apply("--json");
    expect(accountOf(ran)).toMatchObject({ verified: true });
    expect(ran.err).toContain("3 of 3 requests");
  });
});

describe("a reader of stdout that stops early, as `| head` does", () => {
  test("is no failure, and there is no stack trace", async () => {
    const at = await desk(everyday);
    const { child, done } = spawnScanform(plan, { cwd: at.folder, env: at.env });
    child.stdout?.destroy();
    expect(await done).toEqual({ code: 0, out: "", err: "" });
  });

  test("does not stop an apply half way", async () => {
    const at = await desk(everyday);
    const { child, done } = spawnScanform(apply, { cwd: at.folder, env: at.env });
    child.stdout?.destroy();
    expect((await done).code).toBe(0);
    expect(at.writes()).toHaveLength(2);
  });
});
