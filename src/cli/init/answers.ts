import { fail } from "../../diagnostics/error";
import { quoted } from "../../diagnostics/foreign-text";
import { type Framework, frameworks } from "../../generate/choices";
import { isUuid } from "../../model/uuid";
import { hasAnyKey } from "../credentials/variables";
import type { Io } from "../io";

/** What a project is made of. */
export interface InitChoices {
  readonly framework?: Framework;
  /** The id of an account, a UUID. */
  readonly account?: string;
  readonly import?: boolean;
}

export interface InitAnswers {
  readonly framework: Framework;
  readonly account?: string;
  readonly import: boolean;
}

/**
 * What was chosen, and for the rest what the user answers; without a terminal, or with `yes`, what is usual.
 *
 * @param usual the framework that is offered first
 */
export async function answersFor(
  io: Io,
  { yes = false, ...given }: InitChoices & { readonly yes?: boolean },
  usual: Framework,
): Promise<InitAnswers> {
  const asks = io.interactive && !yes;
  const framework = given.framework ?? (asks ? await ask(io, frameworkQuestion(usual)) : usual);
  const account = given.account ?? (asks ? await ask(io, accountQuestion) : undefined);
  // without a key there is nothing to ask: an import could only fail
  const imports = given.import ?? (asks && hasAnyKey(io.env) ? await ask(io, importQuestion) : false);
  return { framework, import: imports, ...(account === undefined ? {} : { account }) };
}

interface Question<T> {
  readonly text: string;
  /** The answer, or what is wrong with it. */
  readonly read: (answer: string) => { readonly value: T } | { readonly wrong: string };
}

const frameworkQuestion = (usual: Framework): Question<Framework> => ({
  text: `Framework, ${frameworks.join(" or ")} [${usual}]: `,
  read: (answer) => {
    if (answer === "") return { value: usual };
    const value = frameworks.find((each) => each === answer.toLowerCase());
    return value === undefined ? { wrong: `${quoted(answer)} is none of ${frameworks.join(", ")}.` } : { value };
  },
});

const accountQuestion: Question<string | undefined> = {
  text: "Id of the account, if it is to stand in the code [none]: ",
  read: (answer) => {
    if (answer === "" || answer.toLowerCase() === "none") return { value: undefined };
    return isUuid(answer) ? { value: answer } : { wrong: `${quoted(answer)} is not a UUID.` };
  },
};

const importQuestion: Question<boolean> = {
  text: "Write code for what is live now, in place of an example, yes or no [no]: ",
  read: (answer) => {
    if (/^(y|yes)$/i.test(answer)) return { value: true };
    return /^(|n|no)$/i.test(answer) ? { value: false } : { wrong: `${quoted(answer)} is neither yes nor no.` };
  },
};

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
