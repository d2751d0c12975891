import { deepscanFindingFields, scaFindingFields } from "../../../src/model/findings";
import { deepscanFields } from "../../../src/model/scans";
import { unknownId } from "../client";
import { account, allFindings, api, type Desk, desk, expectFields, idOf, runOf, seedWith, webId } from "./desk";

interface Results {
  readonly dashboard_url: string;
  readonly data: readonly { readonly id: string; readonly severity: string; readonly created_at: string }[];
}

/** Triggers a deepscan of api. */
async function triggered({ send }: Desk): Promise<string> {
  const { status, body } = await send("POST", `${account}${api}/deepscans`);
  expect(status).toBe(202);
  const { data } = body as { data: { id: string } };
  expectFields(deepscanFields, [data]);
  return data.id;
}

const resultsOf = ({ get }: Desk, id: string, query = ""): Promise<Results> =>
  get(`${api}/deepscans/${id}/results${query}`);
const scaOf = ({ get }: Desk, id: string, query = ""): Promise<Results> =>
  get(`${api}/deepscans/${id}/sca_results${query}`);

const result = (title: string, severity: string) => ({ title, description: "D", severity });
const sca = (name: string, severity: string, version = "1.0.0") => ({
  title: "Hole",
  severity,
  package_name: name,
  package_version: version,
  package_ecosystem: "npm",
});

/** Runs a deepscan now, with given findings. */
async function run(running: Desk, id: string, body?: object): Promise<void> {
  expect((await running.control(runOf(id), body)).status).toBe(200);
}

test("queues a triggered deepscan and runs it after a while", async () => {
  const running = await desk();
  const id = await triggered(running);
  expect(await running.get(`${api}/deepscans`)).toMatchObject({ data: [{ id, branch: null, retry_count: 0 }] });
  expect((await resultsOf(running, id)).data).toEqual([]);
  expect((await scaOf(running, id)).data).toEqual([]);
  expect((await running.send("GET", `${account}${api}/deepscans/${id}/sbom`)).status).toBe(404);
  expect((await allFindings(running)).data).toEqual([]);
  await running.advance(60);
  expectFields(deepscanFindingFields, (await resultsOf(running, id)).data);
  expectFields(scaFindingFields, (await scaOf(running, id)).data);
  expect((await running.send("GET", `${account}${api}/deepscans/${id}/sbom`)).status).toBe(200);
  expect(new Set((await allFindings(running)).data.map((each) => each.finding_type))).toEqual(
    new Set(["deepscan", "sca"]),
  );
});

test("completes a deepscan at the time when it was due, however late it is read", async () => {
  const running = await desk();
  const id = await triggered(running);
  await running.advance(86_400);
  const { data: sbom } = await running.get<{ data: { generated_at: string } }>(`${api}/deepscans/${id}/sbom`);
  const [finding] = (await resultsOf(running, id)).data;
  expect(sbom.generated_at).toBe(finding?.created_at);
  expect(Date.parse(sbom.generated_at) - Date.now()).toBeLessThan(60_000);
});

test("lists deepscans for the account and the repository, newest first", async () => {
  const running = await desk();
  const first = await triggered(running);
  await running.advance(1);
  const second = await triggered(running);
  const ids = async (path: string) => (await running.get<{ data: { id: string }[] }>(path)).data.map(({ id }) => id);
  expect(await ids(`${api}/deepscans`)).toEqual([second, first]);
  expect(await ids("/deepscans")).toEqual([second, first]);
  expect(await ids(`/repositories/${webId}/deepscans`)).toEqual([]);
  expect(await running.get("/deepscans")).toMatchObject({
    data: [{ repository_name: "api" }, { repository_name: "api" }],
  });
});

test("runs a deepscan at once with given findings and filters them by severity", async () => {
  const running = await desk();
  const id = await triggered(running);
  const body = {
    results: [result("A", "high"), result("B", "low"), result("C", "unheard")],
    sca_results: [sca("left", "critical"), sca("right", "medium")],
    branch: "next",
    commit_sha: "abc",
  };
  await run(running, id, body);
  expect(await running.get(`${api}/deepscans`)).toMatchObject({ data: [{ branch: "next", commit_sha: "abc" }] });
  const severities = async (ask: typeof resultsOf, query = "") =>
    (await ask(running, id, query)).data.map(({ severity }) => severity).sort();
  expect(await severities(resultsOf)).toEqual(["high", "low", "unheard"]);
  expect(await severities(resultsOf, "?severity=low,critical")).toEqual(["low"]);
  expect(await severities(scaOf)).toEqual(["critical", "medium"]);
  expect(await severities(scaOf, "?severity=medium")).toEqual(["medium"]);
  expect((await resultsOf(running, id)).dashboard_url).toContain(id);
  const { data } = await allFindings(running, "&branch=next");
  expect(data.map(({ severity }) => severity).sort()).toEqual(["critical", "high", "low", "medium"]);
});

