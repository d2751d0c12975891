import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { builtinSeed } from "../../../src/emulator";
import { openDataFile } from "../../../src/emulator/data-file/data-file";
import { acquireLock } from "../../../src/emulator/data-file/lock";
import { until } from "../../support/until";
import { another } from "../another";
import { configurations, named, sender } from "../client";
import { account, api, type FindingPage, runOf, seedWith } from "../scanning/desk";
import { fileIn } from "./folder";

test("keeps the lock until the last save has ended, so that no other emulator reads an older state", async () => {
  const data = fileIn();
  const locked: boolean[] = [];
  const file = openDataFile(data);
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
  const first = acquireLock(data);
  first.release();
  const second = acquireLock(data);
  first.release();
  expect(existsSync(`${data}.lock`)).toBe(true);
  expect(() => acquireLock(data)).toThrow("cannot be used");
  second.release();
  expect(existsSync(`${data}.lock`)).toBe(false);
});

test("saves a write before a response that a fault then spoils", async () => {
  const data = fileIn();
  const { url } = await another({ data, faults: [{ fault: "status", status: 502, at: "after", method: "POST" }] });
  const spoilt = await sender(url)("POST", configurations, { configuration: { name: "spoilt" } });
  expect(spoilt.status).toBe(502);
  expect(readFileSync(data, "utf8")).toContain('"spoilt"');
});

test("saves again after a crash in the middle of a save", async () => {
  const data = fileIn();
  await (await another({ data })).close();
  writeFileSync(`${data}.new`, '{"format":');
  const { url } = await another({ data });
  expect((await sender(url)("POST", configurations, { configuration: { name: "after" } })).status).toBe(201);
  expect(readFileSync(data, "utf8")).toContain('"after"');
});

test("saves a reset in code without another request", async () => {
  const data = fileIn();
  const running = await another({ data });
  const body = { configuration: { name: "changed" } };
  await sender(running.url)("PATCH", `${configurations}/${named(running, "baseline").id}`, body);
  expect(readFileSync(data, "utf8")).toContain('"changed"');
  running.reset();
  await until(() => !readFileSync(data, "utf8").includes('"changed"'));
  expect(readFileSync(data, "utf8")).toContain('"baseline"');
});

test("keeps a file readable after a deepscan that was run again lacks a finding that was triaged", async () => {
  const data = fileIn();
  const first = await another({ data, seed: seedWith() });
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
  const second = await another({ data });
  expect(second.snapshot().accounts[0]).toMatchObject({ triage: [], deepscans: [{ retry_count: 1, results: [] }] });
});
