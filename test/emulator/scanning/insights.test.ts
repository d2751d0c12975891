import { account, desk, seedWith } from "./desk";

const insight = (title: string) => ({ title, pull_requests: [{ number: 1, repository: "api" }] });
const seed = seedWith({
  insights: [
    { date: "2025-03-02", insights: [insight("two")] },
    { date: "2025-03-09", insights: [insight("nine"), insight("again")] },
    { date: "2025-03-05", insights: [] },
  ],
});

test.each<[string, string, readonly string[]]>([
  ["", "2025/03/09", ["nine", "again"]],
  ["?date=2025-03-02", "2025/03/02", ["two"]],
  ["?date=2025-03-05", "2025/03/05", []],
  ["?date=2024-01-01", "2024/01/01", []],
])("insights%s", async (query, date, titles) => {
  const { get } = await desk(seed);
  const { data } = await get<{ data: { date: string; insights: { title: string }[] } }>(`/insights${query}`);
  expect([data.date, data.insights.map(({ title }) => title)]).toEqual([date, titles]);
});

test("returns no date and an empty list without insights", async () => {
  const { get } = await desk();
  expect(await get("/insights")).toEqual({ data: { date: null, insights: [] } });
});

test.each(["2025/03/02", "yesterday", "2025-02-30", ""])("responds 422 to the date %j", async (date) => {
  const { send } = await desk(seed);
  expect((await send("GET", `${account}/insights?date=${date}`)).status).toBe(422);
});
