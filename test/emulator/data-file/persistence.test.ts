import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { acmeAccountId, acmeKey, builtinSeed, globexKey } from "../../../src/emulator";
import { DataFile } from "../../../src/emulator/data-file/data-file";
import { acquireLock } from "../../../src/emulator/data-file/lock";
import { until } from "../../support/until";
import { acmeSeed, configurations, emulator, globexSeed, members, named, open, repository, sender } from "../client";
import { account, api, type FindingPage, runOf, seedWith } from "../scans/desk";
import { fileIn } from "./folder";

test("restores writes and keys after a restart", async () => {
  const data = fileIn();
  const first = await emulator({ data });
  expect(first.resumed).toBe(false);
  const send = sender(first.url);
  const { id } = named(first, "baseline");
  await send("PATCH", `${configurations}/${id}`, {
    configuration: { name: "renamed", configuration: { risk_threshold: 7 } },
    repositories: [repository(first, "checkout").id],
  });
  const { body } = await send("POST", configurations, { configuration: { name: "new \u0000\u{1f600}\u202e" } });
  await send("DELETE", `${configurations}/${named(first, "default").id}`);
  const before = first.snapshot();
  await first.close();

  const second = await emulator({ data });
  expect(second.resumed).toBe(true);
  expect(second.snapshot()).toEqual(before);
  expect(named(second, "renamed")).toMatchObject({ id, configuration: { risk_threshold: 7 } });
  expect(members(second, id)).toContain("checkout");
  expect(members(second, null)).toContain("payments-api");
  const listed = await sender(second.url)("GET", configurations);
  expect((listed.body as { data: unknown[] }).data).toContainEqual((body as { data: unknown }).data);
  expect((await sender(second.url, globexKey)("GET", "/v1/accounts")).status).toBe(200);
});

test("writes concurrent changes to the file before each response", async () => {
  const data = fileIn();
  const { send } = await open({ data });
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const name = `number ${String(n)}`;
      await send("POST", configurations, { configuration: { name } });
      expect(readFileSync(data, "utf8")).toContain(`"${name}"`);
    }),
  );
});

test("prefers an existing file to the seed, which a reset restores", async () => {
  const data = fileIn();
  const first = await emulator({ data });
  await sender(first.url)("PATCH", `${configurations}/${named(first, "baseline").id}`, {
    configuration: { name: "kept" },
  });
  await first.close();
  const seed = {
    ...builtinSeed,
    accounts: [{ ...acmeSeed, scans: [], deepscans: [], triage: [], repositories: [], configurations: [] }, globexSeed],
  };
  const second = await emulator({ data, seed });
  expect(second.store.configurations(acmeAccountId).map(({ name }) => name)).toContain("kept");
  expect((await sender(second.url)("POST", "/control/reset")).status).toBe(204);
  expect(second.store.configurations(acmeAccountId)).toEqual([]);
  await second.close();
  const third = await emulator({ data });
  expect(third.store.configurations(acmeAccountId)).toEqual([]);
});

test("does not write the file when a request changes nothing", async () => {
  const data = fileIn();
  const { url } = await emulator({ data });
  const before = statSync(data).ino;
  await sender(url)("GET", configurations);
  await sender(url)("POST", configurations, {});
  await sender(url, "nobody")("POST", configurations, { configuration: { name: "x" } });
  expect(statSync(data).ino).toBe(before);
});

test("makes the file readable by its owner only, since it contains keys", async () => {
  const data = fileIn();
  await emulator({ data });
  expect(statSync(data).mode & 0o777).toBe(0o600);
  expect(readFileSync(data, "utf8")).toContain(acmeKey);
});

test("leaves no other file behind on close", async () => {
  const data = fileIn();
  const running = await emulator({ data });
  expect(existsSync(`${data}.lock`)).toBe(true);
  await running.close();
  expect(readdirSync(dirname(data))).toEqual(["state.json"]);
});

test("keeps the lock until the last save has ended, so that no other emulator reads an older state", async () => {
  const data = fileIn();
  const locked: boolean[] = [];
  const file = new DataFile(data);
  await file.start(() => {
    locked.push(existsSync(`${data}.lock`));
    return builtinSeed;
  });
  await file.close();
  expect(locked).toEqual([true, true]);
  expect(existsSync(`${data}.lock`)).toBe(false);
});

test("releases its own lock only, however often it is released", () => {
  const data = fileIn();
  const releaseFirst = acquireLock(data);
  releaseFirst();
  const releaseSecond = acquireLock(data);
  releaseFirst();
  expect(existsSync(`${data}.lock`)).toBe(true);
  expect(() => acquireLock(data)).toThrow("cannot be used");
  releaseSecond();
  expect(existsSync(`${data}.lock`)).toBe(false);
});

test("saves a write before a response that a fault then spoils", async () => {
  const data = fileIn();
  const { send } = await open({ data, faults: [{ fault: "status", status: 502, at: "after", method: "POST" }] });
  const spoilt = await send("POST", configurations, { configuration: { name: "spoilt" } });
  expect(spoilt.status).toBe(502);
  expect(readFileSync(data, "utf8")).toContain('"spoilt"');
});

test("saves again after a crash in the middle of a save", async () => {
  const data = fileIn();
  await (await emulator({ data })).close();
  writeFileSync(`${data}.new`, '{"format":');
  const { send } = await open({ data });
  expect((await send("POST", configurations, { configuration: { name: "after" } })).status).toBe(201);
  expect(readFileSync(data, "utf8")).toContain('"after"');
});

test("responds 500 to a write that cannot be saved", async () => {
  const data = fileIn();
  const { send } = await open({ data, mayFail: true });
  mkdirSync(`${data}.new`); // where the file is written first
  const { status, body } = await send("POST", configurations, { configuration: { name: "unsaved" } });
  rmdirSync(`${data}.new`);
  expect({ status, body }).toEqual({
    status: 500,
    body: { error: "the change took effect and could not be written to the data file" },
  });
});

test("saves a reset in code without another request", async () => {
  const data = fileIn();
  const { running, send } = await open({ data });
  const body = { configuration: { name: "changed" } };
  await send("PATCH", `${configurations}/${named(running, "baseline").id}`, body);
  expect(readFileSync(data, "utf8")).toContain('"changed"');
  running.reset();
  await until(() => !readFileSync(data, "utf8").includes('"changed"'));
  expect(readFileSync(data, "utf8")).toContain('"baseline"');
});

test("keeps a file readable after a deepscan that was run again lacks a finding that was triaged", async () => {
  const data = fileIn();
  const first = await emulator({ data, seed: seedWith() });
  const send = sender(first.url, "key");
  const { body } = await send("POST", `${account}${api}/deepscans`);
  const run = runOf((body as { data: { id: string } }).data.id);
  const found = { title: "t", description: "d", severity: "high" };
  expect((await send("POST", run, { results: [found], sca_results: [] })).status).toBe(200);
  const listed = (await send("GET", `${account}/all_findings?days=1`)).body as FindingPage;
  const triage = `${account}/findings/${listed.data[0]?.id ?? ""}/triage`;
  expect((await send("POST", triage, { triage_category: "wont_fix" })).status).toBe(200);
  expect((await send("POST", run, { results: [], sca_results: [] })).status).toBe(200);
  expect((await send("GET", triage)).status).toBe(404);
  await first.close();
  const second = await emulator({ data });
  expect(second.snapshot().accounts[0]).toMatchObject({ triage: [], deepscans: [{ retry_count: 1, results: [] }] });
});
