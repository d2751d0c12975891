import { repositoriesNamed, repositoryId, seedOf } from "../support/account";
import { desk, jsonOf } from "../support/desk";

test("those of the same name are listed by id, in whatever order the service has them", async () => {
  const repositories = [...repositoriesNamed(["web", "web", "web"], null)].reverse();
  const at = await desk({}, seedOf({ repositories }));
  const { items } = jsonOf(await at.run(["list", "repositories", "--json"])) as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual([0, 1, 2].map(repositoryId));
});
