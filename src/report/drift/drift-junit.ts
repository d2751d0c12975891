import { visible } from "../../diagnostics/foreign-text";
import type { Effect } from "../../reconcile/plan/effects";
import { accountLine } from "../head";
import { longLayout } from "../comment";
import type { Section } from "../outline";
import { sideLabel } from "../effect-sections";
import { sections } from "../sections";
import { repositories } from "../words";
import { type DriftReport, driftLine, driftSections, hasDrifted, isPending, pendingLine } from "./drift-report";

interface TestCase {
  readonly name: string;
  readonly outcome?: "skipped" | { readonly kind: "drift" | "pending"; readonly message: string };
  /** Standard error, as plain text. */
  readonly details?: string;
}

/** A suite for each account, with a failure for each effect of the drift and for what is not applied yet. */
export function driftJunit(reports: readonly DriftReport[]): string {
  const suites = reports.map((report) => ({
    name: visible(`scanform drift: ${accountLine(report.account)}`),
    cases: casesOf(report),
  }));
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${attribute(name)}" ${counts(cases)}>`,
      ...cases.flatMap(caseLines),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n")}\n`;
}

function casesOf(report: DriftReport): readonly TestCase[] {
  const { drift, pending } = report;
  return [
    drift === null
      ? { name: driftLine(report), outcome: "skipped" }
      : hasDrifted(report)
        ? {
            name: "drift",
            outcome: { kind: "drift", message: driftLine(report) },
            details: linesOf(driftSections(report, longLayout)),
          }
        : { name: "drift" },
    ...(drift?.effects ?? []).map((each): TestCase => ({
      name: `drift: ${nameOf(each)}`,
      outcome: { kind: "drift", message: each.class },
    })),
    isPending(report)
      ? {
          name: "pending",
          outcome: { kind: "pending", message: pendingLine(report) },
          details: linesOf(sections(pending, longLayout)),
        }
      : { name: "pending" },
  ];
}

const nameOf = ({ from, to, repositories: felt }: Effect): string =>
  `${from?.id === to?.id ? sideLabel(to) : `${sideLabel(from)} -> ${sideLabel(to)}`}, ${repositories(felt.length)}`;

const linesOf = (all: readonly Section[]): string =>
  all
    .flatMap(({ title, paragraphs }) => [
      title,
      ...paragraphs.flatMap(({ head, details }) => [head, ...details.flatMap(({ lines }) => lines)]),
    ])
    .join("\n");

function counts(cases: readonly TestCase[]): string {
  const skipped = cases.filter(({ outcome }) => outcome === "skipped").length;
  const failures = cases.filter(({ outcome }) => outcome !== undefined).length - skipped;
  return `tests="${String(cases.length)}" failures="${String(failures)}" errors="0" skipped="${String(skipped)}"`;
}

function caseLines({ name, outcome, details }: TestCase): readonly string[] {
  const start = `    <testcase classname="scanform.drift" name="${attribute(visible(name))}"`;
  if (outcome === undefined) return [`${start}/>`];
  const result =
    outcome === "skipped"
      ? "<skipped/>"
      : `<failure message="${attribute(outcome.message)}" type="${attribute(outcome.kind)}"/>`;
  return [
    `${start}>`,
    `      ${result}`,
    ...(details === undefined ? [] : [`      <system-err>${cdata(details)}</system-err>`]),
    "    </testcase>",
  ];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

const attribute = (text: string): string => text.replace(/[&<"]/g, (sign) => entities[sign] ?? sign);

/** The end of a section cannot stand inside one: it is divided between two. */
const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
