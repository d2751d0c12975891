import { unzipSync } from "fflate";
import { canary } from "../../support/account";
import { type App, everyday, idOf } from "../../support/declare";
import { desk } from "../../support/desk";
import { addPull, sha, synthesizedZip, zipOf } from "./arrange";
import { repository, startCodeHost } from "./code-host";
import { declaredBefore, planPull, type Story } from "./story";

const at = "2026-01-01T10:00:00Z";

let story: Story;

beforeEach(async () => {
  story = { host: await startCodeHost(), desk: await desk() };
  declaredBefore(story, synthesizedZip(nothing), "2026-01-01T09:00:00Z");
});

const nothing: App = {};

/** What is kept besides what the default branch declares. */
const kept = (): readonly string[] => story.host.artifacts.slice(1).map(({ name }) => name);

const gate = (): string => {
  const plan = story.host.artifacts.find(({ name }) => name.startsWith("scanform-plan-"));
  return Buffer.from(unzipSync(plan?.content ?? new Uint8Array())["gate.txt"] ?? []).toString("utf8");
};

test("plans what a pull request declares, shows it, and keeps it, without the key", async () => {
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(plan).toMatchObject({ result: "success", outputs: { number: "7" } });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain("WEAKENS");
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown", `scanform-plan-7-${sha("b")}`]);
  expect(story.desk.writes()).toEqual([]);

  const files = story.host.artifacts.flatMap(({ content }) => Object.values(unzipSync(content)));
  const shown = [plan.log, comment.log, ...story.host.comments.map(({ body }) => body)];
  for (const each of [...files.map((file) => Buffer.from(file).toString("utf8")), ...shown])
    expect(each).not.toContain(canary);
});

const routing = (name: string): App => ({
  ...everyday,
  assignments: {
    routing: [
      { repository_names: ["payments-api", "payments-ledger"], configuration_id: idOf("strict") },
      { repository_pattern: "payments-%", configuration_id: idOf(name) },
      { repository_names: ["web", "legacy"], leave: true },
    ],
  },
});

test.each<[string, App, App, string]>([
  [
    "is open for what strengthens",
    nothing,
    { configurations: { a: { name: "baseline", comment: "enabled" } } },
    "open",
  ],
  [
    "is closed where a repository gets weaker",
    nothing,
    { configurations: { a: { name: "baseline", comment: "disabled" } } },
    "closed",
  ],
  ["is open for new configurations", nothing, { configurations: { a: { name: "a", comment: "disabled" } } }, "open"],
])("the gate %s", async (_what, base, declared, expected) => {
  declaredBefore(story, synthesizedZip(base), at);
  const { plan } = await planPull(story, addPull(story.host), synthesizedZip(declared), at);
  expect(plan).toMatchObject({ result: "success" });
  expect(gate().trim()).toBe(expected);
});

test("the gate is closed where only repositories that do not exist yet would get less than by the default branch", async () => {
  story.desk.declare(routing("strict"));
  expect((await story.desk.apply()).code).toBe(0);
  declaredBefore(story, synthesizedZip(routing("strict")), at);
  const { plan } = await planPull(story, addPull(story.host), synthesizedZip(routing("baseline")), at);
  expect(plan).toMatchObject({ result: "success" });
  expect(gate().trim()).toBe("closed");
});

test("keeps no plan where nothing is left of what the default branch declares", async () => {
  story.host.artifacts.length = 0;
  const { plan, comment } = await planPull(story, addPull(story.host), synthesizedZip(everyday), at);
  expect(plan).toMatchObject({ result: "failure", log: expect.stringContaining("Run it again") as string });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.artifacts.map(({ name }) => name)).not.toContain(`scanform-plan-7-${sha("b")}`);
});

const wrong: App = { configurations: { a: { name: "a", risk_threshold: "high" } } };

test.each<[string, () => Uint8Array, string]>([
  ["cannot be planned", () => synthesizedZip(wrong), "risk_threshold"],
  ["leaves its folder", () => zipOf({ "../../.github/scanform/comment.mjs": "" }), "scanform could not plan this"],
])("keeps no plan of a declaration that %s", async (_, content, shown) => {
  const { plan, comment } = await planPull(story, addPull(story.host), content(), at);
  expect(plan).toMatchObject({ result: "failure" });
  expect(comment).toMatchObject({ result: "success" });
  expect(story.host.comments[0]?.body).toContain(shown);
  expect(kept()).toEqual(["scanform-synth-1", "scanform-shown"]);
});

test("keeps no plan of a commit that is not the pull request's last any more", async () => {
  const head = { branch: "stricter", sha: sha("a"), repository };
  addPull(story.host);
  const { plan } = await planPull(
    story,
    { number: 7, state: "open", base: "main", head },
    synthesizedZip(everyday),
    at,
  );
  expect(plan).toMatchObject({ result: "success", outputs: { number: "" } });
  expect(kept()).toEqual(["scanform-synth-1"]);
});

test("asks the service nothing for a fork", async () => {
  const head = { branch: "stricter", sha: sha("b"), repository: "mallory/settings" };
  const { plan, comment } = await planPull(story, addPull(story.host, { head }), synthesizedZip(everyday), at);
  expect([plan.result, comment.result]).toEqual(["skipped", "skipped"]);
  expect(story.desk.emulator.requests).toEqual([]);
});
