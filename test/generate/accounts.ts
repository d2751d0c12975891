import fc from "fast-check";
import type { Imported } from "../../src/generate/import/import-account";
import type { TypeScriptOptions } from "../../src/generate/import/typescript/module-parts";
import { typescriptFiles } from "../../src/generate/import/typescript/typescript-files";
import type { Observed } from "../../src/model/observed";
import { configurationId, repositoryId } from "../../src/model/ids";
import type { Settings } from "../../src/model/settings";
import { policies, settings, uuid } from "../reconcile/arbitrary";
import { anyText } from "../support/any-text";

/** A configuration of an account whose ids are made from numbers. */
export const configuration = (
  at: number,
  name: string,
  settings: Settings = {},
  created_at = `2025-01-0${String(at)}`,
) => ({
  id: configurationId(uuid("a", at)),
  name,
  created_at,
  settings,
});

/** A repository, and the number of the configuration that it has. */
export const repository = (at: number, name: string | undefined, of?: number) => ({
  id: repositoryId(uuid("b", at)),
  ...(name === undefined ? {} : { name }),
  provider_repo_id: at,
  enabled: true,
  ...(of === undefined ? {} : { configuration_id: configurationId(uuid("a", of)) }),
});

/** The code of what was imported, in one file. */
export const textOf = (imported: Imported, options: Omit<TypeScriptOptions, "split"> = {}): string =>
  typescriptFiles(imported, options).text;

/** Names that someone may have typed to harm or by accident. */
const hostileName = fc.oneof(
  fc.constantFrom(
    'a"; process.exit(); "',
    "it's",
    "back\\slash",
    "${scanform}",
    "%{ if true }",
    "$${x}",
    "two\nlines",
    "\u2028",
    "\u202eright",
    "`${1}`",
    "*/ // <!--",
    "default",
    "class",
    "123",
    "日本",
    "__proto__",
    "constructor",
    "a.b",
    "a b",
    "a-b",
    "A B",
    "100%_\\",
    "payments-*",
    "what?",
    " ",
    "$",
    "{",
    " payments-api-1",
    "PAYMENTS-api-1",
    "\ud83d",
    "😀",
    "cafe\u0301",
    "caf\u00e9-1",
    "cafe\u0301-2{",
    "\u0301",
    "\uf900\u0000",
    "##vso[task.complete]",
  ),
  anyText({ minLength: 1, maxLength: 8 }),
);

const plainName = fc
  .tuple(fc.constantFrom("payments", "identity", "search"), fc.constantFrom("api", "web", "docs"), fc.nat(9))
  .map(([team, part, number]) => `${team}-${part}-${String(number)}`);

const name = fc.oneof(plainName, hostileName);

/** Any account, with hostile names, some of them several times. */
export const randomAccount: fc.Arbitrary<Observed> = fc
  .record({
    configurations: fc.array(fc.tuple(fc.option(name, { nil: undefined, freq: 20 }), settings), { maxLength: 8 }),
    repositories: fc.array(
      fc.tuple(fc.option(name, { nil: undefined, freq: 10 }), fc.option(fc.nat(7), { nil: undefined })),
      { maxLength: 30 },
    ),
  })
  .map(({ configurations, repositories }) => ({
    configurations: configurations.map(([given, each], at) => ({
      id: configurationId(uuid("a", at)),
      settings: each,
      ...(given === undefined ? {} : { name: given }),
    })),
    repositories: repositories.map(([given, holder], at) => ({
      id: repositoryId(uuid("b", at)),
      provider_repo_id: at,
      enabled: true,
      ...(given === undefined ? {} : { name: given }),
      ...(holder !== undefined && holder < configurations.length
        ? { configuration_id: configurationId(uuid("a", holder)) }
        : {}),
    })),
    policies: policies.map((id, at) => ({
      id,
      dashboard_url: "https://d.example.com",
      title: ["No plaintext secrets", "*/ }; process.exit()", "日本"][at] ?? "",
      question: "?",
    })),
  }));
