import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Applied } from "../reconcile/apply/apply";
import type { SecurityClass } from "../reconcile/plan/classify";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import type { ApplyRenderer, Colors } from "./renderer";
import { accountLine, headline, leftLines, requestLine, sections } from "./sections";
import { count, printable } from "./display";

const paint = (colors: Colors): Record<SecurityClass, (text: string) => string> => ({
  weakens: (text) => colors.bold(colors.red(text)),
  unclassified: (text) => colors.bold(colors.yellow(text)),
  strengthens: (text) => colors.bold(colors.green(text)),
  neutral: colors.bold,
});

/** A plan for a terminal: first how much and what gets weaker, then the details. */
export function planText(plan: Plan, colors: Colors): string {
  const first = `${colors.bold(accountLine(plan))}   ${headline(plan)}`;
  const blocks = [
    isEmpty(plan) ? first : `${first}      ${requestLine(plan)}`,
    ...sections(plan).map((each) => [paint(colors)[each.class](each.title), ...each.lines].join("\n")),
    leftLines(plan).join("\n"),
  ];
  return `${blocks.filter((each) => each !== "").join("\n\n")}\n`;
}

/** What became of an apply. */
export function outcomeText(applied: Applied, colors: Colors): string {
  const by = (status: string) => applied.outcomes.filter((each) => each.status === status);
  const [succeeded, failed, skipped] = [by("succeeded"), by("failed"), by("skipped")];
  const parts = [
    `${String(succeeded.length)} succeeded`,
    ...(failed.length > 0 ? [colors.red(`${String(failed.length)} failed`)] : []),
    ...(skipped.length > 0 ? [colors.yellow(`${String(skipped.length)} skipped`)] : []),
  ];
  const verdict = applied.verified
    ? colors.green("Read back: the service holds all that was planned.")
    : applied.unread
      ? colors.red("It could not be read back whether the service holds what was planned. Plan again to see.")
      : colors.red("The service does not hold all that was planned. Plan again to see what is left.");
  return [
    `Applied with ${count(applied.sent, "request")}: ${parts.join(", ")}.`,
    ...skipped.map((each) => `  skipped ${printable(each.address)}: ${printable(each.error ?? "")}`),
    verdict,
    "",
  ].join("\n");
}

/** Errors and warnings, each with its place. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], colors: Colors): string {
  return diagnostics
    .map(({ severity, summary, detail, address, path, code }) => {
      const kind = severity === "error" ? colors.red("error") : colors.yellow("warning");
      const place = [address, path].flatMap((each) => (each === undefined ? [] : [printable(each)])).join("  ");
      const lines = [place, ...detail.split("\n").map(printable)].filter((line) => line !== "");
      return [`${kind}: ${summary} [${code}]`, ...lines.map((line) => `  ${line}`), ""].join("\n");
    })
    .join("");
}

export const textRenderer: ApplyRenderer = {
  machineReadable: false,
  plans: (plans, colors) => plans.map((each) => planText(each, colors)).join("\n"),
  errors: () => "",
  outcome: (applied, colors) => `\n${outcomeText(applied, colors)}`,
  outcomes: () => "",
};
