import { acmeAccountId, acmeKey, allKey, builtinSeed, globexAccountId, globexKey } from "../../src/emulator";
import { isUuid } from "../../src/model/uuid";
import { acme, acmeSeed, emulator, open, sender } from "./client";
import { account, desk, seedWith } from "./scans/desk";

test.each([
  [acmeKey, ["acme"]],
  [globexKey, ["globex"]],
  [allKey, ["acme", "globex"]],
])("GET /v1/accounts with %s lists the accounts that the key can access", async (key, names) => {
  const { url } = await emulator();
  const { status, body } = await sender(url, key)("GET", "/v1/accounts");
  expect(status).toBe(200);
  const { data } = body as { data: { org_name: string }[] };
  expect(data.map((each) => each.org_name)).toEqual(names);
});

test("lists an account with exactly its documented fields", async () => {
  const { send } = await open();
  expect((await send("GET", "/v1/accounts")).body).toEqual({
    data: [
      {
        account_id: acmeAccountId,
        org_id: acmeSeed.org_id,
        org_name: "acme",
        provider_type: "github",
        active: true,
        created_at: "2025-01-15T09:30:00Z",
      },
    ],
  });
});

test.each(["repositories", "analyzers", "custom_policies", "configurations"] as const)(
  "lists %s as in the seed, in its order",
  async (list) => {
    const { send } = await open();
    const { status, body } = await send("GET", `${acme}/${list}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: acmeSeed[list] });
  },
);

describe("the built-in seed", () => {
  const repositories = builtinSeed.accounts.map((account) => account.repositories ?? []);

  test("the built-in seed has 26 and 8 repositories, and three custom policies in acme", () => {
    expect(repositories.map((list) => list.length)).toEqual([26, 8]);
    expect(acmeSeed.custom_policies).toHaveLength(3);
    expect(acmeSeed.analyzers).toHaveLength(10);
  });

  test("the built-in seed has distinct UUIDs of version 4 only", () => {
    const ids = builtinSeed.accounts.flatMap((account) => [
      account.account_id,
      ...[account.repositories, account.analyzers, account.custom_policies, account.configurations].flatMap((list) =>
        (list ?? []).map((each) => each.id ?? ""),
      ),
    ]);
    expect(ids.filter((id) => !isUuid(id) || !/^.{14}4.{4}[89ab]/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the built-in seed is the same in every process", () => {
    expect(globexAccountId).toBe("b81e6f07-42cd-4f19-9d3a-6c5e10a7f2d8");
    expect(acmeSeed.repositories?.[0]).toEqual({
      id: "2e584a33-7c25-475c-acd7-70f4ebc68923",
      name: "payments-api",
      provider_repo_id: 700_100,
      configuration_id: acmeSeed.configurations?.[0]?.id,
      enabled: true,
      created_at: "2025-01-15T09:30:00Z",
    });
  });
});

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
])("lists the insights of the day of insights%s", async (query, date, titles) => {
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
