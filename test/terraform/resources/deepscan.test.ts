import { acmeAccountId, acmeKey, builtinSeed } from "../../../src/emulator/index";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { Unknown, textIn } from "../../../src/terraform/value";
import { applied, apply, byItself, imported, plan, refreshed } from "../life";
import { blank, type Configured, configured, expectOfSchema } from "../session";
import { forward, type Interference } from "../../support/proxy";

const [acme] = builtinSeed.accounts;
const [repository, otherRepository] = acme?.repositories ?? [];
const repository_id = repository?.id ?? "";
const unknownId = "00000000-0000-4000-8000-000000000000";
const given = { repository_id, triggers: { release: "1.0" } };

const idsOf = ({ emulator }: Configured) =>
  emulator
    .snapshot()
    .accounts[0]?.deepscans?.filter((each) => each.repository_id === repository_id)
    .map(({ id }) => id) ?? [];
const triggered = ({ sent }: Configured) => sent().filter((each) => each.startsWith("POST"));

/** Nobody waits, and it is known for how often. */
function patient() {
  const waits: number[] = [];
  const sleep = (milliseconds: number): Promise<unknown> => Promise.resolve(waits.push(milliseconds));
  return { sleep, waits };
}

test("triggers one deepscan, and does not undo it on destroy", async () => {
  const running = await configured();
  const { session } = running;
  const before = idsOf(running);
  const made = await applied(session, deepscan, null, given);
  const fresh = idsOf(running).filter((id) => !before.includes(id));
  expect(made).toMatchObject({ ...given, id: fresh[0], retry_count: 0, branch: null });
  expect(fresh).toHaveLength(1);
  const later = await running.again();
  expect(await refreshed(later, deepscan, made)).toEqual(made);
  expect(await plan(later, deepscan, made, given)).toEqual({ planned: made, diagnostics: [] });
  expect(await deepscan.planDestroy(later, made)).toMatchObject({ diagnostics: [{ severity: "warning" }] });
  expect(await deepscan.destroy(later, made, byItself)).toEqual([]);
  expect(idsOf(running)).toContain(fresh[0]);
  expect(triggered(running)).toHaveLength(1);
});

test("other triggers or another repository require a new deepscan", async () => {
  const running = await configured();
  const made = await applied(running.session, deepscan, null, given);
  for (const [other, at] of [
    [{ triggers: { release: "1.1" } }, "triggers"],
    [{ triggers: null }, "triggers"],
    [{ triggers: new Unknown() }, "triggers"],
    [{ repository_id: otherRepository?.id ?? "" }, "repository_id"],
  ] as const)
    expect((await plan(undefined, deepscan, made, { ...given, ...other })).requiresReplace).toEqual([at]);
  const next = await applied(running.session, deepscan, made, { ...given, triggers: { release: "1.1" } });
  expect(next["id"]).not.toBe(made["id"]);
  expect(triggered(running)).toHaveLength(2);
});

test("empty triggers equal none, and require no new deepscan", async () => {
  const running = await configured();
  const [none, empty] = [
    { repository_id, triggers: null },
    { repository_id, triggers: {} },
  ];
  const made = await applied(running.session, deepscan, null, none);
  expect((await plan(undefined, deepscan, made, empty)).requiresReplace).toBeUndefined();
  const changed = await applied(running.session, deepscan, made, empty);
  expect(changed).toEqual({ ...made, triggers: {} });
  expect((await plan(undefined, deepscan, changed, none)).requiresReplace).toBeUndefined();
  expect(triggered(running)).toHaveLength(1);
});

test("a refresh reads the progress of all deepscans from one list", async () => {
  const running = await configured();
  const made = await applied(running.session, deepscan, null, given);
  const control = `${running.emulator.url}/control/accounts/${acmeAccountId}/repositories/${repository_id}`;
  const run = await fetch(`${control}/deepscans/${textIn(made["id"])}/run`, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ branch: "next", commit_sha: "abc" }),
  });
  expect(run.status).toBe(200);
  const session = await running.again();
  running.emulator.clearRequests();
  const seen = await Promise.all([1, 2, 3].map(() => refreshed(session, deepscan, made)));
  for (const each of seen) expect(each).toEqual({ ...made, branch: "next", commit_sha: "abc" });
  expect(running.sent().map((each) => each.replace(/\?.*/, ""))).toContain("GET /deepscans");
  expect(new Set(running.sent()).size).toBe(running.sent().length);
});

