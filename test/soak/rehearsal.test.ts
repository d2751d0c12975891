import fc from "fast-check";
import { apply } from "../../src/reconcile/apply/apply";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { Leftover, Rehearsal } from "../../src/reconcile/plan/rehearsal";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import { rehearse, type Rehearsed, Stage } from "../../src/rehearsal";
import { parametersOf, runs, table, testFigures } from "./figures";
import { lacking, left, leavesOf } from "./promises";
import { planOf, type RehearsalCase, rehearsalCases } from "./rehearsal/cases";
import { players } from "./rehearsal/played";
import { id } from "./service";

/** What a rehearsal says beside what becomes of the same plan over HTTP, at services that play the reading. */

const samples = Math.max(5, runs / 50);

const counted = {
  plans: "plans",
  several: "with several requests",
  puts: "with a PUT that removes",
  renames: "with a new name",
  creations: "with a new configuration",
  moves: "with repositories that move",
  deletions: "with a deletion",
  hold: "that hold under every reading",
  fail: "that do not under some",
  "the emulator": "applied to the emulator, as rehearsed",
  "another service": "applied to another service, as rehearsed",
} as const;
type Counts = Partial<Record<keyof typeof counted, number>>;
const figures: Counts = {};

test(
  "what a rehearsal says comes true at a service of that reading",
  async () => {
    await fc.assert(
      fc.asyncProperty(rehearsalCases, async (one) => {
        const plan = planOf(one);
        fc.pre(plan !== undefined);
        const count = (what: keyof Counts, is: boolean): void => {
          figures[what] = (figures[what] ?? 0) + Number(is);
        };
        const rehearsal = await rehearse(plan);
        const stage = new Stage(plan);
        const alone: Rehearsed[] = [];
        for (const reading of stage.readings) alone.push(await stage.rehearse(reading));
        expect(rehearsal).toEqual(togetherOf(alone));
        for (const said of chosen(alone, one.choice)) {
          for (const player of ["the emulator", "another service"] as const) {
            await comesTrue(one, plan, said, player);
            count(player, true);
          }
        }
        count("plans", true);
        for (const [what, is] of Object.entries(kindsOf(plan))) count(what as keyof Counts, is);
        count("hold", rehearsal.converged === rehearsal.readings);
        count("fail", rehearsal.converged < rehearsal.readings);
      }),
      parametersOf(samples),
    );
  },
  60_000 + samples * 2000,
);

/** Each reading by itself, which a rehearsal of all need not try. */
const togetherOf = (alone: readonly Rehearsed[]): Rehearsal => ({
  readings: alone.length,
  converged: alone.filter(({ converged }) => converged).length,
  requests: [Math.min(...alone.map(({ sent }) => sent)), Math.max(...alone.map(({ sent }) => sent))],
  leftovers: alone.flatMap(({ leftovers }) => leftovers),
});

/** Any reading, and one under which the plan does not hold. */
function chosen(all: readonly Rehearsed[], choice: number): readonly Rehearsed[] {
  const failing = all.filter(({ converged }) => !converged);
  const one = (some: readonly Rehearsed[]) => some.slice(choice % Math.max(1, some.length)).slice(0, 1);
  return [...new Set([...one(all), ...one(failing)])];
}

const kindsOf = ({ writes, configurations, moves, deletions }: Plan) => ({
  several: writes.length > 1,
  puts: writes.some(({ kind }) => kind === "put"),
  renames: configurations.some(
    ({ action, live, declared }) => action !== "no-op" && live && live.name !== declared.name,
  ),
  creations: configurations.some(({ action }) => action === "create"),
  moves: moves.length > 0,
  deletions: deletions.length > 0,
});

async function comesTrue(
  { live, desired, options, concurrency }: RehearsalCase,
  planned: Plan,
  { reading: { profile }, ...said }: Rehearsed,
  player: keyof typeof players,
): Promise<void> {
  const { client, sleep, look, written, close } = await players[player](live, profile, concurrency);
  try {
    const plan = await refreshAndPlan(client, { id }, desired, options);
    expect({ player, digest: plan.digest }).toEqual({ player, digest: planned.digest });
    const applied = await apply(plan, { reader: client, writer: client, sleep });
    const after = await look();
    const rest = leavesOf(left(after, desired, options.prune === true));
    const leaves = new Set([...rest, ...applied.diagnostics.flatMap(leafOf)]);
    const converged = applied.verified && rest.length === 0 && lacking(after, plan).length === 0;
    expect({ player, converged, sent: applied.sent, written: written(), ...parted(said.leftovers, leaves) }).toEqual({
      player,
      converged: said.converged,
      sent: said.sent,
      written: said.sent,
      unsaid: [],
      invented: [],
    });
  } finally {
    await close();
  }
}

/** An error of an apply as a leaf; null is the whole thing. */
const leafOf = ({ severity, address, path }: Plan["diagnostics"][number]): readonly string[] =>
  severity === "error" && address !== undefined ? [`${address} ${path ?? "name"}`] : [];

/** What is left over and was not said, and the other way round. The whole of a thing stands for its leaves. */
function parted(said: readonly Leftover[], leaves: ReadonlySet<string>) {
  const whole = new Set(said.flatMap(({ address, path }) => (path === null ? [address] : [])));
  const told = new Set(said.map(({ address, path }) => `${address} ${path ?? "name"}`));
  const addressIn = (leaf: string): string => leaf.split(" ")[0] ?? "";
  const lying = new Set([...leaves].map(addressIn));
  return {
    unsaid: [...leaves].filter((each) => !told.has(each) && !whole.has(addressIn(each))),
    invented: [...told].filter(
      (each) => !leaves.has(each) && !(whole.has(addressIn(each)) && lying.has(addressIn(each))),
    ),
  };
}

testFigures(
  "What a rehearsal says",
  () => `
Random accounts and declarations, planned, rehearsed under every reading, and then applied over HTTP under one of these
readings, and under one that the rehearsal says does not hold: by the emulator, and by another service that was written
apart from it. What the rehearsal had said came true each time: whether the apply is verified, each leaf that is left over,
and the number of requests to write.

${table(
  ["", "number"],
  Object.entries(counted).map(([what, words]) => [words, figures[what as keyof Counts] ?? 0]),
)}
`,
);
