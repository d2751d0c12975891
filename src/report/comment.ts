import pc from "picocolors";
import { hasErrors, type ShownDiagnostic } from "../diagnostics/diagnostic";
import { fenced, fenceOf } from "../diagnostics/markdown";
import { markup } from "../diagnostics/markup";
import { repositoryClasses } from "../model/leaf-verdict";
import { type Layout, shortened } from "./layout";
import { fit, paragraphOf, type Section } from "./outline";
import { diagnosticsText } from "./diagnostics-text";

/** A comment on a pull request ends at 65,536 characters; bytes are never fewer than those. */
const mostBytes = 65_000;
const longestLine = 400;

/** That of a comment, which folds and shortens nothing but what is too long. */
export const longLayout: Layout = { columns: 120, full: false };

/** A section that is folded; `of` says of which account where there are several. */
export interface Folded extends Section {
  readonly of?: string;
}

/** What weakens first. */
export const bySeverity = (one: Section, other: Section): number =>
  repositoryClasses.indexOf(one.class) - repositoryClasses.indexOf(other.class);

/** Errors matter as much as what weakens most, and warnings more than the configurations themselves. */
export function diagnosticSection(diagnostics: readonly ShownDiagnostic[]): Section {
  const plain = pc.createColors(false);
  return {
    class: hasErrors(diagnostics) ? "weakens" : "neutral",
    title: "Diagnostics",
    noun: "message",
    isClose: true,
    paragraphs: diagnostics.map((each) => {
      const rank = each.severity === "error" ? 1 : 48;
      return paragraphOf(rank, diagnosticsText([each], plain).trimEnd().split("\n"));
    }),
  };
}

/** The bytes around a section, beside its fence: its tags, and the line that counts what is left out. */
const frame = 200;

/** @param advice how to see what is left out */
export function comment(
  head: readonly string[],
  parts: readonly Folded[],
  advice = "`scanform plan` shows what is left out.",
): string {
  const { shown, framed } = withFrames(parts, (mostBytes - size(head)) / 2);
  const fitted = fit(shown, mostBytes - size(head) - framed, (line) => size([line]));
  const body = fitted.flatMap(({ class: kind, title, lines }, at) => {
    const of = shown[at]?.of;
    const summary = of === undefined ? title : `${codeTag(of)}: ${title}`;
    return [
      `<details${kind === "weakens" ? " open" : ""}><summary>${summary}</summary>`,
      "",
      ...fenced(lines),
      "",
      "</details>",
      "",
    ];
  });
  const isWhole = shown.length === parts.length && fitted.every((each) => each.isWhole);
  const hint = isWhole ? [] : [advice, ""];
  return `${[...head, ...hint, ...body].join("\n").trimEnd()}\n`;
}

/** The parts whose frames take no more than so many bytes, the last, which is about errors, always among them. */
function withFrames(
  parts: readonly Folded[],
  most: number,
): { readonly shown: readonly Folded[]; readonly framed: number } {
  const framing = parts.map((part) => {
    const short = { ...part, paragraphs: part.paragraphs.map(shortParagraph) };
    const fence = fenceOf(
      short.paragraphs.flatMap((each) => [each.head(), ...each.details().flatMap(({ lines }) => lines)]),
    );
    return { short, bytes: frame + size([codeTag(part.of ?? "")]) + 2 * fence.length };
  });
  let framed = framing.at(-1)?.bytes ?? 0;
  const shown = framing.filter(({ bytes }, at) => {
    if (at === framing.length - 1) return true;
    if (framed + bytes > most) return false;
    framed += bytes;
    return true;
  });
  return { shown: shown.map(({ short }) => short), framed };
}

const shortParagraph = (each: Section["paragraphs"][number]): Section["paragraphs"][number] => ({
  ...each,
  head: () => shorten(each.head()),
  details: () => each.details().map(({ rank, lines }) => ({ rank, lines: lines.map(shorten) })),
});

export const size = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

export const shorten = (line: string): string => shortened(line, longestLine);

/** A text as code inside HTML, where Markdown is not read. */
const codeTag = (text: string): string => String(markup`<code>${text}</code>`);
