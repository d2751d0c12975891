import fc from "fast-check";
import { plan, ServiceClient } from "../../src/library";
import { toWire } from "../../src/model/to-wire";
import type { JsonObject } from "../../src/model/json";
import { address } from "../../src/model/ids";
import { codePathOf } from "../../src/model/leaves";
import type { LeafVerdict } from "../../src/model/leaf-verdict";
import { type Settings, settingsFields } from "../../src/model/settings";
import { target } from "../../src/reconcile/plan/target";
import { weakenings } from "../../src/testing/to-weaken-nothing";
import { judge } from "../model/verdict-judge";
import { policies, settings } from "../reconcile/arbitrary";
import { accountId, baselineId, canary, repositoriesNamed, seedOf } from "../support/account";
import { desk, documentOf } from "../support/desk";

/** The provider's classes are compared with a plan's in test/terraform/verdict/repository-effect.test.ts. */

const seed = (held: Settings) =>
  seedOf({
    custom_policies: policies.map((id) => ({ id, title: id, question: "?", dashboard_url: "https://d.example.com" })),
    configurations: [{ id: baselineId, name: "baseline", configuration: toWire(settingsFields, held) as JsonObject }],
    repositories: repositoriesNamed(["one"], baselineId),
  });

const verdicts = ["weaker", "stronger", "unclassified", "neutral"] as const satisfies readonly LeafVerdict[];
type Leaves = Readonly<Record<LeafVerdict, readonly string[]>>;

const sorted = (leavesOf: (verdict: LeafVerdict) => readonly string[]): Leaves =>
  Object.fromEntries(verdicts.map((verdict) => [verdict, leavesOf(verdict).toSorted()])) as unknown as Leaves;

interface Document {
  readonly accounts: readonly {
    readonly effects: readonly Readonly<Record<LeafVerdict, readonly { readonly path: string }[]>>[];
  }[];
}

/** Settings as an app declares them: code policies by their ids. */
const asDeclared = ({ code_policies, ...others }: Settings): object => ({
  ...others,
  ...(code_policies === undefined
    ? {}
    : { code_policies: Object.fromEntries(code_policies.map(({ id, ...policy }) => [id, policy])) }),
});

async function ofCli(before: Settings, after: Settings): Promise<Leaves> {
  const at = await desk({ configurations: { c: { name: "baseline", ...asDeclared(after) } } }, seed(before));
  const { accounts } = documentOf(await at.plan("--json")) as unknown as Document;
  const [effect] = accounts[0]?.effects ?? [];
  return sorted((verdict) => effect?.[verdict].map(({ path }) => path) ?? []);
}

async function ofLibrary(before: Settings, after: Settings): Promise<Leaves> {
  const { emulator } = await desk({}, seed(before));
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary });
  const made = await plan({ client, accountId, desired: { configurations: [{ name: "baseline", settings: after }] } });
  await client.close();
  const changes = made.effects[0]?.changes ?? [];
  return sorted((verdict) => changes.filter((each) => each.verdict === verdict).map(({ path }) => path));
}

/** The paths of what the kit says gets weaker, as TypeScript has them. */
function ofKit(before: Settings, after: Settings): readonly string[] {
  const declaring = (held: Settings) => ({
    labels: [],
    configurations: [{ address: address("c"), name: "baseline", settings: held }],
    assignments: [],
    locations: new Map(),
    lookups: new Map(),
  });
  return weakenings(declaring(before), declaring(after))
    .map((each) => each.slice(each.lastIndexOf("(") + 1, each.lastIndexOf(")")))
    .toSorted();
}

test("CLI, library and testing kit give the leaves of random settings the verdicts of the design", async () => {
  await fc.assert(
    fc.asyncProperty(settings, settings, async (before, declared) => {
      const after = target(before, { settings: declared });
      const judged = Object.entries(judge(before, after));
      const expected = sorted((verdict) => judged.filter(([, each]) => each === verdict).map(([path]) => path));
      expect(await ofCli(before, declared)).toEqual(expected);
      expect(await ofLibrary(before, declared)).toEqual(expected);
      expect(ofKit(before, after)).toEqual(expected.weaker.map(codePathOf).toSorted());
    }),
    { numRuns: 12 },
  );
}, 120_000);
