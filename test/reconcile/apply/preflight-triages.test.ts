import type { TriageCategory } from "../../../src/model/findings";
import { declare, desired, live } from "../account";
import { asPlanned, checking, checksOf, first, type Row, said } from "./checking";
import { expired, first as finding, triage } from "./triaging";

const declaring = (...triages: readonly ReturnType<typeof triage>[]) => ({ ...desired([]), triages });
const now =
  (category: string | undefined): Row["deed"] =>
  ({ triages }) => {
    if (category === undefined) triages.delete(finding);
    else triages.set(finding, category);
  };
const nothing = () => undefined;
const category = (planned: string | undefined, found: string | undefined) => [
  "first",
  { path: "category", ...(planned === undefined ? {} : { planned }), ...(found === undefined ? {} : { found }) },
];

describe("a first category", () => {
  checksOf(live({}), declaring(triage(finding)), [
    { title: "goes out where nobody has set one", deed: nothing, goes: asPlanned },
    { title: "goes out where it is there already", deed: now("wont_fix"), goes: asPlanned },
    {
      title: "is withheld where somebody has set another one",
      deed: now("in_progress"),
      changed: [category(undefined, "in_progress")],
    },
  ]);
});

describe("another category", () => {
  const given = { triages: { [finding]: "in_progress" } };
  checksOf(
    live({}),
    declaring(triage(finding)),
    [
      { title: "goes out where the former one is there", deed: nothing, goes: asPlanned },
      { title: "goes out where it is there already", deed: now("wont_fix"), goes: asPlanned },
      {
        title: "is withheld where somebody has set a third one",
        deed: now("false_positive"),
        changed: [category("in_progress", "false_positive")],
      },
      {
        title: "is withheld where somebody has removed the former one",
        deed: now(undefined),
        changed: [category("in_progress", undefined)],
      },
    ],
    given,
  );

  test("goes out where nothing is there after this apply has removed the former one", async () => {
    const { world, plan, check } = checking(live({}), declaring(triage(finding)), given);
    const { carries } = first(plan);
    await check({ kind: "remove-triage", finding, carries, id: 1, after: [] });
    now(undefined)(world);
    expect(await check(first(plan), true)).toEqual({ goes: { triage: finding, category: "wont_fix" } });
  });

  test("is withheld where a third one is there after this apply has removed the former one", async () => {
    const { world, plan, preflight, check } = checking(live({}), declaring(triage(finding)), given);
    const { carries } = first(plan);
    await check({ kind: "remove-triage", finding, carries, id: 1, after: [] });
    now("false_positive")(world);
    expect(await check(first(plan))).toEqual({ withheld: { is: "changed" } });
    expect(said(preflight.stateOf(first(plan)).changed)).toEqual([category("in_progress", "false_positive")]);
  });
});

describe("a removal", () => {
  checksOf(
    live({}),
    declaring(expired(finding)),
    [
      { title: "goes out where the category is there", deed: nothing, goes: asPlanned },
      { title: "goes out where the category is gone already", deed: now(undefined), goes: asPlanned },
      {
        title: "is withheld where somebody has set another one",
        deed: now("in_progress"),
        changed: [category("wont_fix", "in_progress")],
      },
    ],
    { triages: { [finding]: "wont_fix" } },
  );
});

test("a category goes out where the answer about the former one says nothing clear", async () => {
  const { plan, check } = checking(live({}), declaring(triage(finding)), {
    triages: { [finding]: "in_progress" },
    reader: (from) => ({ ...from, getTriage: () => Promise.resolve({ odd: true }), allFindings: noFindings }),
  });
  const sent: TriageCategory = "wont_fix";
  expect(await check(first(plan))).toEqual({ goes: { triage: finding, category: sent } });
});

async function* noFindings(): AsyncGenerator<never> {
  // no finding is listed
}

test("a finding is the same in another case", async () => {
  const upper = finding.toUpperCase();
  const declared = { ...desired([declare("one")]), triages: [triage(upper)] };
  const { plan, check } = checking(live({ one: {} }), declared, { triages: { [upper]: "in_progress" } });
  expect(plan.writes).toMatchObject([{ kind: "set-triage" }]);
  expect(await check(first(plan))).toMatchObject({ goes: { category: "wont_fix" } });
});
