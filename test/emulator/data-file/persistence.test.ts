import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { acmeAccountId, acmeKey, builtinSeed, globexKey } from "../../../src/emulator";
import { acmeSeed, configurations, globexSeed, members, named, repository, sender } from "../client";
import { another } from "../another";
import { fileIn } from "./folder";

test("restores writes and keys after a restart", async () => {
  const data = fileIn();
  const first = await another({ data });
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

  const second = await another({ data });
  expect(second.resumed).toBe(true);
  expect(second.snapshot()).toEqual(before);
  expect(named(second, "renamed")).toMatchObject({ id, configuration: { risk_threshold: 7 } });
  expect(members(second, id)).toContain("checkout");
  expect(members(second, null)).toContain("payments-api");
  const listed = await sender(second.url)("GET", configurations);
  expect((listed.body as { data: unknown[] }).data).toContainEqual((body as { data: unknown }).data);
  expect((await sender(second.url, globexKey)("GET", "/v1/accounts")).status).toBe(200);
});

test("writes a change to the file before the response", async () => {
  const data = fileIn();
  const { url } = await another({ data });
  const send = sender(url);
  for (let n = 0; n < 20; n += 1) {
    const name = `number ${String(n)}`;
    expect((await send("POST", configurations, { configuration: { name } })).status).toBe(201);
    expect(readFileSync(data, "utf8")).toContain(`"${name}"`);
  }
});

test("writes concurrent changes to the file before each response", async () => {
  const data = fileIn();
  const { url } = await another({ data });
  const send = sender(url);
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
  const first = await another({ data });
  await sender(first.url)("PATCH", `${configurations}/${named(first, "baseline").id}`, {
    configuration: { name: "kept" },
  });
  await first.close();
  const seed = {
    ...builtinSeed,
    accounts: [{ ...acmeSeed, scans: [], deepscans: [], triage: [], repositories: [], configurations: [] }, globexSeed],
  };
  const second = await another({ data, seed });
  expect(second.store.configurations(acmeAccountId).map(({ name }) => name)).toContain("kept");
  expect((await sender(second.url)("POST", "/control/reset")).status).toBe(204);
  expect(second.store.configurations(acmeAccountId)).toEqual([]);
  await second.close();
  const third = await another({ data });
  expect(third.store.configurations(acmeAccountId)).toEqual([]);
});

test("does not write the file when a request changes nothing", async () => {
  const data = fileIn();
  const { url } = await another({ data });
  const before = statSync(data).ino;
  await sender(url)("GET", configurations);
  await sender(url)("POST", configurations, {});
  await sender(url, "nobody")("POST", configurations, { configuration: { name: "x" } });
  expect(statSync(data).ino).toBe(before);
});

test("makes the file readable by its owner only, since it contains keys", async () => {
  const data = fileIn();
  await another({ data });
  expect(statSync(data).mode & 0o777).toBe(0o600);
  expect(readFileSync(data, "utf8")).toContain(acmeKey);
});

test("leaves no other file behind on close", async () => {
  const data = fileIn();
  const running = await another({ data });
  expect(existsSync(`${data}.lock`)).toBe(true);
  await running.close();
  expect(readdirSync(dirname(data))).toEqual(["state.json"]);
});

test("restores scans and webhooks after a restart", async () => {
  const data = fileIn();
  const first = await another({ data });
  const findings = `/v1/accounts/${acmeAccountId}/all_findings?days=365`;
  const before = await sender(first.url)("GET", findings);
  const { data: found } = before.body as { data: { id: string }[] };
  const triage = `/v1/accounts/${acmeAccountId}/findings/${found[0]?.id ?? ""}/triage`;
  expect((await sender(first.url)("POST", triage, { triage_category: "wont_fix" })).status).toBe(200);
  const snapshot = first.snapshot();
  await first.close();
  const second = await another({ data });
  expect(second.snapshot()).toEqual(snapshot);
  const after = await sender(second.url)("GET", findings);
  expect((after.body as { data: { id: string; triage: unknown }[] }).data[0]).toMatchObject({
    triage: { category: "wont_fix" },
  });
});