test("a branch that is a command to a pipeline has escapes in the state, which terraform prints raw", async () => {
  const branch = "next\n::error::x";
  const seed = {
    ...builtinSeed,
    accounts: builtinSeed.accounts.map((each) => ({
      ...each,
      deepscans: each.deepscans?.map((scan) => ({ ...scan, branch })) ?? [],
    })),
  };
  const { session } = await configured({ seed });
  const scan = acme?.deepscans?.[0];
  const { state } = await imported(session, deepscan, `${scan?.repository_id ?? ""}/${scan?.id ?? ""}`);
  expect(state).toMatchObject({ branch: "next\\u{a}::error::x" });
});

test("an unknown repository is an error on apply, and removes the resource on refresh", async () => {
  const running = await configured();
  const { state, diagnostics } = await apply(running.session, deepscan, null, { ...given, repository_id: unknownId });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", attribute: ["repository_id"] }]);
  expect(triggered(running)).toEqual([]);
  const before = blank(deepscan.schema, { ...given, repository_id: unknownId, id: unknownId });
  expect(await deepscan.read(running.session, before)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "warning" }],
  });
  const empty = blank(deepscan.schema, { repository_id: " " });
  expect(deepscan.validate(empty)).toMatchObject([{ severity: "error", attribute: ["repository_id"] }]);
  expect(deepscan.validate(blank(deepscan.schema, { repository_id: new Unknown() }))).toEqual([]);
});

test("keeps a deepscan that is no longer listed, since a new one would serve no purpose", async () => {
  const { session } = await configured();
  const made = await applied(session, deepscan, null, given);
  const gone = { ...made, id: unknownId };
  expect(await deepscan.read(session, gone)).toMatchObject({ state: gone, diagnostics: [{ severity: "warning" }] });
});

test("a lost answer after the deepscan started is resolved from the list, with a warning, without a second deepscan", async () => {
  const running = await configured({ faults: [{ fault: "reset", at: "after", operation: "triggerDeepscan" }] });
  const before = idsOf(running);
  const { state, diagnostics } = await apply(running.session, deepscan, null, given);
  expect(idsOf(running)).toHaveLength(before.length + 1);
  expect(before).not.toContain(state?.["id"]);
  expect(idsOf(running)).toContain(state?.["id"]);
  expect(diagnostics).toMatchObject([
    { severity: "warning", detail: expect.stringContaining(textIn(state?.["id"])) as string },
  ]);
  expect(triggered(running)).toHaveLength(1);
});

test("a lost answer before the deepscan started is an error that says how to continue, after looking in the list", async () => {
  const running = await configured({ faults: [{ fault: "reset", at: "before", operation: "triggerDeepscan" }] });
  const { sleep, waits } = patient();
  const timeouts = { create: "2m" };
  const { state, diagnostics } = await apply({ ...running.session, sleep }, deepscan, null, { ...given, timeouts });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("not known") as string }]);
  expect(diagnostics[0]?.detail).toContain(`import it as ${repository_id}/DEEPSCAN_ID`);
  expect(waits.reduce((sum, each) => sum + each)).toBe(120_000);
  expect(triggered(running)).toHaveLength(1);
});

test("the error says that the deepscan was requested when the list cannot be read afterwards", async () => {
  const running = await configured({
    faults: [{ fault: "status", status: 403, operation: "listRepositoryDeepscans", nth: 2 }],
  });
  const { state, diagnostics } = await apply(running.session, deepscan, null, given);
  expect(state).toBeNull();
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    expect.stringContaining("The service took the request"),
    expect.stringContaining("403"),
  ]);
  expect(triggered(running)).toHaveLength(1);
});

test("a refusal is an error, and starts no deepscan", async () => {
  const running = await configured({ faults: [{ fault: "status", status: 403, operation: "triggerDeepscan" }] });
  const before = idsOf(running);
  const { state, diagnostics } = await apply(running.session, deepscan, null, given);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("403") as string }]);
  expect(idsOf(running)).toEqual(before);
});

