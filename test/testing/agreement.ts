import fc from "fast-check";
import type { Emulator } from "../../src/emulator";
import { severities } from "../../src/model/findings";
import { applyTo, matchers, snapshot } from "../../src/testing";
import { sender } from "../emulator/client";
import { startEmulator } from "../support/emulator";
import { analyzers, files, randomStacks, type RandomStack, seed, stackFrom } from "./random-stack";

const [account] = seed.accounts;
const accountId = account?.account_id ?? "";

type Answer = "holds" | "does not hold" | "undecided";

/** What a matcher answers: neither it nor its negation holds where it is undecided. */
function answerOf(asked: (isNot: boolean) => { readonly pass: boolean }): Answer {
  const [plain, negated] = [asked(false).pass, asked(true).pass];
  if (plain !== negated) return "undecided";
  return plain ? "holds" : "does not hold";
}

interface Scanned {
  readonly candidates: readonly { readonly result: string | null }[];
}

const candidates = analyzers.flatMap((analyzer) =>
  severities.flatMap((severity) => files.map((file) => ({ analyzer, severity, file }))),
);

/**
 * Applies a stack to the emulator, over HTTP, lets each repository have a scan, and compares what it has and what fails
 * with what the matchers say of the stack.
 *
 * @returns every disagreement, and how many expectations there were of each answer
 */
async function disagreements(emulator: Emulator, random: RandomStack) {
  emulator.reset();
  const before = new Map(emulator.store.repositories(accountId).map((each) => [each.name, each.configuration_id]));
  const stack = stackFrom(random);
  const declared = snapshot(stack);
  const applied = await applyTo(emulator, stack);
  const found: string[] = applied.accounts.every(({ verified }) => verified) ? [] : ["not applied"];
  const counts: Record<Answer, number> = { holds: 0, "does not hold": 0, undecided: 0 };
  const expectAnswer = (what: string, answer: Answer, ...fitting: readonly Answer[]): void => {
    counts[answer] += 1;
    if (!fitting.includes(answer)) found.push(`${what}: ${answer}, and not ${fitting.join(" or ")}`);
  };
  const names = new Map(emulator.store.configurations(accountId).map(({ id, name }) => [id, name]));
  const settings = new Map(emulator.store.configurations(accountId).map((each) => [each.name, each.configuration]));
  const isDeclared = (name: string | null | undefined, analyzer: string): boolean =>
    Object.hasOwn((settings.get(name ?? "")?.["analyzers"] ?? {}) as object, analyzer);
  const repositories = [...emulator.store.repositories(accountId)];
  for (const [index, { id, name, configuration_id: has }] of repositories.entries()) {
    const repository = { name: name ?? "", id };
    const assigns = (to: string | null, choice: typeof repository | string = repository): Answer =>
      answerOf((isNot) => matchers.toAssign.call({ isNot }, declared, choice, to));
    const configuration = has === null ? undefined : names.get(has);
    const isLeft = assigns(null) === "holds";
    const what = `${repository.name} has ${String(configuration)}`;
    if (isLeft) expectAnswer(`${what}, left as it is`, before.get(name) === has ? "holds" : "does not hold", "holds");
    else expectAnswer(what, assigns(configuration ?? ""), "holds");
    for (const other of ["c0", "c1", "c2"])
      if (other !== configuration) expectAnswer(`${what}, not ${other}`, assigns(other), "does not hold");
    const byName = isLeft ? assigns(null, repository.name) : assigns(configuration ?? "", repository.name);
    expectAnswer(`${what}, by its name`, byName, "holds", "undecided");

    const failing = await scan(emulator, id);
    // each repository is asked about half of them, since answers leave hundreds of megabytes to be collected
    for (const [at, candidate] of candidates.entries())
      if ((at + index) % 2 === 0)
        expectAnswer(
          `${what}: ${JSON.stringify(candidate)}`,
          answerOf((isNot) => matchers.toBlock.call({ isNot }, declared, { ...candidate, repository })),
          isLeft || configuration === "live" || !isDeclared(configuration, candidate.analyzer)
            ? "undecided"
            : failing[at] === true
              ? "holds"
              : "does not hold",
        );
    for (const analyzer of analyzers) {
      const answer = answerOf((isNot) => matchers.toBlock.call({ isNot }, declared, { analyzer, repository }));
      const somewhere = candidates.some((each, at) => each.analyzer === analyzer && failing[at] === true);
      if (!isLeft && configuration !== "live" && somewhere)
        expectAnswer(`${what}: ${analyzer} in any file`, answer, "holds");
    }
  }
  return { found, counts };
}

/** Whether each candidate fails the scan. */
async function scan(emulator: Emulator, id: string): Promise<readonly boolean[]> {
  const findings = candidates.map(({ analyzer, severity, file }) => ({
    ...{ analyzer, severity, type: "Finding", description: "A finding.", filename: file, line_start: 1, line_end: 2 },
  }));
  const { status, body } = await sender(emulator.url, Object.keys(seed.keys)[0])(
    "POST",
    `/control/accounts/${accountId}/repositories/${id}/scans`,
    { findings },
  );
  if (status !== 201) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
  return (body as Scanned).candidates.map(({ result }) => result === "failing");
}

const answers = ["holds", "does not hold", "undecided"] as const;

/** The property for as many stacks as the parameters say. @returns how many expectations there were of each answer */
export async function agrees(parameters: fc.Parameters<[RandomStack]>): Promise<Readonly<Record<Answer, number>>> {
  const emulator = await startEmulator({ seed });
  const counts: Record<Answer, number> = { holds: 0, "does not hold": 0, undecided: 0 };
  try {
    const property = fc.asyncProperty(randomStacks, async (random) => {
      const one = await disagreements(emulator, random);
      expect(one.found).toEqual([]);
      for (const answer of answers) counts[answer] += one.counts[answer];
    });
    await fc.assert(property, parameters);
  } finally {
    await emulator.close();
  }
  return counts;
}
