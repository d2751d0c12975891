import { fail } from "../../diagnostics/error";
import { quoted, visible } from "../../diagnostics/foreign-text";
import {
  type CodeHost,
  codeHosts,
  type Framework,
  frameworks,
  type TestRunner,
  testRunners,
} from "../../generate/choices";
import type { Account } from "../../model/observed";
import { sameId } from "../../model/uuid";
import type { Io } from "../io";

/** What a project is made of, as far as it was said. */
export interface InitChoices {
  readonly framework?: Framework;
  readonly ci?: CodeHost;
  readonly test?: TestRunner;
  readonly import?: boolean;
}

export type InitAnswers = Required<InitChoices>;

/**
 * What was chosen, and for the rest what the user answers; without somebody to ask, what is usual.
 *
 * @param asks whether somebody is there to answer
 * @param usual the framework that is offered first
 * @param hasKey without a key there is nothing to ask about an import, which could only fail
 */
export async function answersFor(
  io: Io,
  given: InitChoices,
  asks: boolean,
  { framework: usual, hasKey }: { readonly framework: Framework; readonly hasKey: boolean },
): Promise<InitAnswers> {
  const answer = async <T>(known: T | undefined, question: Question<T>, otherwise: T): Promise<T> =>
    known ?? (asks ? await ask(io, question) : otherwise);
  const framework = await answer(given.framework, choice("Framework", frameworks, usual), usual);
  const imports = hasKey ? await answer(given.import, importQuestion, false) : (given.import ?? false);
  const test = await answer(given.test, choice("Test run by", testRunners, "none"), "none");
  const ci = await answer(given.ci, choice("Workflows for", codeHosts, "none"), "none");
  return { framework, import: imports, test, ci };
}

interface Question<T> {
  readonly text: string;
  /** The answer, or what is wrong with it. */
  readonly read: (answer: string) => { readonly value: T } | { readonly wrong: string };
}

/** One of a few words; the usual one for an empty answer. */
const choice = <T extends string>(what: string, choices: readonly T[], usual: T): Question<T> => ({
  text: `${what}: ${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""} [${usual}]: `,
  read: (answer) => {
    if (answer === "") return { value: usual };
    const value = choices.find((each) => each === answer.toLowerCase());
    return value === undefined ? { wrong: `${quoted(answer)} is none of ${choices.join(", ")}.` } : { value };
  },
});

/** @param usual the value of an empty answer */
const yesOrNo = (text: string, usual: boolean): Question<boolean> => ({
  text: `${text}, yes or no [${usual ? "yes" : "no"}]: `,
  read: (answer) => {
    if (answer === "") return { value: usual };
    if (/^(?:y|yes)$/i.test(answer)) return { value: true };
    return /^(?:n|no)$/i.test(answer) ? { value: false } : { wrong: `${quoted(answer)} is neither yes nor no.` };
  },
});

const importQuestion = yesOrNo("Write code for what is live now, in place of an example", false);

/** Whether the files that were listed are to be written. */
export const askToWrite = (io: Io): Promise<boolean> => ask(io, yesOrNo("Write them", true));

/** One of the accounts that a key reaches, by its number in the list, its name or its id. */
export function askForAccount(io: Io, accounts: readonly Account[]): Promise<Account> {
  io.err(`The key reaches ${String(accounts.length)} accounts:\n${accountLines(accounts)}`);
  return ask<Account>(io, {
    text: `Account, 1 to ${String(accounts.length)}: `,
    read: (answer) => {
      const found = accounts.filter(
        ({ account_id: id, org_name: name }, at) => answer === String(at + 1) || sameId(id, answer) || name === answer,
      );
      const [only, ...others] = found;
      if (only !== undefined && others.length === 0) return { value: only };
      return { wrong: `${quoted(answer)} is ${found.length === 0 ? "none" : "several"} of them. Enter the number.` };
    },
  });
}

/** The accounts with their numbers, names and ids, a line for each. */
function accountLines(accounts: readonly Account[]): string {
  const names = accounts.map(({ org_name: name }) => visible(name ?? "(no name)"));
  const width = Math.max(...names.map(({ length }) => length));
  const digits = String(accounts.length).length;
  return accounts
    .map(
      ({ account_id: id }, at) => `  ${String(at + 1).padStart(digits)}  ${(names[at] ?? "").padEnd(width)}  ${id}\n`,
    )
    .join("");
}

/** Asks until there is an answer. @throws ScanformError `interrupted` at Ctrl-C, and at the end of the input */
async function ask<T>(io: Io, { text, read }: Question<T>): Promise<T> {
  for (;;) {
    const answer = await io.ask(text);
    if (io.signal.aborted) fail("interrupted", "Nothing was written.");
    if (answer === undefined)
      fail("interrupted", "The input ended before everything was answered. Nothing was written. --yes asks nothing.");
    const result = read(answer.trim());
    if ("value" in result) return result.value;
    io.err(`${result.wrong}\n`);
  }
}
