import { isObject } from "../../src/model/json";
import { conformanceOf, listsEachOnce, refusesQueries, type Right } from "./refusals";
import { dataOf, type Got } from "./service";

/** The account is the only part of these requests. */
const right: Right = () => Promise.resolve({});

conformanceOf("accounts", right, ({ at, reads }) => {
  reads("lists the accounts that the key can access", async () => {
    const answer = await at.send("listAccounts");
    expect(answer.status).toBe(200);
    expect(dataOf(answer).map((each) => each["account_id"])).toContain(at.access.accountId);
  });

  reads("rejects requests to an account that is not listed", async () => {
    const ids = dataOf(await at.send("listAccounts")).map((each) => each["account_id"]);
    expect(ids).not.toContain(at.access.foreignAccountId ?? "");
  });
});

conformanceOf("repositories", right, (suite) => {
  const { at, reads } = suite;
  listsEachOnce(suite, "lists repositories, each id once", "listRepositories");

  reads("returns the configuration that a repository refers to", async () => {
    const repositories = dataOf(await at.send("listRepositories"));
    const id = repositories.map((each) => each["configuration_id"]).find((each) => typeof each === "string");
    if (id === undefined && at.live) return;
    const answer = await at.send("getConfiguration", { path: { id: String(id) } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ data: { id } });
  });
});

conformanceOf("analyzers", right, ({ at, reads }) => {
  reads("lists the enabled analyzers, each slug once", async () => {
    const answer = await at.send("listAnalyzers");
    expect(answer.status).toBe(200);
    const slugs = dataOf(answer).map((each) => each["slug"]);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(dataOf(answer).every((each) => each["enabled"] === true)).toBe(true);
  });
});

conformanceOf("custom policies", right, (suite) => {
  listsEachOnce(suite, "lists custom policies, each id once", "listCustomPolicies");
});

const dateOf = ({ body }: Got): unknown =>
  isObject(body) && isObject(body["data"]) ? body["data"]["date"] : undefined;

conformanceOf("insights", right, (suite) => {
  const { at, reads } = suite;

  reads("returns the latest insights without a date", async () => {
    const answer = await at.send("getInsights");
    expect(answer.status).toBe(200);
    const date = dateOf(answer);
    if (date !== null) expect(date).toMatch(/^\d+\/\d+\/\d+$/);
  });

  reads("accepts a date with dashes and returns it with slashes", async () => {
    const answer = await at.send("getInsights", { query: { date: "2026-01-30" } });
    expect(answer.status).toBe(200);
    const date = dateOf(answer);
    // the order of its parts is not shown
    if (typeof date === "string")
      expect(
        date
          .split("/")
          .map(Number)
          .toSorted((a, b) => a - b),
      ).toEqual([1, 30, 2026]);
  });

  refusesQueries(suite, "getInsights", right);
});
