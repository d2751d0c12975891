import { visible } from "../diagnostics/foreign-text";

export interface TestCase {
  readonly name: string;
  /** Absent where it passes. */
  readonly outcome?: "skipped" | { readonly kind: string; readonly message: string };
  /** Standard error, as plain text. */
  readonly details?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Suites as JUnit XML. @param classname of every case */
export const junit = (suites: readonly TestSuite[], classname: string): string =>
  `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${attribute(visible(name))}" ${counts(cases)}>`,
      ...cases.flatMap((each) => caseLines(each, classname)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n")}\n`;

function counts(cases: readonly TestCase[]): string {
  const skipped = cases.filter(({ outcome }) => outcome === "skipped").length;
  const failures = cases.filter(({ outcome }) => outcome !== undefined).length - skipped;
  return `tests="${String(cases.length)}" failures="${String(failures)}" errors="0" skipped="${String(skipped)}"`;
}

function caseLines({ name, outcome, details }: TestCase, classname: string): readonly string[] {
  const start = `    <testcase classname="${classname}" name="${attribute(visible(name))}"`;
  if (outcome === undefined && details === undefined) return [`${start}/>`];
  return [
    `${start}>`,
    ...(outcome === undefined ? [] : [`      ${resultOf(outcome)}`]),
    ...(details === undefined ? [] : [`      <system-err>${cdata(details)}</system-err>`]),
    "    </testcase>",
  ];
}

const resultOf = (outcome: Exclude<TestCase["outcome"], undefined>): string =>
  outcome === "skipped"
    ? "<skipped/>"
    : `<failure message="${attribute(visible(outcome.message))}" type="${attribute(outcome.kind)}"/>`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

const attribute = (text: string): string => text.replace(/[&<"]/g, (sign) => entities[sign] ?? sign);

/** The end of a section cannot be inside one: it is divided between two. */
const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
