import { conformanceOf } from "./refusals";
import { dataOf } from "./service";

conformanceOf(
  "custom policies",
  () => Promise.resolve({}),
  ({ at, reads }) => {
    reads("lists custom policies, each id once", async () => {
      const answer = await at.send("listCustomPolicies");
      expect(answer.status).toBe(200);
      const ids = dataOf(answer).map((each) => each["id"]);
      expect(new Set(ids).size).toBe(ids.length);
    });
  },
);
