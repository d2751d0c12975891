import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { everyday } from "../support/declare";
import { type Desk, desk } from "../support/desk";
import { meddle } from "../support/scenes";

const journal = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");
const drift = (at: Desk, ...flags: readonly string[]) => at.run(["drift", "--synthesized", "app", ...flags]);

test("X", async () => {
  const at = await desk(everyday);
  let ran = await drift(at);
  console.log(ran.out, ran.err, ran.code);
  await at.apply();
  const since = journal(at);
  ran = await drift(at, "--since", since);
  console.log(ran.out, ran.err, ran.code);
  await meddle(at, { comment: "disabled" });
  at.declare({ configurations: { ...everyday.configurations, strict: { name: "strict", comment: "silent" } }, assignments: everyday.assignments! });
  for (const format of ["text", "markdown", "junit", "json"]) {
  ran = await drift(at, "--since", since, "--format", format);
  console.log(ran.out, ran.err, ran.code);
  }
});
