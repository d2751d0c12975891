import fc from "fast-check";
import { runInNewContext } from "node:vm";
import { policyFile } from "../../../src/generate/project/policy-file";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import * as policies from "../../../src/policy";
import { slugs } from "../../reconcile/arbitrary";
import { given, judge } from "../../policy/judge";
import { planOf } from "../../report/plans";
import { configuration, randomAccount, repository } from "../accounts";
import { commonJsOf } from "../commonjs";
import { formatted } from "../formatted";

/** The policies that the text of a module exports. */
function policiesOf(text: string): readonly policies.Policy[] {
  const exports: { default?: readonly policies.Policy[] } = {};
  runInNewContext(commonJsOf(text), {
    exports,
    require: (name: string) => (name === "scanform/policy" ? policies : undefined),
  });
  return exports.default ?? [];
}

/** What policies say of an account in which nothing changes. */
const said = (all: readonly policies.Policy[], account: Observed) =>
  judge(all, given(planOf({ configurations: [], assignments: [] }, account)));

/** One repository for each configuration with these settings. */
const accountWith = (...settings: readonly Settings[]): Observed => ({
  configurations: settings.map((each, at) => configuration(at, `c${String(at)}`, each)),
  repositories: settings.map((_, at) => repository(at, `r${String(at)}`, at)),
});

const on = { enabled: true, blocking: true };

test("names the analyzers that block in every repository, and no others", () => {
  const account = accountWith(
    { analyzers: { xss: on, secrets: on, ssrf: on, idor: { ...on, silent: true } } },
    { analyzers: { secrets: on, xss: on, ssrf: { enabled: true, blocking: false } } },
  );
  const unused = configuration(7, "unused", {});
  expect(policyFile({ ...account, configurations: [...account.configurations, unused] })).toEqual({
    text: `import { alwaysBlock, everyRepositoryCovered } from "scanform/policy";

/** These block pull requests in every repository. */
const analyzers = ["secrets", "xss"];

/** What holds for every repository of the account. \`scanform plan --policy\` denies a plan that ends it. */
export default [everyRepositoryCovered(), alwaysBlock({ analyzers })];
`,
  });
});

test("names no analyzer where none blocks everywhere", () => {
  expect(policyFile(accountWith({ analyzers: { xss: on } }, {}))).toEqual({
    text: expect.stringContaining("export default [everyRepositoryCovered()];") as string,
  });
});

test.each<[string, Observed, string]>([
  [
    "a repository has no configuration",
    { configurations: [], repositories: [repository(1, "web")] },
    '1 of 1 repository has no configuration: "web"',
  ],
  ["there are no repositories", { configurations: [configuration(1, "a")], repositories: [] }, "no repositories"],
])("there is none where %s", (_, account, reason) => {
  expect(policyFile(account)).toEqual({ none: expect.stringContaining(reason) as string });
});

test("slugs are data, whatever they hold", () => {
  const slugs = ['"]; process.exit(); ["', "##vso[task.complete]", "__proto__", "a\nb\u2028"];
  const analyzers = Object.fromEntries(slugs.map((slug) => [slug, on]));
  const found = policyFile(accountWith({ analyzers }));
  const text = "text" in found ? found.text : "";
  expect(text).not.toContain("##vso");
  expect(policiesOf(text)).toHaveLength(2);
  expect(said(policiesOf(text), accountWith({}))).toHaveLength(slugs.length);
});

test("nothing of any account is denied by its own policies, and one more analyzer would be", () => {
  fc.assert(
    fc.property(randomAccount, ({ configurations: [first, ...others], repositories, ...rest }) => {
      fc.pre(first !== undefined && repositories.length > 0);
      const account: Observed = {
        ...rest,
        configurations: [first, ...others],
        repositories: repositories.map((each) => ({ configuration_id: first.id, ...each })),
      };
      const found = policyFile(account);
      if ("none" in found) throw new Error(found.none);
      expect(said(policiesOf(found.text), account)).toEqual([]);
      const named = slugs.filter((slug) => found.text.includes(`"${slug}"`));
      for (const slug of slugs.filter((each) => !named.includes(each)))
        expect(said([policies.alwaysBlock({ analyzers: [slug] })], account)).not.toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test("is formatted as prettier would", async () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`analyzer-number-${String(at)}`, on]));
  for (const settings of [{}, { analyzers: { xss: on } }, { analyzers: many }]) {
    const found = policyFile(accountWith(settings));
    const text = "text" in found ? found.text : "";
    expect(text).toBe(await formatted(text));
  }
});
