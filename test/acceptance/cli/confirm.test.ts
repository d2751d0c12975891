import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyday } from "../../support/declare";
import { desk, type Desk, type Ran } from "../../support/desk";
import { spawnScanform } from "../../support/spawned";

const apply = ["apply", "--synthesized", "app"];

describe("an apply that is not approved in advance", () => {
  test("is refused where nobody can be asked, after showing the plan", async () => {
    const at = await desk(everyday);
    const { code, out, err } = await at.run(apply);
    expect(code).toBe(1);
    expect(out).toContain("1 configuration to create, 1 to change");
    expect(err).toContain("[not-confirmed]");
    expect(err).toContain("Review the plan and pass --auto-approve, or apply a saved one.");
    expect(at.writes()).toEqual([]);
  });
});

/** Pipes that pretend to be a terminal, and like one do not keep the program alive while nobody reads. */
const preloaded = `
  for (const name of ["stdin", "stderr"]) process[name].isTTY = true;
  process.stdin.on("pause", () => process.stdin.unref());
`;

/** Asks the real question, and answers with keys as a terminal sends them; none is the end of the input. */
async function atTerminal(at: Desk, keys: string): Promise<Ran> {
  const preload = join(at.folder, "terminal.cjs");
  writeFileSync(preload, preloaded);
  const { child, done } = spawnScanform(apply, {
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
    expect(out).toContain("2 configurations, 2 repositories.");
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
