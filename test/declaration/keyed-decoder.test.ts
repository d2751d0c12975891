import { at, problems, read, strict } from "./folder";

const [one, two] = ["0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11", "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a22"];
const place = at("/resource/scanform_configuration/strict/code_policies");

/** Why these code policies are refused: the path below them and the detail of each diagnostic. */
const refused = (code_policies: unknown) =>
  problems(strict({ code_policies })).map(({ path, detail }) => [path?.replace(place, ""), detail]);

test("a map by id and a list of entries with ids are the same", () => {
  const list = [{ id: two, blocking: true }, { id: one }];
  for (const code_policies of [list, { [two]: { blocking: true }, [one]: {} }])
    expect(read(strict({ code_policies })).desired.configurations[0]?.settings).toEqual({ code_policies: list });
});

test("what is neither a map nor a list is refused, with what it is", () => {
  expect(refused("all")).toEqual([["", 'code_policies: must be an object (it is "all").']]);
  expect(refused(true)).toEqual([["", "code_policies: must be an object (it is true)."]]);
});

test("everything that is wrong with a map is reported: its keys, then its entries", () => {
  expect(refused({ [one]: null, [two]: { enabled: 1 }, x: {}, y: 5 })).toEqual([
    ["/x", "code_policies.x: must have a UUID as its key."],
    ["/y", "code_policies.y: must have a UUID as its key (it is 5)."],
    [`/${one}`, `code_policies["${one}"]: must be an object (it is null).`],
    [`/${two}/enabled`, `code_policies["${two}"].enabled: must be true or false (it is 1).`],
    ["/y", "code_policies.y: must be an object (it is 5)."],
  ]);
});
