import fc from "fast-check";
import { Testing, TerraformStack } from "cdktf";
import { type Expectations, expectationsOf } from "../../../src/generate/project/expectations";
import { importAccount } from "../../../src/generate/import/import-account";
import { refusedByCdktf } from "../../../src/generate/import/typescript/typescript";
import type { Observed } from "../../../src/model/entities";
import type { Settings } from "../../../src/model/settings";
import { ScanformProvider } from "../../../src/constructs";
import { matchers, snapshot } from "../../../src/testing";
import { planned } from "../../reconcile/account";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, randomAccount, repository, textOf } from "../accounts";
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
      [undefined, 0],
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

/** What the test of a project finds wrong with the code of an account, and what a plan of that code would write. */
function mistakesIn(account: Observed) {
  const imported = importAccount(account, { refused: refusedByCdktf });
  const { routed, configurations } = expectationsOf(imported, account);
  const stack = new TerraformStack(Testing.app(), "account");
  new ScanformProvider(stack, "scanform");
  constructsOf(textOf(imported, { policies: account.policies ?? [] }))(stack);
  const declared = snapshot(stack);
  const judged = [
    ...routed.map((each) => matchers.toAssign.call({}, declared, each.repository, each.configuration)),
    ...configurations.map(({ name, blocking }) =>
      matchers.toHaveConfiguration.call({}, declared, name, isEmpty(blocking) ? {} : { analyzers: blocking }),
    ),
  ];
  return {
    messages: judged.flatMap(({ pass, message }) => (pass ? [] : [message()])),
    writes: declared.accounts.flatMap(
      ({ configurations, assignments }) => planned({ configurations, assignments }, account).writes,
    ),
  };
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
const none = { messages: [], writes: [] };

test("what the test says is true of the code, and a plan of it shows no changes, for any account", () => {
  fc.assert(
    fc.property(randomAccount, (account) => {
      expect(mistakesIn(account)).toEqual(none);
    }),
    { numRuns: 40 },
  );
});

describe("texts in another normal form than Terraform's", () => {
  /** An accent typed by itself; U+F900, which is U+8C48 in normal form; and an accent in a text that is evaluated. */
  const [typed, compatible, evaluated] = ["cafe\u0301", "\uf900\u0000", "%{e\u0301"];

  test.each([typed, compatible, evaluated])("are no changes, as names: %j", (name) => {
    const live: Observed = {
      configurations: [configuration(1, name), configuration(2, "other")],
      repositories: [repository(1, `${name}-api`, 1), repository(2, `${name}-web`, 1), repository(3, "docs", 2)],
    };
    expect(mistakesIn(live)).toEqual(none);
  });

  test("are no changes, as settings", () => {
    const analyzers = {
      [typed]: { enabled: true, blocking: true, excludes: [evaluated, `${typed}/**`] },
    };
    const notifications = { integration_names: [compatible, typed] };
    const live: Observed = {
      configurations: [configuration(1, "strict", { analyzers, notifications })],
      repositories: [repository(1, "web", 1)],
    };
    expect(mistakesIn(live)).toEqual(none);
  });

  test.each([typed, typed.normalize("NFC")])("tell two of one normal form apart by their ids, %j the first", (name) => {
    const [other = ""] = ["NFC", "NFD"].map((form) => typed.normalize(form)).filter((each) => each !== name);
    const live: Observed = {
      configurations: [configuration(1, name), configuration(2, other)],
      repositories: [repository(1, name, 1), repository(2, other, 2), repository(3, "docs", 2)],
    };
    expect(mistakesIn(live)).toEqual(none);
  });
});
