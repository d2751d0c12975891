import fc from "fast-check";
import { Testing, TerraformStack } from "cdktf";
import { importAccount } from "../../../src/generate/import/import-account";
import { refusedByCdktf } from "../../../src/generate/import/typescript/typescript-files";
import type { Observed } from "../../../src/model/observed";
import { ScanformProvider } from "../../../src/constructs";
import { snapshot } from "../../../src/testing";
import { planned } from "../../reconcile/account";
import { configuration, randomAccount, repository, textOf } from "../accounts";
import { constructsOf } from "../run-module";

/** What a plan of the constructs that the code of an account makes would write. */
function writesFor(account: Observed) {
  const imported = importAccount(account, { refused: refusedByCdktf });
  const stack = new TerraformStack(Testing.app(), "account");
  new ScanformProvider(stack, "scanform");
  constructsOf(textOf(imported, { policies: account.policies ?? [] }))(stack);
  return snapshot(stack).accounts.flatMap(
    ({ configurations, assignments }) => planned({ configurations, assignments }, account).writes,
  );
}

test("a plan of the constructs of any account shows no changes", () => {
  fc.assert(
    fc.property(randomAccount, (account) => {
      expect(writesFor(account)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

describe("texts in another normal form than Terraform's", () => {
  /** An accent typed by itself; U+F900, which is U+8C48 in normal form; and an accent in a text that is evaluated. */
  const [typed, compatible, evaluated] = ["cafe\u0301", "\uf900\u0000", "%{e\u0301"];

  test.each([typed, compatible, evaluated])(
    "texts in another normal form than Terraform's are no changes, as names: %j",
    (name) => {
      const live: Observed = {
        configurations: [configuration(1, name), configuration(2, "other")],
        repositories: [repository(1, `${name}-api`, 1), repository(2, `${name}-web`, 1), repository(3, "docs", 2)],
      };
      expect(writesFor(live)).toEqual([]);
    },
  );

  test("texts in another normal form than Terraform's are no changes, as settings", () => {
    const analyzers = {
      [typed]: { enabled: true, blocking: true, excludes: [evaluated, `${typed}/**`] },
    };
    const notifications = { integration_names: [compatible, typed] };
    const live: Observed = {
      configurations: [configuration(1, "strict", { analyzers, notifications })],
      repositories: [repository(1, "web", 1)],
    };
    expect(writesFor(live)).toEqual([]);
  });

  test.each([typed, typed.normalize("NFC")])("tell two of one normal form apart by their ids, %j the first", (name) => {
    const [other = ""] = ["NFC", "NFD"].map((form) => typed.normalize(form)).filter((each) => each !== name);
    const live: Observed = {
      configurations: [configuration(1, name), configuration(2, other)],
      repositories: [repository(1, name, 1), repository(2, other, 2), repository(3, "docs", 2)],
    };
    expect(writesFor(live)).toEqual([]);
  });
});
