import { RequestLog } from "../../src/emulator/state/context";

const mebibyte = 1024 * 1024;
const request = (path: string) => ({ method: "POST", path, status: 200 });

test("drops the oldest requests once their bodies are too large together", () => {
  const log = new RequestLog();
  for (const path of ["/1", "/2", "/3"]) log.add(request(path), 30 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3")]);
  log.add(request("/4"), 4 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3"), request("/4")]);
});

test("has all of its room again after it was cleared", () => {
  const log = new RequestLog();
  log.add(request("/1"), 60 * mebibyte);
  log.clear();
  for (const path of ["/2", "/3"]) log.add(request(path), 30 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3")]);
});
