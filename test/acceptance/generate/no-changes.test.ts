import { App, TerraformStack } from "cdktf";
import * as cdktf from "cdktf";
import * as constructs from "constructs";
import fc from "fast-check";
import { join } from "node:path";
import * as ts from "typescript";
import * as scanform from "../../../src/constructs";
import { importAccount } from "../../../src/generate/import/import-account";
import { refusedByCdktf, typescriptOf } from "../../../src/generate/import/typescript/typescript";
import type { Observed } from "../../../src/model/entities";
import { desk } from "../../support/desk";
import { repositoryRoot } from "../../support/spawned";
import { hostileName, randomAccount } from "../../generate/accounts";
import { runModule } from "../../generate/run-code";
import { seedOf } from "../../generate/seed";
import { structured } from "../../generate/structured";
import { typeErrors } from "../../generate/type-errors";

const modules: Readonly<Record<string, unknown>> = { cdktf, constructs, "scanform/cdktf": scanform };

const codeOf = (account: Observed, flat: boolean): string =>
  typescriptOf(importAccount(account, { flat, refused: refusedByCdktf }), {
    policies: account.policies ?? [],
    flat,
    framework: "cdktf",
  });

function synthesize(text: string, outdir: string): void {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: { ImportedAccount?: new (scope: constructs.Construct, id: string) => unknown } = {};
  runModule(outputText, modules, exported);
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "acme");
  new scanform.ScanformProvider(stack, "scanform");
  if (exported.ImportedAccount === undefined) throw new Error("nothing is exported");
  new exported.ImportedAccount(stack, "imported");
  app.synth();
}

test("planning the code of an account shows no changes", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, fc.boolean(), async (account, flat) => {
      const place = await desk({}, seedOf(account));
      try {
        synthesize(codeOf(account, flat), join(place.folder, "imported"));
        const ran = await place.run(["plan", "--synthesized", "imported", "--json", "--detailed-exitcode"]);
        expect(ran).toMatchObject({ code: 0, err: "" });
      } finally {
        await place.emulator.close();
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

test.each([true, false])(
  "planning the code of a structured account shows no changes, flat: %p",
  async (flat) => {
    const { account } = structured({ bases: 3, configurations: 40, repositories: 600, seed: 21, presets: false });
    const place = await desk({}, seedOf(account));
    synthesize(codeOf(account, flat), join(place.folder, "imported"));
    const ran = await place.run(["plan", "--synthesized", "imported", "--json", "--detailed-exitcode"]);
    expect(ran).toMatchObject({ code: 0 });
  },
  60_000,
);

test("the code compiles in strict mode, whatever the names", () => {
  const accounts = fc.sample(randomAccount, { numRuns: 12, seed: 7 });
  const names = fc.sample(hostileName, { numRuns: 60, seed: 7 });
  const texts = [
    ...accounts,
    {
      configurations: names.map((name, at) => ({
        ...accounts[0]?.configurations[0],
        name,
        id: String(at),
        settings: {},
      })),
      repositories: [],
    } as unknown as Observed,
  ].flatMap((account) => [codeOf(account, true), codeOf(account, false)]);
  const files = new Map(
    texts.map((text, at) => [join(repositoryRoot, `test/generate/imported-${String(at)}.ts`), text]),
  );
  expect(typeErrors(files)).toEqual([]);
}, 120_000);
