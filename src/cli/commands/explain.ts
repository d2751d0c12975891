import type { Diagnostic } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { withLocations } from "../../diagnostics/locations";
import { suggestion } from "../../model/suggest";
import {
  configurationsMeant,
  explainAccount,
  explainConfiguration,
  explainRepository,
} from "../../reconcile/explain/explain";
import { accountsJson, configurationJson, repositoryJson } from "../../report/explain/explain-document";
import { accountText, configurationText, repositoryText } from "../../report/explain/explain-text";
import { problemsOf } from "../../report/renderer";
import { closeAll } from "../account-plans";
import { declaredSurveys, type DeclaredOptions, type Surveyed } from "../declared-plans";
import { eachAccount } from "../each-account";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, type Flags, formatOf, withExamples, reading } from "../options";
import { printDiagnostics, viewOf } from "../print";
import { besideFacts, locationsOf, policyTitlesFor, repositoryMeant, severalNamed } from "./explain-account";
import { pasted } from "../shell";

export const define: CommandDefinition = (command, { io, finish }) => {
  withExamples(
    reading(command),
    ["why payments-api gets its configuration, and what that blocks", "scanform explain payments-api"],
    ["what assigns a configuration, and who has it", "scanform explain configuration strict"],
    ["every repository with its rule", "scanform explain --all"],
  )
    .argument("[repository...]", "a name or an id; or `configuration` and a name, an id or an address")
    .option("--all", "every repository with its rule, and about how many each rule decides")
    .option("--json", "print one JSON document")
    .action(async (words: readonly string[], flags: Flags<ExplainOptions>) => {
      finish(await explainCommand(io, words, { ...flags, format: formatOf(flags) }));
    });
};

interface ExplainOptions extends DeclaredOptions {
  readonly format: "text" | "json";
  readonly all?: boolean;
}

/** What to explain: one repository, one configuration, or every repository. */
type Subject =
  | { readonly kind: "repository"; readonly name: string }
  | { readonly kind: "configuration"; readonly name: string }
  | { readonly kind: "all" };

/** Says which rule decides, where it is written, and what it means. Sends only GET requests. */
async function explainCommand(io: Io, words: readonly string[], options: ExplainOptions): Promise<ExitCode> {
  const subject = subjectOf(words, options.all === true);
  const { accounts: read, failed: unread, diagnostics: found } = await declaredSurveys(io, options);
  try {
    const { done: accounts, failed } = await eachAccount(io, read, plannable, { before: unread });
    const explain = { repository, configuration, all };
    const problems = problemsOf([...unread, ...failed]);
    const diagnostics = [...problems, ...found];
    const how: How = { io, accounts, diagnostics, format: options.format };
    const text = await withLocations(locationsOf(read), async () =>
      subject.kind === "all" ? explain.all(how) : explain[subject.kind](how, subject.name),
    );
    io.out(text);
    if (options.format === "text") printDiagnostics(io, diagnostics);
    return problems.length > 0 ? exitCode.error : exitCode.done;
  } finally {
    await closeAll(read);
  }
}

/** The account, if it can be planned. */
const plannable = (each: Surveyed): Promise<Surveyed> =>
  withLocations(each.declaration.locations, () => {
    each.survey.planOf(each.survey.observed);
    return Promise.resolve(each);
  });

interface How extends Pick<ExplainOptions, "format"> {
  readonly io: Io;
  readonly accounts: readonly Surveyed[];
  readonly diagnostics: readonly Diagnostic[];
}

function subjectOf(words: readonly string[], all: boolean): Subject {
  const [first, second, ...more] = words;
  if (all && first !== undefined)
    fail(
      "usage",
      `Give either the name of a repository or --all: scanform explain ${pasted(first)} shows all about one.`,
    );
  if (all) return { kind: "all" };
  if (first === undefined) return fail("usage", "Give the name of a repository, `configuration` and a name, or --all.");
  if (second === undefined) return { kind: "repository", name: first };
  if (first !== "configuration" || more.length > 0)
    return fail("usage", "One repository is explained at a time. A name with blanks needs quotes.");
  return { kind: "configuration", name: second };
}

async function repository(how: How, name: string): Promise<string> {
  const { io, accounts, diagnostics, format } = how;
  const { surveyed, observed, repository: meant, exists, hint, warnings } = repositoryMeant(accounts, name);
  const plan = surveyed.survey.planOf(observed);
  const explanation = explainRepository(plan, observed, meant);
  const settings = [explanation.before, explanation.after].flatMap((each) => each?.settings ?? []);
  const titles = await policyTitlesFor(surveyed, settings, io.signal);
  const explained = { ...explanation, ...besideFacts(surveyed, plan, observed), exists, hint, titles };
  return format === "json"
    ? repositoryJson(explained, [...diagnostics, ...warnings])
    : repositoryText(explained, viewOf(io));
}

async function configuration(how: How, name: string): Promise<string> {
  const { io, accounts, diagnostics, format } = how;
  const all = accounts.map((surveyed) => ({ surveyed, plan: surveyed.survey.planOf(surveyed.survey.observed) }));
  const found = all.flatMap(({ surveyed, plan }) =>
    configurationsMeant(plan, surveyed.survey.observed, name).map((meant) => ({ surveyed, plan, meant })),
  );
  const [only, ...more] = found;
  if (only === undefined) {
    const known = all.flatMap(({ surveyed, plan }) => [
      ...plan.configurations.map(({ declared }) => declared.name),
      ...surveyed.survey.observed.configurations.flatMap((each) => each.name ?? []),
    ]);
    const detail = `No configuration ${JSON.stringify(name)} is declared or live. ${suggestion(name, known)}`;
    return fail("configuration-not-found", detail);
  }
  if (more.length > 0) {
    const ids = found.map(({ meant: { change, live } }) => live?.id ?? change?.address ?? "");
    const detail = severalNamed("configurations", name, "scanform explain configuration", ids);
    return fail("configuration-name-ambiguous", detail);
  }
  const { surveyed, plan, meant } = only;
  const { observed } = surveyed.survey;
  const explanation = explainConfiguration(plan, observed, meant);
  const settings = [explanation.before, explanation.after].flatMap((each) => each?.settings ?? []);
  const titles = await policyTitlesFor(surveyed, settings, io.signal);
  const explained = { ...explanation, ...besideFacts(surveyed, plan, observed), titles };
  return format === "json" ? configurationJson(explained, diagnostics) : configurationText(explained, viewOf(io));
}

function all({ io, accounts, diagnostics, format }: How): string {
  const explained = accounts.map((surveyed) => {
    const { observed, planOf } = surveyed.survey;
    const plan = planOf(observed);
    return { ...explainAccount(plan, observed), ...besideFacts(surveyed, plan, observed) };
  });
  return format === "json"
    ? accountsJson(explained, diagnostics)
    : explained.map((each) => accountText(each, viewOf(io))).join("\n");
}
