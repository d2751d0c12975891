import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFiles } from "./arrange";
import { type CodeHost, startCodeHost } from "./code-host";
import { type Ended, runScript } from "./scripts";
import { temporaryFolder } from "../../support/temporary-folder";

let host: CodeHost;

beforeEach(async () => {
  host = await startCodeHost();
});

function choose(gate = ""): Promise<Ended> {
  const path = join(temporaryFolder(), "gate.txt");
  writeFileSync(path, gate);
  return runScript(host, "choose-environment", { GATE: path });
}

test.each([
  ["open", "scanform-apply"],
  ["closed", "scanform-apply-weakens"],
])("a plan whose gate is %s is applied in %s", async (gate, environment) => {
  expect(await choose(planFiles("1", gate)["gate.txt"])).toMatchObject({ code: 0, outputs: { environment } });
});

test.each(["", "0", "Open", "open\nclosed", "constructor", "x\n::notice::approved"])(
  "names no environment when the gate is %j",
  async (gate) => {
    const ended = await choose(gate);
    expect(ended).toMatchObject({ code: 1, outputs: {} });
    expect(ended.log.trim().split("\n")).toHaveLength(1);
  },
);

test("names no environment when the kept plan says nothing of a gate", async () => {
  const ended = await runScript(host, "choose-environment", { GATE: join(temporaryFolder(), "gate.txt") });
  expect(ended).toMatchObject({ code: 1, outputs: {} });
});
