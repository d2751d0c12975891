import { importAccount } from "../../../src/generate/import/import-account";
import { teamsOf } from "../../../src/generate/import/typescript/split-files";
import { configurationId } from "../../../src/model/ids";
import { uuid } from "../../reconcile/arbitrary";

/** The names of the configurations in each file. */
function filesOf(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const { configurations } = importAccount({
    configurations: names.map((name, at) => ({ id: configurationId(uuid("a", at)), name, settings: {} })),
    repositories: [],
  });
  return Object.fromEntries(
    teamsOf(configurations).map(({ file, members }) => [file, members.map((at) => configurations[at]?.name ?? "")]),
  );
}

const three = (word: string): readonly string[] => ["api", "db", "web"].map((end) => `${word}-${end}`);
const many = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word}-${String(at).padStart(3, "0")}`);

test("configurations are in files by the first word of their names, and those of small teams in one", () => {
  expect(filesOf([...three("search"), ...three("payments"), "mail-api", "日本"])).toEqual({
    payments: three("payments"),
    search: three("search"),
    others: ["mail-api", "日本"],
  });
});

test("a word that all names begin with tells no teams apart", () => {
  expect(filesOf([...three("acme-eu-search"), ...three("acme-eu-payments"), "acme-eu-mail"])).toEqual({
    "acme-eu-payments": three("acme-eu-payments"),
    "acme-eu-search": three("acme-eu-search"),
    "acme-eu": ["acme-eu-mail"],
  });
});

test("a big team is taken apart by its next word, a small one is not", () => {
  const [api, web] = [many("payments-api", 50), many("payments-web", 50)];
  const small = [...three("search-api"), ...three("search-web")];
  expect(filesOf([...api, ...web, "payments-old", ...small])).toEqual({
    "payments-api": api,
    "payments-web": web,
    payments: ["payments-old"],
    search: small,
  });
});

test("a big team without teams of its own stays in one file", () => {
  expect(filesOf([...many("payments", 100), ...three("search")])).toEqual({
    payments: many("payments", 100),
    search: three("search"),
  });
});

test("a file is never called like that of all teams, nor like a device of Windows", () => {
  expect(Object.keys(filesOf(["shared", "others", "aux", "com1"].flatMap(three)))).toEqual([
    "aux-team",
    "com1-team",
    "others-team",
    "shared-team",
  ]);
});