test("keeps the id and date of a repeated finding and resolves the others", async () => {
  const running = await desk();
  await run(running, await triggered(running), { results: [result("A", "high"), result("B", "low")], sca_results: [] });
  const before = (await allFindings(running)).data;
  await running.advance(3600);
  await run(running, await triggered(running), { results: [result("A", "high")], sca_results: [sca("left", "low")] });
  const after = (await allFindings(running, "&all_results=true")).data;
  const ofType = (list: typeof after, type: string) => list.find((each) => each.type === type);
  expect(ofType(after, "A")).toEqual(ofType(before, "A"));
  expect(ofType(after, "B")).toEqual({ ...ofType(before, "B"), state: "resolved" });
  expect(ofType(after, "Hole")).toMatchObject({ finding_type: "sca", state: "open" });
  expect((await allFindings(running)).data.map(({ type }) => type).sort()).toEqual(["A", "Hole"]);
});

test("repeats the findings of the branch's last deepscan by default", async () => {
  const running = await desk();
  const first = await triggered(running);
  await run(running, first, { results: [result("A", "high")], sca_results: [sca("left", "low")] });
  await running.advance(60);
  const second = await triggered(running);
  await running.advance(60);
  expect(await resultsOf(running, second)).toMatchObject({ data: (await resultsOf(running, first)).data });
  expect((await scaOf(running, second)).data).toEqual((await scaOf(running, first)).data);
});

test("leaves the findings of the last deepscan open while another one is queued", async () => {
  const running = await desk();
  await run(running, await triggered(running), { results: [result("A", "high")], sca_results: [] });
  await running.advance(1);
  const queued = await triggered(running);
  expect((await allFindings(running)).data).toMatchObject([{ type: "A", state: "open" }]);
  expect((await resultsOf(running, queued)).data).toEqual([]);
});

test("does not repeat the findings of another branch, although that one was scanned later", async () => {
  const running = await desk();
  const first = await triggered(running);
  await run(running, first, { results: [result("A", "high")], sca_results: [] });
  await running.advance(60);
  await run(running, await triggered(running), { results: [result("B", "low")], branch: "feature" });
  await running.advance(60);
  const third = await triggered(running);
  await run(running, third);
  expect((await resultsOf(running, third)).data).toEqual((await resultsOf(running, first)).data);
});

test("counts another run of the same deepscan as a retry", async () => {
  const running = await desk();
  const id = await triggered(running);
  await run(running, id, { results: [result("A", "high")], sca_results: [] });
  await run(running, id, { results: [] });
  expect(await running.get(`${api}/deepscans`)).toMatchObject({ data: [{ id, retry_count: 1 }] });
  expect((await resultsOf(running, id)).data).toEqual([]);
});

test.each(["results", "sca_results", "sbom"])("%s of an unknown deepscan responds 404", async (what) => {
  const elsewhere = {
    id: idOf(60),
    repository_id: webId,
    type: "full",
    retry_count: 0,
    created_at: "2025-01-01T00:00:00Z",
  };
  const { send } = await desk(seedWith({ deepscans: [elsewhere] }));
  for (const id of [unknownId, elsewhere.id, "x"])
    expect(await send("GET", `${account}${api}/deepscans/${id}/${what}`)).toMatchObject({
      status: 404,
      body: { error: "not found" },
    });
});

test.each<[string, unknown]>([
  ["colour: is not a known field", { colour: 1 }],
  ["results[0].colour: is not a known field", { results: [{ ...result("A", "low"), colour: 1 }] }],
  ["results[0].id: is not a known field", { results: [{ ...result("A", "low"), id: idOf(1) }] }],
  ["sca_results[0].package_name: ", { sca_results: [{ title: "T", severity: "low" }] }],
  ["components[0].name: ", { components: [{ name: "", version: "1", ecosystem: "npm" }] }],
])("responds 422 to a wrong run: %s", async (expected, body) => {
  const running = await desk();
  const answer = await running.control(runOf(await triggered(running)), body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toContain(expected);
});

test("responds 404 to a run of an unknown deepscan, and 405 to GET", async () => {
  const { control, send } = await desk();
  expect((await control(runOf(unknownId))).status).toBe(404);
  expect((await send("GET", runOf(unknownId))).status).toBe(405);
});

const clock = "/control/clock";

test("advances the clock and returns the time", async () => {
  const { control, send } = await desk();
  const time = async () => Date.parse(((await send("GET", clock)).body as { now: string }).now);
  const before = await time();
  const { status, body } = await control(clock, { advance_seconds: 86_400.5 });
  expect(status).toBe(200);
  expect(Date.parse((body as { now: string }).now)).toBeGreaterThanOrEqual(before + 86_400_500);
  expect(await time()).toBeGreaterThanOrEqual(before + 86_400_500);
});

test.each<[unknown, string]>([
  [{ advance_seconds: -1 }, "advance_seconds: must be 0 or more"],
  [{ advance_seconds: 1e300 }, "advance_seconds: goes beyond the year 9999"],
  [{ advance_seconds: 1, back: true }, "back: is not a known field"],
])("responds 422 to %j", async (body, expected) => {
  const { control, send } = await desk();
  const answer = await control(clock, body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toContain(expected);
  expect((await send("GET", clock)).status).toBe(200);
});
