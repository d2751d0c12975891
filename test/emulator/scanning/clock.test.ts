import { desk } from "./desk";

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
  [{}, "advance_seconds: "],
  [{ advance_seconds: -1 }, "advance_seconds: must be 0 or more"],
  [{ advance_seconds: "1" }, "advance_seconds: "],
  [{ advance_seconds: 1e300 }, "advance_seconds: goes beyond the year 9999"],
  [{ advance_seconds: 1, back: true }, "back: is not a known field"],
])("responds 422 to %j", async (body, expected) => {
  const { control, send } = await desk();
  const answer = await control(clock, body);
  expect(answer.status).toBe(422);
  expect((answer.body as { error: string }).error).toContain(expected);
  expect((await send("GET", clock)).status).toBe(200);
});

test("responds 405 to DELETE", async () => {
  const { send } = await desk();
  expect((await send("DELETE", clock)).status).toBe(405);
});
