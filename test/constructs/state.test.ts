import { Configurations, Deepscan } from "../../src/constructs";
import { id, other, problems } from "./settings";

test("a deepscan is imported with the id of its account, too", () => {
  const imported = (text: string) =>
    problems((stack) => {
      new Deepscan(stack, "release", { repositoryId: id }).importFrom(text);
    });
  expect(imported(`${other}/${id}/${other}`)).toBe("");
  for (const wrong of [`${id}/${other}/${id}/${other}`, `${id}/release`])
    expect(imported(wrong)).toContain("Give it REPOSITORY_ID/DEEPSCAN_ID");
});

test.each(["a,b", "a=b"])("a key that separates ids cannot be imported: %s", (key) => {
  const found = problems((stack) => {
    new Configurations(stack, "teams", { configurations: { [key]: {} } }).importFrom({ [key]: id });
  });
  expect(found).toContain("has = or , in its key. They separate the ids: give it another key.");
});
