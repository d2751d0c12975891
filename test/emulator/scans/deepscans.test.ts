import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import fc from "fast-check";
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

interface Metadata {
  readonly deepscan_id: string;
  readonly component_count: number;
  readonly vulnerability_summary: Readonly<Record<string, number>>;
  readonly download_url: string;
  readonly download_url_expires_at: string;
}

const latest = async ({ get }: Desk): Promise<Metadata> =>
  (await get<{ data: Metadata }>(`${api}/deepscans/sbom`)).data;

/** A completed deepscan of api. */
async function ran({ send, control }: Desk, body?: object): Promise<string> {
  const { body: answer } = await send("POST", `${account}${api}/deepscans`);
  const { id } = (answer as { data: { id: string } }).data;
  expect((await control(runOf(id), body)).status).toBe(200);
  return id;
}

/** Made once, since it compiles the schema. */
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

/** The errors of a document by the public schema, or null. */
const complaints = (text: string) => validator.validate(text);

interface Sbom {
  readonly components: readonly { readonly purl: string }[];
  readonly vulnerabilities: readonly { readonly affects: readonly { readonly ref: string }[] }[];
}

test("serves a document at the link that is valid by the public schema, without a key", async () => {
  const running = await desk();
  const id = await ran(running);
  const metadata = await latest(running);
  expect(metadata).toMatchObject({ deepscan_id: id, format: "CycloneDX", branch: null });
  expect(metadata.download_url.startsWith(`${running.url}/downloads/`)).toBe(true);
  const answer = await fetch(metadata.download_url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("application/vnd.cyclonedx+json");
  const text = await answer.text();
  expect(await complaints(text)).toBeNull();
  const { components, vulnerabilities } = JSON.parse(text) as Sbom;
  expect(components).toHaveLength(metadata.component_count);
  const purls = new Set(components.map(({ purl }) => purl));
  expect(purls.size).toBe(components.length);
  expect(vulnerabilities.flatMap(({ affects }) => affects).every(({ ref }) => purls.has(ref))).toBe(true);
  expect([...purls]).toContain("pkg:npm/%40types/node@20.11.5");
  expect([...purls]).toContain("pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1");
});

test("keeps the license of a component that is vulnerable", async () => {
  const running = await desk();
  const sca = { title: "Hole", severity: "high", package_name: "left", package_version: "1.0.0" };
  await ran(running, {
    results: [],
    sca_results: [{ ...sca, package_ecosystem: "npm" }],
    components: [{ name: "left", version: "1.0.0", ecosystem: "npm", license: "MIT" }],
  });
  const { components } = (await (await fetch((await latest(running)).download_url)).json()) as Sbom;
  expect(components).toMatchObject([{ purl: "pkg:npm/left@1.0.0", licenses: [{ expression: "MIT" }] }]);
});

test("the validator of these tests rejects an invalid SBOM", async () => {
  expect(await complaints('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"x"}]}')).not.toBeNull();
});

test("produces a valid document with each package once for any packages", async () => {
  const running = await desk();
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("@a/b", "g:a", "\ud800", "日本", "a b", "/", "\u0000"),
  );
  const ecosystem = fc.constantFrom("npm", "PyPI", "Maven", "Go", "unheard of");
  const component = fc.record({ name: text, version: text, ecosystem });
  const vulnerable = fc.record({
    title: text,
    severity: fc.constantFrom("critical", "low", "unheard"),
    package_name: text,
    package_version: text,
    package_ecosystem: ecosystem,
    cvss_score: fc.constantFrom(null, 9.8),
    cvss_vector: fc.constantFrom(null, "CVSS:3.1/AV:N"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(component, { maxLength: 4 }),
      fc.array(vulnerable, { maxLength: 4 }),
      async (components, found) => {
        await ran(running, { components: [...components, ...components], sca_results: found });
        const metadata = await latest(running);
        const document = await (await fetch(metadata.download_url)).text();
        expect(await complaints(document)).toBeNull();
        expect((JSON.parse(document) as Sbom).components).toHaveLength(metadata.component_count);
        expect(metadata.component_count).toBeLessThanOrEqual(components.length + found.length);
      },
    ),
    { numRuns: 5 },
  );
});

test("counts each vulnerable component once, by its highest severity", async () => {
  const running = await desk();
  const sca = (package_name: string, severity: string, title: string) => ({
    title,
    severity,
    package_name,
    package_version: "1",
    package_ecosystem: "npm",
  });
  const sca_results = [
    sca("a", "low", "A"),
    sca("a", "critical", "B"),
    sca("b", "medium", "A"),
    sca("c", "unheard", "A"),
  ];
  await ran(running, { sca_results, components: [{ name: "d", version: "1", ecosystem: "npm" }] });
  expect(await latest(running)).toMatchObject({
    component_count: 4,
    vulnerability_summary: { critical: 1, high: 0, medium: 1, low: 0, total: 3 },
  });
});

test("rejects a link with any character changed", async () => {
  const running = await desk();
  await ran(running);
  const { download_url: link } = await latest(running);
  const start = link.lastIndexOf("/") + 1;
  const forged = [start, start + 20, link.length - 5].map(
    (at) => link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1),
  );
  for (const url of [...forged, `${link}.x`, link.slice(0, start) + "x", link.slice(0, start) + "x."])
    expect((await fetch(url)).status).toBe(404);
});

test("returns the SBOM of the last completed deepscan on any branch as the latest", async () => {
  const running = await desk();
  expect((await running.send("GET", `${account}${api}/deepscans/sbom`)).status).toBe(404);
  await ran(running);
  await running.advance(1);
  const second = await ran(running, { branch: "next" });
  await running.send("POST", `${account}${api}/deepscans`);
  expect((await latest(running)).deepscan_id).toBe(second);
  expect((await running.send("GET", `${account}/repositories/${webId}/deepscans/sbom`)).status).toBe(404);
});
