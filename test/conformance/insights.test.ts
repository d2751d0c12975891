import { isObject } from "../../src/model/json";
import { refusesQueries } from "./queries";
import { conformanceOf } from "./refusals";
import type { Got } from "./service";

const dateOf = ({ body }: Got): unknown =>
  isObject(body) && isObject(body["data"]) ? body["data"]["date"] : undefined;

conformanceOf(
  "insights",
  () => Promise.resolve({}),
  (suite) => {
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
      if (typeof date === "string")
        expect(
          date
            .split("/")
            .map(Number)
            .toSorted((a, b) => a - b),
        ).toEqual([1, 30, 2026]);
    });

    refusesQueries(suite, "getInsights", () => Promise.resolve({}));
  },
);
