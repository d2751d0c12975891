import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseline, baselineId, canary, repositoriesNamed, seedOf } from "../../support/account";
import { writeSynthesized } from "../../support/declare";
import { startEmulator } from "../../support/emulator";
import { repositoryRoot } from "../../support/spawned";
import { userProjects } from "../../support/user-project";

jest.setTimeout(120_000);

const { make } = userProjects();

/** Uses everything that a user may: a built-in policy, one of their own, a module of their own, and a waiver. */
const files = {
  "naming.ts": 'export const isPayment = (name: string | null): boolean => name?.startsWith("payments-") === true;\n',
  "scanform.policy.ts": `import { alwaysBlock, deny, nothingWeakens, policy, type Policy, type Waiver } from "scanform/policy";
import { isPayment } from "./naming.js";

const policies: readonly Policy[] = [
  nothingWeakens(),
  alwaysBlock({ analyzers: ["sql-injection"] }),
  policy("payments-have-secrets", (_account, { repositories }) =>
    repositories
      .filter(({ name, settings }) => isPayment(name) && settings?.analyzers?.["secrets"]?.enabled !== true)
      .map((each) => deny("does not look for secrets", each)),
  ),
];
export default policies;

export const waivers: readonly Waiver[] = [
  { policy: "nothing-weakens", at: { configuration: "baseline" }, reason: "moves", owner: "kim", expires: "2199-01-31" },
];
`,
  "misuse.ts": `import { deny, policy } from "scanform/policy";
// @ts-expect-error: a copy of something else is no subject
export const odd = policy("odd", () => [deny("is odd", { odd: true })]);
// @ts-expect-error: nothing can be changed
export const changes = policy("changes", ({ effects }) => effects.splice(0).map((each) => deny("x", each)));
`,
};

test.each(["module", "commonjs"] as const)("policies in TypeScript work in a project of type %s", async (type) => {
  const at = make({ packages: ["@types/node"], type, files });
  writeSynthesized(join(at.folder, "app"), { configurations: { baseline: { name: "baseline", comment: "disabled" } } });
  const seed = seedOf({
    configurations: [baseline],
    repositories: repositoriesNamed(["payments-api", "web"], baselineId),
  });
  const emulator = await startEmulator({ seed });
  try {
    const key = { SCANFORM_API_KEY: canary, SCANFORM_BASE_URL: emulator.url };
    const policies = ["--policy", "scanform.policy.ts"];
    const planned = await at.scanform(["plan", "--synthesized", "app", ...policies], key);
    expect(planned).toMatchObject({ code: 3 });
    expect(planned.out).toContain("DENIED by 1 policy: payments-have-secrets\n");
    expect(planned.out).toContain(
      'deny: does not look for secrets (payments-have-secrets)\n      namely "payments-api"',
    );
    expect(planned.out).toContain('because "moves" (owner kim, until 2199-01-31)');

    const document = await at.scanform(["plan", "--synthesized", "app", "--json"], key);
    writeFileSync(join(at.folder, "plan.json"), document.out);
    const checked = await at.scanform(["policy", "check", "--plan", "plan.json", ...policies]);
    expect([checked.code, checked.err]).toEqual([3, expect.stringContaining("[policy-denied]")]);

    const live = await at.scanform(["policy", "check", "--live", ...policies, "--format", "junit"], key);
    expect([live.code, live.out]).toEqual([3, expect.stringContaining('failures="1"')]);
  } finally {
    await emulator.close();
  }
});

test("policies are typed, and what cannot be meant does not compile", async () => {
  const at = make({ packages: ["@types/node"], type: "module", files });
  const compilerOptions = { module: "nodenext", target: "es2023", lib: ["es2023"], strict: true, types: ["node"] };
  const strict = { ...compilerOptions, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true };
  writeFileSync(join(at.folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strict }));
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  expect(await at.node([tsc, "-p", "."])).toEqual({ code: 0, out: "", err: "" });
});
