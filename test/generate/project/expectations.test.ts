import fc from "fast-check";
import { Testing, TerraformStack } from "cdktf";
import { type Expectations, expectationsOf } from "../../../src/generate/project/expectations";
import { importAccount } from "../../../src/generate/import/import-account";
import { refusedByCdktf, typescriptOf } from "../../../src/generate/import/typescript/typescript";
import type { Observed } from "../../../src/model/entities";
import type { Settings } from "../../../src/model/settings";
import { ScanformProvider } from "../../../src/constructs";
import { matchers, snapshot } from "../../../src/testing";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, randomAccount, repository } from "../accounts";
import { constructsOf } from "../run-module";

type Repositories = readonly (readonly [name: string | undefined, of?: number])[];

/** What the test of a project says, of configurations by their names and repositories as name and configuration. */
function expected(configurations: readonly string[], repositories: Repositories): Expectations {
  const live: Observed = {
    configurations: configurations.map((name, at) => configuration(at, name)),
    repositories: repositories.map(([name, of], at) => repository(at, name, of)),
  };
  return expectationsOf(importAccount(live), live);
}

test("each rule has a repository that it decides about, and one that leaves repositories expects none", () => {
  const numbers = Array.from({ length: 20 }, (_, at) => String(at + 10));
  const { routed } = expected(
    ["payments", "search", "strict"],
    [
      ...numbers.map((n) => [`payments-${n}`, 0] as const),
      ...numbers.map((n) => [`search-${n}`, 1] as const),
      ["payments-vault", 2],
      ["payments-old"],
    ],
  );
  expect(routed).toEqual([
    { repository: "payments-old", configuration: null },
    { repository: "payments-vault", configuration: "strict" },
    { repository: "payments-10", configuration: "payments" },
    { repository: "search-10", configuration: "search" },
  ]);
});

test("a repository is given by its id too from the first rule on that selects by ids", () => {
  const { routed } = expected(
    ["strict", "relaxed"],
    [
      [undefined, 0],
      ["web", 1],
      ["", 1],
    ],
  );
  expect(routed).toEqual([
    { repository: { name: "web", id: uuid("b", 1) }, configuration: "relaxed" },
    { repository: { name: uuid("b", 0), id: uuid("b", 0) }, configuration: "strict" },
  ]);
});

test("a configuration whose name another has is given by its id", () => {
  const { routed } = expected(["strict", "Strict", "other"], [["web", 0]]);
  expect(routed).toEqual([{ repository: "web", configuration: { id: uuid("a", 0) } }]);
});

test("each configuration has its analyzers that block, and none that is off", () => {
  const analyzers: Settings["analyzers"] = {
    secrets: { enabled: true, blocking: true },
    xss: { blocking: true },
    ssrf: { enabled: false, blocking: true },
    idor: { enabled: true, blocking: false },
  };
  const live: Observed = {
    configurations: [configuration(1, "plain"), configuration(2, "strict", { analyzers })],
    repositories: [],
  };
  expect(expectationsOf(importAccount(live), live).configurations).toEqual([
    { name: "plain", blocking: {} },
    { name: "strict", blocking: { secrets: { enabled: true, blocking: true }, xss: { blocking: true } } },
  ]);
});

test("what the test says is true of the code, for any account", () => {
  fc.assert(
    fc.property(randomAccount, (account) => {
      const imported = importAccount(account, { refused: refusedByCdktf });
      const { routed, configurations } = expectationsOf(imported, account);
      const stack = new TerraformStack(Testing.app(), "account");
      new ScanformProvider(stack, "scanform");
      constructsOf(typescriptOf(imported, { policies: account.policies ?? [] }))(stack);
      const declared = snapshot(stack);
      const messages = [
        ...routed.map((each) => matchers.toAssign.call({}, declared, each.repository, each.configuration)),
        ...configurations.map(({ name, blocking }) =>
          matchers.toHaveConfiguration.call(
            {},
            declared,
            name,
            Object.keys(blocking).length === 0 ? {} : { analyzers: blocking },
          ),
        ),
      ].flatMap(({ pass, message }) => (pass ? [] : [message()]));
      expect(messages).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
