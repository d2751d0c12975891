import type { Fault } from "../../../src/emulator";
import { proxy, refuseWith } from "../../support/proxy";
import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

const letters = ["a", "b", "c", "d"];
const lives = ["baseline", "default"];

/** Four to create, each in a request of its own, and two that are there already and change alike. */
const six = `resource "scanform_configuration" "it" {
  for_each = toset(${JSON.stringify([...letters, ...lives])})
  name     = each.key
  comment  = "disabled"
}
`;

/** The service has done what was asked, and its answer is lost. */
const fault: Fault = { fault: "reset", at: "after" };

describeWithTerraform("when answers are spoilt", () => {
  test("nothing is there twice, and all of it comes about, when answers are lost", async () => {
    const at = await workspace();
    at.emulator.setFaults([
      { ...fault, method: "POST", nth: [2, 5] },
      { ...fault, method: "GET", nth: 2 },
    ]);
    at.write(six);
    const { code, stdout, stderr } = await at.raw.run("apply", "-auto-approve");
    expect(stdout + stderr).not.toMatch(/Provider produced|Plugin did not respond|panic/);
    at.emulator.setFaults([]);
    if (code !== 0) {
      expect(stderr).toMatch(/Error: [^]*with scanform_configuration\.it\["\w+"\]/);
      await at.apply();
    }
    expect(at.names()).toEqual([...letters, ...lives].sort());
    expect(at.names().map((name) => at.live(name).settings["comment"])).toEqual(at.names().map(() => "disabled"));
    await at.nothingToDo();
  });

  test("what was made is held, and nothing is made again, when it cannot be read back", async () => {
    const at = await workspace();
    at.write(six);
    await at.terraform("plan", "-out=tfplan");
    let made = 0;
    // what there is before the writes can be read
    const { url } = await proxy(at.emulator.url, ({ method, path }, answer) => {
      if (method === "POST" && path.endsWith("/configurations")) made += 1;
      return method === "GET" && made === letters.length ? refuseWith(answer, 403, "no more") : undefined;
    });
    await at.reachThrough(url);
    const { stdout, stderr } = await at.raw.run("apply", "tfplan");
    expect(stdout + stderr).not.toMatch(/Provider produced|Plugin did not respond|panic/);
    expect(stdout + stderr).toContain("403");
    await at.reachThrough(at.emulator.url);
    at.forget();
    await at.apply();
    expect(at.names()).toEqual([...letters, ...lives].sort());
    expect(at.writes().filter((each) => each === "POST /configurations")).toEqual([]);
    await at.nothingToDo();
  });
});
