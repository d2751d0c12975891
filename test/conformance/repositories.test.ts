import { conformanceOf } from "./refusals";
import { dataOf } from "./service";

conformanceOf(
  "repositories",
  () => Promise.resolve({}),
  ({ at, reads }) => {
    reads("lists repositories, each id once", async () => {
      const answer = await at.send("listRepositories");
      expect(answer.status).toBe(200);
      const ids = dataOf(answer).map((each) => each["id"]);
      expect(new Set(ids).size).toBe(ids.length);
    });

    reads("returns the configuration that a repository refers to", async () => {
      const repositories = dataOf(await at.send("listRepositories"));
      const id = repositories.map((each) => each["configuration_id"]).find((each) => typeof each === "string");
      if (id === undefined && at.live) return;
      const answer = await at.send("getConfiguration", { path: { id: String(id) } });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ data: { id } });
    });
  },
);
