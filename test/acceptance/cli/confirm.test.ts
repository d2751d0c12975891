import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyday } from "../../support/declare";
import { type Circumstances, desk, type Desk, type Ran } from "../../support/desk";
import { meddle } from "../../support/scenes";
import { spawnScanform } from "../../support/spawned";

const apply = (at: Desk, circumstances: Circumstances): Promise<Ran> =>
  at.run(["apply", "--synthesized", "app"], circumstances);

describe("an apply that is not approved in advance", () => {
  test("is refused where nobody can be asked, after showing the plan", async () => {
    const at = await desk(everyday);
    const { code, out, err } = await apply(at, {});
    expect(code).toBe(1);
    expect(out).toContain("1 to create, 1 to change, 2 repositories move");
    expect(err).toContain("[not-confirmed]");
    expect(err).toContain("Review the plan and say --auto-approve, or apply a saved one.");
    expect(at.writes()).toEqual([]);
  });

  test("asks once, and goes on after a yes", async () => {
    const at = await desk(everyday);
    const questions: string[] = [];
    const { code } = await apply(at, {
      interactive: true,
      ask: (question) => {
        expect(at.writes()).toEqual([]);
        questions.push(question);
        return Promise.resolve(" yes ");
      },
    });
    expect(code).toBe(0);
    expect(questions).toEqual([
      expect.stringMatching(/^\nWEAKENS \d of 4 repositories.*\nApply this\? Only `yes` does: $/),
    ]);
    expect(at.writes()).toHaveLength(2);
  });

  test("shows the plan to whoever is asked, also where stdout is kept for a document", async () => {
    const at = await desk(everyday);
    let shown = "";
    const { out } = await at.run(["apply", "--synthesized", "app", "--json"], {
      interactive: true,
      onErr: (text) => {
        shown += text;
      },
      ask: () => {
        expect(shown).toContain("1 to create, 1 to change, 2 repositories move");
        return Promise.resolve("yes");
      },
    });
    expect(JSON.parse(out)).toMatchObject({ accounts: [{ verified: true }] });
  });

  test.each(["no", "", "y", "YES!", "yes please", undefined])("changes nothing after %j", async (answer) => {
    const at = await desk(everyday);
    const { code, err } = await apply(at, { interactive: true, ask: () => Promise.resolve(answer) });
    expect(code).toBe(1);
    expect(err).toContain("[not-confirmed]\n  Nothing was changed.");
    expect(at.writes()).toEqual([]);
  });

  test("writes nothing when the account has moved while it asked, and says what has", async () => {
    const at = await desk(everyday);
    const { code, err } = await apply(at, {
      interactive: true,
      ask: async () => {
        await meddle(at, { comment: "disabled" });
        at.emulator.clearRequests();
        return "yes";
      },
    });
    expect(code).toBe(4);
    expect(err).toContain("[plan-stale]");
    expect(err).toMatch(/configuration baseline .*: comment was .* and is "disabled"/);
    expect(at.writes()).toEqual([]);
  });

  test("changes nothing when Ctrl-C is the answer", async () => {
    const at = await desk(everyday);
    const interrupt = new AbortController();
    const { code, err } = await apply(at, {
      interactive: true,
      signal: interrupt.signal,
      ask: () => {
        interrupt.abort();
        return Promise.resolve("");
      },
    });
    expect(code).toBe(130);
    expect(err).toContain("[interrupted]\n  Nothing was changed.");
    expect(at.writes()).toEqual([]);
  });

  test("asks nobody with --auto-approve", async () => {
    const at = await desk(everyday);
    const ask = (): Promise<string> => Promise.reject(new Error("asked"));
    const argv = ["apply", "--synthesized", "app", "--auto-approve"];
    expect((await at.run(argv, { interactive: true, ask })).code).toBe(0);
  });
});

/** Pipes that say that they are a terminal, and that do not keep the program alive while nobody reads, as a terminal does not. */
const preloaded = `
  for (const name of ["stdin", "stderr"]) process[name].isTTY = true;
  process.stdin.on("pause", () => process.stdin.unref());
`;

/** Asks the real question, and answers with keys as a terminal sends them; none is the end of the input. */
async function atTerminal(at: Desk, keys: string): Promise<Ran> {
  const preload = join(at.folder, "terminal.cjs");
  writeFileSync(preload, preloaded);
  const { child, done } = spawnScanform(["apply", "--synthesized", "app"], {
    cwd: at.folder,
    env: at.env,
    nodeOptions: ["--require", preload],
  });
  let [said, answered] = ["", false];
  child.stderr?.on("data", (text: Buffer) => {
    said += text.toString();
    if (!said.includes("Apply this?") || answered) return;
    answered = true;
    if (keys === "") child.stdin.end();
    else child.stdin.write(keys);
  });
  await once(child, "exit");
  return done;
}

describe("the question at a terminal", () => {
  test("takes a yes", async () => {
    const at = await desk(everyday);
    const { code, out } = await atTerminal(at, "yes\r");
    expect(code).toBe(0);
    expect(out).toContain("3 changes succeeded");
  });

  test.each([
    ["a no", "no\r", 1, "not-confirmed"],
    ["the end of the input", "", 1, "not-confirmed"],
    ["Ctrl-D", "\x04", 1, "not-confirmed"],
    ["Ctrl-C", "\x03", 130, "interrupted"],
  ])("takes %s for what it is, and changes nothing", async (_what, keys, expected, said) => {
    const at = await desk(everyday);
    const { code, err } = await atTerminal(at, keys);
    expect(err).toContain(`[${said}]`);
    expect(code).toBe(expected);
    expect(at.writes()).toEqual([]);
  });
});
