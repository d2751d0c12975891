import { InvalidArgumentError } from "commander";
import { hasErrors } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import type { GateCondition } from "../../report/conditions";
import { accountKey, isPlanned, plannedIn, type PlanDocument } from "../../report/document";
import { accountLine } from "../../report/head";
import { documentOf } from "../../report/make-document";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, failingOn, type Flags, formatOf, formatting, withExamples } from "../options";
import { readPlans, requireSaved } from "../plan-file";
import { printPlans } from "../print";
import { type Format, renderers } from "../renderers";
import { gated } from "../gate";

export const define: CommandDefinition = (command, { io, finish }) => {
  formatting(failingOn(command), renderers, "form of the plan")
    .argument("<files...>", "plans that were saved with plan --out")
    .option("--since <file>", "mark what is new since this saved plan, and list what is gone")
    .option("--page-url <url>", "where the page will be, for a link in Markdown", pageUrl)
    .option("--full", "show every repository and every value in full")
    .action(async (files: readonly string[], flags: Flags<ShowOptions>) => {
      finish(showCommand(io, files, { ...flags, format: formatOf(flags) }));
      return Promise.resolve();
    });
  withExamples(
    command,
    ["read a saved plan again", "scanform show plan.json"],
    ["the plans of several accounts as one", "scanform show acme.json globex.json"],
    ["choose who has to approve it, by exit code 3", "scanform show plan.json --fail-on weakens,deletes"],
    ["as a page to review on", "scanform show plan.json --format html > plan.html"],
    ["as a comment for a pull request", "scanform show plan.json --format markdown"],
    ["what is new since the plan that was approved", "scanform show plan.json --since approved.json"],
  );
};

interface ShowOptions {
  readonly format: Format;
  /** An earlier plan. */
  readonly since?: string;
  /** Where the page will be. */
  readonly pageUrl?: string;
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
}

function pageUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new InvalidArgumentError("It must be an address that begins with https:// or http://.");
  if (url.username + url.password !== "") throw new InvalidArgumentError("It must not contain a password.");
  url.hash = "";
  return url.href.replace(/[()<>\\`*~|[\]]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Prints saved plans as they were shown when they were made. Reads nothing but the files, and needs no key. */
function showCommand(
  io: Io,
  files: readonly string[],
  { full, failOn, format, since, pageUrl: link }: ShowOptions,
): ExitCode {
  if (link !== undefined && format !== "markdown")
    fail("usage", "--page-url is for --format markdown, which links the page.");
  const read = files.map((file) => ({ file, ...readPlans(io, file) }));
  for (const { file, plans } of read) requireSaved(file, plans, failOn);
  const document = asOne(read);
  const shown = gated(document, { failOn });
  printPlans(io, shown, {
    format,
    full,
    ...(link === undefined ? {} : { pageUrl: link }),
    ...(since === undefined ? {} : { since: readPlans(io, since).document }),
  });
  if (plannedIn(shown).some(({ diagnostics }) => hasErrors(diagnostics))) return exitCode.refused;
  return document.accounts.every(isPlanned) ? exitCode.done : exitCode.error;
}

/** The documents of several files as one, made when the oldest of them was. */
function asOne(read: readonly { readonly file: string; readonly document: PlanDocument }[]): PlanDocument {
  const [first, ...others] = read;
  if (first === undefined) return fail("usage", "Name a file that was saved with `scanform plan --out FILE`.");
  if (others.length === 0) return first.document;
  const fileOf = new Map<string, string>();
  for (const { file, document } of read)
    for (const each of document.accounts) {
      const other = fileOf.get(accountKey(each));
      if (other !== undefined)
        fail("usage", `${other} and ${file} both have a plan of the ${accountLine(each.account)}. Name one of them.`);
      fileOf.set(accountKey(each), file);
    }
  const documents = read.map(({ document }) => document);
  return documentOf({
    made_at: documents.map(({ made_at: at }) => at).sort()[0] ?? first.document.made_at,
    accounts: documents.flatMap(({ accounts }) => accounts),
    diagnostics: documents.flatMap(({ diagnostics }) => diagnostics),
  });
}
