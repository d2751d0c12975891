import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { canary } from "../../support/account";
import { asItIs } from "../../support/declare";
import { desk } from "../../support/desk";
import { temporaryFolder } from "../../support/temporary-folder";
import { addPull, sha, synthesizedZip } from "../../support/code-host-arrange";
import { startCodeHost, token } from "../../support/code-host";
import { declareBase, planSynthesized, type Story, synthesizePull } from "./story";

const at = "2026-01-01T10:00:00Z";

let story: Story;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk() };
});

const kept = (): readonly string[] => story.host.artifacts.map(({ name }) => name);

const declaration = `
  import { App, TerraformStack } from "cdktn";
  import { Comment, Configuration, ScanformProvider } from "scanform/cdktn";

  const app = new App();
  const stack = new TerraformStack(app, "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "baseline", { name: "baseline", comment: Comment.ENABLED });
  app.synth();
`;

/** A repository whose app is this file. */
function repositoryOf(name: string, program: string): string {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "cdktf.json"),
    JSON.stringify({ app: name.endsWith(".ts") ? `tsx ${name}` : `node ${name}` }),
  );
  writeFileSync(join(folder, name), program);
  return folder;
}

test("synthesizes the app of a pull request, which is then planned without running it", async () => {
  const { run, synth } = await synthesizePull(story, addPull(story.host), repositoryOf("main.ts", declaration), at);
  expect(synth).toMatchObject({ result: "success" });
  const base = declareBase(story, synthesizedZip(asItIs), at);
  const { plan, comment } = await planSynthesized(story, run, at);
  story.host.artifacts.splice(
    story.host.artifacts.findIndex((each) => each.run === base.id),
    1,
  );
  expect([plan.result, comment.result]).toEqual(["success", "success"]);
  expect(story.host.comments[0]?.body).toContain("baseline");
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown", `scanform-plan-7-${sha("b")}`]);
});

test("gives the app neither the key nor the token, and keeps what it leaves as data", async () => {
  const program = `const { mkdirSync, writeFileSync } = require("node:fs");
    const out = process.env.CDKTF_OUTDIR;
    mkdirSync(out, { recursive: true });
    writeFileSync(out + "/manifest.json", JSON.stringify({ stacks: {} }));
    writeFileSync(out + "/found.json", JSON.stringify(process.env));`;
  await synthesizePull(story, addPull(story.host), repositoryOf("app.cjs", program), at);
  const [synthesized] = story.host.artifacts;
  const found = Buffer.from(unzipSync(synthesized?.content ?? new Uint8Array())["found.json"] ?? []).toString("utf8");
  expect(found).toContain("CDKTF_OUTDIR");
  for (const secret of [canary, token]) expect(found).not.toContain(secret);
});

test("runs the tests of the repository first, and keeps nothing when one fails", async () => {
  const sources = repositoryOf("main.ts", declaration);
  writeFileSync(join(sources, "package.json"), JSON.stringify({ scripts: { test: "echo no such rule; exit 1" } }));
  const { run, synth } = await synthesizePull(story, addPull(story.host), sources, at);
  expect(synth).toMatchObject({ result: "failure", log: expect.stringContaining("no such rule") as string });
  expect(kept()).toEqual([]);
  expect(await planSynthesized(story, run, at)).toMatchObject({ plan: { result: "skipped" } });
});

test.each([
  ["fails", "process.exit(3);", "exited with 3"],
  ["leaves nothing", "", "Does it call app.synth()?"],
])("keeps nothing when the app %s, so that nothing is planned", async (_, program, message) => {
  const { run, synth } = await synthesizePull(story, addPull(story.host), repositoryOf("app.cjs", program), at);
  expect(synth).toMatchObject({ result: "failure", log: expect.stringContaining(message) as string });
  expect(kept()).toEqual([]);
  expect(await planSynthesized(story, run, at)).toMatchObject({ plan: { result: "skipped" } });
  expect(story.desk.emulator.requests).toEqual([]);
});