test("distinguishes simultaneous deepscans by their answers", async () => {
  const running = await configured();
  const made = await Promise.all([1, 2, 3].map(() => applied(running.session, deepscan, null, given)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(3);
});

test("imports a deepscan by the ids of its repository and its own", async () => {
  const running = await configured();
  const made = await applied(running.session, deepscan, null, given);
  const session = await running.again();
  for (const id of [
    `${repository_id}/${textIn(made["id"])}`,
    `${acmeAccountId}/${repository_id}/${textIn(made["id"])}`,
  ]) {
    const { state, diagnostics } = await imported(session, deepscan, id);
    expect(diagnostics).toEqual([]);
    expect(state).toEqual({ ...made, triggers: null });
    expectOfSchema(deepscan.schema, state ?? {});
  }
  const elsewhere = await imported(session, deepscan, `${otherRepository?.id ?? ""}/${textIn(made["id"])}`);
  expect(elsewhere).toMatchObject({ state: null, diagnostics: [{ severity: "error", code: "deepscan-unknown" }] });
  expect(triggered(running)).toHaveLength(1);
});

test.each([
  [unknownId, "REPOSITORY_ID/DEEPSCAN_ID"],
  [`${repository_id}/`, "REPOSITORY_ID/DEEPSCAN_ID"],
  [`${unknownId}/${repository_id}/${unknownId}`, "Import with the block of that account"],
  [`${repository_id}/${unknownId}`, "lists no deepscan"],
])("rejects the import id %j", async (id, words) => {
  const { session } = await configured();
  const { state, diagnostics } = await imported(session, deepscan, id);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining(words) as string }]);
});

test("a dry run sends nothing, and reports the request", async () => {
  const running = await configured({ dryRun: true });
  const detail = expect.stringContaining(
    `dry_run is set: would send POST /v1/accounts/${acmeAccountId}/repositories/${repository_id}/deepscans`,
  ) as string;
  expect(await apply(running.session, deepscan, null, given)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error", detail }],
  });
  expect(await deepscan.destroy(running.session, blank(deepscan.schema, given), byItself)).toMatchObject([
    { severity: "error" },
  ]);
  expect(triggered(running)).toEqual([]);
});

/** The specification does not show what the service answers to the request for a deepscan. */

const [scanned] = builtinSeed.accounts[0]?.repositories ?? [];
const plain = { repository_id: scanned?.id ?? "" };
const path = `/v1/accounts/${acmeAccountId}/repositories/${plain.repository_id}/deepscans`;

/** Takes the request and says nothing of it. */
const silent: Interference = ({ method, pass }, outgoing) =>
  method === "POST" ? pass().then(() => forward(Response.json({}, { status: 202 }), outgoing)) : undefined;

test("finds a deepscan that the answer does not name, in a list that lags", async () => {
  let stale: Response | undefined;
  const waits: number[] = [];
  const sleep = (milliseconds: number): Promise<unknown> => {
    if (waits.push(milliseconds) === 2) stale = undefined;
    return Promise.resolve();
  };
  const interfere: Interference = (passing, outgoing) => {
    if (passing.method === "POST") return silent(passing, outgoing);
    if (!passing.path.startsWith(path) || stale === undefined) return undefined;
    return forward(stale.clone(), outgoing);
  };
  const running = await configured({ interfere });
  const before = await running.session.reader.repositoryDeepscans(acmeAccountId, plain.repository_id);
  stale = Response.json({ data: before });
  const made = await applied({ ...running.session, sleep }, deepscan, null, plain);
  expect(waits).toHaveLength(2);
  const { deepscans = [] } = running.emulator.snapshot().accounts[0] ?? {};
  expect(deepscans.map(({ id }) => id)).toContain(made["id"]);
  expect(before.map(({ id }) => id)).not.toContain(made["id"]);
});

test("takes the newest of several new deepscans, with a warning that names them", async () => {
  const interfere: Interference = (passing, outgoing) =>
    passing.method === "POST" ? passing.pass().then(() => silent(passing, outgoing)) : undefined;
  const running = await configured({ interfere });
  const before = new Set((running.emulator.snapshot().accounts[0]?.deepscans ?? []).map(({ id }) => id));
  const { state, diagnostics } = await apply(running.session, deepscan, null, plain);
  const fresh = (running.emulator.snapshot().accounts[0]?.deepscans ?? []).filter(({ id }) => !before.has(id));
  expect(fresh).toHaveLength(2);
  const newest = Math.max(...fresh.map((each) => Date.parse(each.created_at)));
  expect(Date.parse(textIn(state?.["created_at"]))).toBe(newest);
  expect(diagnostics).toMatchObject([{ severity: "warning" }]);
  for (const { id } of fresh) expect(diagnostics[0]?.detail).toContain(id);
});
