import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { builtinSeed } from "../../../src/emulator";
import { openDataFile } from "../../../src/emulator/data-file/data-file";
import { until } from "../../support/until";
import { another } from "../another";
import { configurations, named, sender } from "../client";
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
