import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { moduleText } from "../../../src/generate/types/module-text";
import {
  digestOfSnapshot,
  type NamedLists,
  snapshotIn,
  snapshotOf,
  snapshotText,
} from "../../../src/generate/types/snapshot";
import { accountId, repositoryId } from "../../../src/model/ids";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { anyText } from "../../support/any-text";

const account = accountId("aaaaaaaa-0000-4000-8000-000000000001");

/** Names that would be code, comments or the end of something, were they not data. */
const hostile = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.string({ maxLength: 120 }),
  fc.constantFrom(
    '"; process.exit(1); "',
    "`${process.env.SECRET}`",
    "*/ evil() /*",
    "a\\",
    "\\u{",
    "\u2028\u2029",
    "\u202etxt.exe",
    "\ud800",
    "__proto__",
    "constructor",
    "toString",
    "'\"'\"'",
    "\r\n",
    "</script>",
    "決済サービス",
    "مدفوعات",
    "naïve-café",
    "\u3164",
    "",
  ),
);

const listsOf = (texts: fc.Arbitrary<string>, maxLength = 8): fc.Arbitrary<NamedLists> => {
  const named = fc.array(fc.tuple(fc.uuid(), texts), { maxLength });
  return fc.record({
    analyzers: named.map((all) => all.map(([id, slug]) => ({ id, slug }))),
    policies: named.map((all) => all.map(([id, title]) => ({ id, title }))),
    repositories: named.map((all) => all.map(([id, name]) => ({ id: repositoryId(id), name }))),
  });
};

const moduleOf = (lists: NamedLists): string => moduleText(snapshotOf(account, lists));

/** What a module exports, run where nothing else can be reached. */
function exportsOf(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
  const exports = {};
  runInNewContext(outputText, { exports });
  return exports;
}

describe("the module of an account's names", () => {
  test("reads as a person would write it", () => {
    const text = moduleOf({
      analyzers: [
        { id: "2", slug: "sql-injection" },
        { id: "1", slug: "secrets" },
      ],
      policies: [{ id: "cccccccc-0000-4000-8000-000000000003", title: "No plaintext secrets" }],
      repositories: [],
    });
    expect(text.slice(text.indexOf("\n"))).toBe(`

/** The analyzers of the account, by slug. */
export const Analyzers = {
  SECRETS: "secrets",
  SQL_INJECTION: "sql-injection",
} as const;

/** The slug of an analyzer. */
export type Analyzer = (typeof Analyzers)[keyof typeof Analyzers];

/** The custom code policies of the account: each id under its title. */
export const Policies = {
  NO_PLAINTEXT_SECRETS: "cccccccc-0000-4000-8000-000000000003",
} as const;

/** The id of a custom code policy. */
export type Policy = (typeof Policies)[keyof typeof Policies];

/** The repositories of the account, by name. */
export const Repositories = {} as const;

/** The name of a repository. */
export type Repository = (typeof Repositories)[keyof typeof Repositories];

/** For \`types\` of ScanformProvider: names that are not among these are refused at synth. */
export const types = {
  account_id: "aaaaaaaa-0000-4000-8000-000000000001",
  analyzers: Analyzers,
  policies: Policies,
  repositories: Repositories,
} as const;
`);
  });

  test("has every name exactly, whatever it consists of, and does nothing else", () => {
    fc.assert(
      fc.property(listsOf(hostile), (lists) => {
        const { Analyzers = {}, Policies = {}, Repositories = {}, ...rest } = exportsOf(moduleOf(lists));
        expect(Object.values(Analyzers).sort()).toEqual([...new Set(lists.analyzers.map(({ slug }) => slug))].sort());
        expect(Object.values(Policies).sort()).toEqual(lists.policies.map(({ id }) => id).sort());
        expect(Object.values(Repositories).sort()).toEqual(
          [...new Set(lists.repositories.map(({ name = "" }) => name))].sort(),
        );
        expect(Object.keys(rest)).toEqual(["types"]);
      }),
    );
  });

  test("holds nothing that is invisible", () => {
    fc.assert(
      fc.property(listsOf(hostile), (lists) => {
        expect(moduleOf(lists).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });

  test("compiles with tsc --strict, where only a misspelt constant is an error", () => {
    const folder = temporaryFolder();
    const write = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const paths = fc
      .sample(listsOf(hostile), { numRuns: 60 })
      .map((lists, at) => write(`m${String(at)}.ts`, moduleOf(lists)));
    const named = { analyzers: [{ id: "1", slug: "secrets" }], policies: [], repositories: [] };
    write("names.ts", moduleOf(named));
    const misspelt = write(
      "use.ts",
      'import { Analyzers, type Analyzer } from "./names";\n' +
        "export const right: Analyzer = Analyzers.SECRETS;\n" +
        "export const wrong = Analyzers.SECRET;\n" +
        'export const other: Analyzer = "secret";\n',
    );
    const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([...paths, misspelt], options));
    const others = found.filter(({ file }) => file?.fileName !== misspelt);
    expect(others.map(({ messageText, file }) => [file?.text, messageText])).toEqual([]);
    expect(found.map(({ code }) => code)).toEqual([2551, 2322]);
  });

  test("is formatted as prettier would", () => {
    const usual = fc.string({ unit: fc.constantFrom(...Array.from("abcXYZ019 -_./'\"\\é")), maxLength: 90 });
    const folder = temporaryFolder();
    for (const [at, lists] of fc.sample(listsOf(usual, 20), { numRuns: 30 }).entries()) {
      writeFileSync(join(folder, `m${String(at)}.ts`), moduleOf(lists));
      writeFileSync(join(folder, `m${String(at)}.json`), snapshotText(snapshotOf(account, lists)));
    }
    const prettier = join(repositoryRoot, "node_modules/prettier/bin/prettier.cjs");
    const { stdout, stderr } = spawnSync(process.execPath, [prettier, "--no-config", "--check", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout + stderr).toContain("All matched files use Prettier code style!");
  });
});

test("a snapshot survives its file", () => {
  fc.assert(
    fc.property(listsOf(hostile), (lists) => {
      const snapshot = snapshotOf(account, lists);
      const read = snapshotIn(snapshotText(snapshot));
      expect(read).toEqual(snapshot);
      expect(read === undefined ? "" : digestOfSnapshot(read)).toBe(digestOfSnapshot(snapshot));
    }),
  );
});
