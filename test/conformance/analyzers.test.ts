import { conformanceOf } from "./refusals";
import { dataOf } from "./service";

conformanceOf(
  "analyzers",
  () => Promise.resolve({}),
  ({ at, reads }) => {
    reads("lists the enabled analyzers, each slug once", async () => {
      const answer = await at.send("listAnalyzers");
      expect(answer.status).toBe(200);
      const slugs = dataOf(answer).map((each) => each["slug"]);
      expect(new Set(slugs).size).toBe(slugs.length);
      expect(dataOf(answer).every((each) => each["enabled"] === true)).toBe(true);
    });
  },
);
