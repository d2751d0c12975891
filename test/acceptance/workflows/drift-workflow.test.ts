import { strFromU8, unzipSync } from "fflate";
import { accountId, unknownId } from "../../support/account";
import { asItIs, everyday } from "../../support/declare";
import { desk } from "../../support/desk";
import { meddle } from "../../support/scenes";
import { decide, triageDesk, wontFix } from "../../support/triages";
import { addPull, sha, synthesizedZip, zipOf } from "../../support/code-host-arrange";
import { bot, repository, startCodeHost } from "../../support/code-host";
import { applyMerge, declareBase, lookForDrift, merge, planPull, startApply, type Story } from "./story";

let story: Story;

const [planned, merged, after] = ["2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z", "2026-01-01T12:00:00Z"];

/** A merge that is applied. */
async function applied(): Promise<void> {
  story = { host: await startCodeHost(), desk: await desk() };
  story.host.main.push(sha("0"));
  declareBase(story, synthesizedZip(asItIs), planned);
  const pull = addPull(story.host, { number: 7, head: { branch: "b", sha: sha("b"), repository } });
  await planPull(story, pull, synthesizedZip(everyday), planned);
  merge(story, pull, sha("1"), merged);
  const { apply } = await applyMerge(story, startApply(story, sha("1"), synthesizedZip(everyday), after));
  expect(apply).toMatchObject({ result: "success" });
}

test("opens one issue of its own, keeps it up to date, and closes it", async () => {
  await applied();
  expect(await lookForDrift(story, after)).toMatchObject({ drift: { outputs: { drifted: "false" } } });
  expect(story.host.issues).toEqual([]);
  const body = "<!-- scanform drift -->\nno drift";
  const theirs = {
    id: 1,
    number: 1,
    user: { login: "mallory", type: "User" },
    title: "",
    body,
    state: "open",
  } as const;
  story.host.issues.push({ ...theirs });
  const own = () => story.host.issues.slice(1);

  await meddle(story.desk, { comment: "disabled" });
  story.desk.emulator.clearRequests();
  expect(await lookForDrift(story, after)).toMatchObject({ issue: { result: "success" } });
  expect(story.desk.writes()).toEqual([]);
  expect(own()).toMatchObject([{ user: bot, state: "open" }]);
  expect(own()[0]?.body).toMatch(/^<!-- scanform drift -->\n### scanform: DRIFT since .*: weakens 2 rep/);

  await meddle(story.desk, { comment: "silent" });
  await lookForDrift(story, after);
  expect(own()).toHaveLength(1);
  expect(own()[0]?.body).toContain("comments: enabled -> silent");

  await meddle(story.desk, { comment: "enabled" });
  await lookForDrift(story, after);
  expect(own()).toMatchObject([{ state: "closed" }]);

  await meddle(story.desk, { comment: "disabled" });
  await lookForDrift(story, after);
  expect(own().map(({ state }) => state)).toEqual(["closed", "open"]);
  expect(story.host.issues[0]).toEqual(theirs);
});

test("the journal of an apply that has failed counts, beside that of an account that was given up; without a journal drift is not known, and an issue says that it could not be looked for without a kept declaration", async () => {
  await applied();
  const journals = story.host.artifacts.filter(({ name }) => name.startsWith("scanform-journal"));
  expect(journals).toHaveLength(1);
  const [journal] = journals;
  const [[name, own] = ["", new Uint8Array()]] = Object.entries(unzipSync(journal?.content ?? new Uint8Array()));
  const theirs = strFromU8(own).replaceAll(accountId, "99999999-0000-4000-8000-000000000000");
  Object.assign(journal ?? {}, { content: zipOf({ [name]: strFromU8(own), [`0-${name}`]: theirs }) });
  const apply = story.host.runs.find(({ workflow }) => workflow === "scanform-apply.yml");
  Object.assign(apply ?? {}, { conclusion: "failure" });
  await meddle(story.desk, { comment: "disabled" });
  await lookForDrift(story, after);
  expect(story.host.issues).toMatchObject([{ user: bot, state: "open" }]);
  expect(story.host.issues[0]?.body).toMatch(/^<!-- scanform drift -->\n### scanform: DRIFT since .*: weakens 2 rep/);

  await meddle(story.desk, { comment: "enabled" });
  for (const each of journals) story.host.artifacts.splice(story.host.artifacts.indexOf(each), 1);
  const { drift } = await lookForDrift(story, after);
  expect(drift).toMatchObject({ result: "success", outputs: { drifted: "false" } });
  expect(drift.log).toContain("drift is not known");

  story.host.artifacts.splice(0);
  expect(await lookForDrift(story, after)).toMatchObject({
    drift: { result: "failure" },
    issue: { result: "success" },
  });
  expect(story.host.issues).toMatchObject([{ user: bot, state: "open" }]);
  expect(story.host.issues[0]?.body).toMatch(
    /^<!-- scanform drift -->\n### scanform: drift is not known\n\n\*\*scanform could not look everywhere\*\*/,
  );
});

test("its issue lists triages that are due and who may apply them, also where it could not look everywhere", async () => {
  story = { host: await startCodeHost(), desk: await triageDesk() };
  story.host.environments.set("scanform-apply", ["kim"]);
  const key = { ...wontFix, expires: "2020-01-01" };
  declareBase(story, synthesizedZip({ triages: { key } }), planned);
  await decide(story.desk, "wont_fix");
  const expectDue = (): void => {
    expect(story.host.issues).toMatchObject([{ state: "open" }]);
    expect(story.host.issues[0]?.body).toContain("not applied: DUE 1 triage");
    expect(story.host.issues[0]?.body).toContain("The environment `scanform-apply` asks `kim`.");
  };
  expect(await lookForDrift(story, after)).toMatchObject({ drift: { outputs: { drifted: "true" } } });
  expectDue();
  const gone = { ...wontFix, finding_id: unknownId };
  declareBase(story, synthesizedZip({ triages: { key, gone } }), after);
  expect(await lookForDrift(story, after)).toMatchObject({ drift: { result: "failure", outputs: {} } });
  expectDue();
  expect(story.host.issues[0]?.body).toContain("- could not be read: 1 triage");
  expect(story.host.issues[0]?.body).toContain("**scanform could not look everywhere**");
});
