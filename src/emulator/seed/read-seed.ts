import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { fail } from "../../diagnostics/error";
import { parseJson } from "../../model/parse-json";
import { duplicateIds } from "../json/duplicate-ids";
import { type Problem, schemaProblems, formatProblems } from "../json/problems";
import { syntaxProblem } from "../json/syntax-problem";
import { scanContradictions } from "../scan-records/seed-contradictions";
import { webhookContradictions } from "../webhooks/webhook-seed";
import { type Seed, type SeedAccount, seedSchema } from "./seed-schema";

/**
 * Parses and validates the text of a seed file.
 *
 * @param source the name of the file, for error messages
 * @throws ScanformError `usage` with the file, the path and the problem
 */
export function readSeed(text: string, source: string): Seed {
  return checkSeed(parse(text, source), source);
}

/**
 * Validates a seed that is parsed or was written in code.
 *
 * @param code the error code to throw
 */
export function checkSeed(value: unknown, source: string, code: DiagnosticCode = "usage"): Seed {
  const { error } = seedSchema.safeParse(value);
  if (error !== undefined) refuse(schemaProblems(error, value), value, source, code);
  // the value itself: the schema's output lacks a key named __proto__
  const seed = value as Seed;
  const contradictions = [...contradictionsOf(seed)];
  if (contradictions.length > 0) refuse(contradictions, seed, source, code);
  return seed;
}

function parse(text: string, source: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    return fail("usage", `${source} is not JSON: ${syntaxProblem(text, thrown)}`, undefined, thrown);
  }
}

function refuse(problems: readonly Problem[], value: unknown, source: string, code: DiagnosticCode): never {
  const safe = problems.map(({ path, message }) => ({ path: withoutKey(path, value), message }));
  return fail(code, `${source}: ${formatProblems(safe, "the seed")}`);
}

/** Replaces an API key by its position, `keys[0]`, since messages must not show keys. */
function withoutKey([first, second, ...rest]: readonly PropertyKey[], value: unknown): readonly PropertyKey[] {
  if (first === undefined) return [];
  if (second === undefined) return [first];
  const position = first === "keys" ? Object.keys((value as Seed).keys).indexOf(String(second)) : second;
  return [first, position, ...rest];
}

function* contradictionsOf(seed: Seed): Generator<Problem> {
  const accountIds = new Set(seed.accounts.map((account) => account.account_id));
  for (const [key, reached] of Object.entries(seed.keys))
    for (const [at, id] of reached.entries())
      if (!accountIds.has(id)) yield { path: ["keys", key, at], message: `there is no account ${id}` };
  yield* duplicateIds(
    seed.accounts.map((account) => account.account_id),
    (at) => ["accounts", at, "account_id"],
  );
  for (const [at, account] of seed.accounts.entries()) yield* contradictionsIn(account, ["accounts", at]);
}

function* contradictionsIn(account: SeedAccount, path: readonly PropertyKey[]): Generator<Problem> {
  for (const list of ["repositories", "analyzers", "custom_policies", "configurations"] as const)
    yield* duplicateIds(
      (account[list] ?? []).map((item) => item.id),
      (at) => [...path, list, at, "id"],
    );
  const live = new Set((account.configurations ?? []).map((configuration) => configuration.id));
  for (const [at, { configuration_id: id }] of (account.repositories ?? []).entries())
    if (typeof id === "string" && !live.has(id))
      yield {
        path: [...path, "repositories", at, "configuration_id"],
        message: `the account has no configuration ${id}`,
      };
  yield* webhookContradictions(account, path);
  yield* scanContradictions(account, new Set((account.repositories ?? []).map(({ id }) => id)), path);
}
