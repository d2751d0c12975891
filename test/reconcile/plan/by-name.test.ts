import { repositoryId } from "../../../src/model/ids";
import { byName } from "../../../src/reconcile/plan/by-name";

const repository = (id: string, name?: string) => ({
  id: repositoryId(id),
  ...(name === undefined ? {} : { name }),
  provider_repo_id: 1,
  enabled: true,
});

test("repositories come in the order of their names, and by their ids where these are the same or missing", () => {
  const listed = [
    repository("1", "web"),
    repository("4", "api"),
    repository("2", "api"),
    repository("5"),
    repository("3"),
  ];
  expect(listed.toSorted(byName).map(({ id }) => id)).toEqual(["3", "5", "2", "4", "1"]);
});
