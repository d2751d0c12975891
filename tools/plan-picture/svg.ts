/** A piece of a line with the codes of its SGR sequences, such as `1` (bold) and `31` (red). */
interface Span {
  readonly text: string;
  readonly styles: readonly string[];
}

const classOf: Readonly<Record<string, string>> = {
  "1": "bold",
  "2": "dim",
  "31": "red",
  "32": "green",
  "33": "yellow",
  "34": "blue",
  "36": "cyan",
};

/** Each line as spans. A sequence that has no class here is an error: the picture would lack a color. */
function spansOf(line: string): readonly Span[] {
  let styles: readonly string[] = [];
  const spans: Span[] = [];
  for (const part of line.split(/(\u001b\[\d+m)/)) {
    const [, code] = /^\u001b\[(\d+)m$/.exec(part) ?? [];
    if (code === undefined) {
      if (part !== "") spans.push({ text: part, styles });
    } else styles = after(styles, code);
  }
  return spans;
}

function after(styles: readonly string[], code: string): readonly string[] {
  if (code === "0") return [];
  if (code === "22") return styles.filter((each) => each !== "bold" && each !== "dim");
  if (code === "39") return styles.filter((each) => each === "bold" || each === "dim");
  const name = classOf[code];
  if (name === undefined) throw new Error(`The picture has no color for the sequence ${code}.`);
  return [...styles, name];
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const [glyph, leading, margin] = [8.43, 19, 16];

/**
 * Lines of a terminal as an SVG, in the colors that the reader's system prefers, light or dark.
 *
 * @param title what it shows, for those who do not see it
 */
export function svgOf(lines: readonly string[], title: string): string {
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, "").length));
  const [width, height] = [Math.ceil(columns * glyph) + 2 * margin, lines.length * leading + 2 * margin];
  const texts = lines.map((line, at) => {
    const spans = spansOf(line).map(({ text, styles }) =>
      styles.length === 0 ? escaped(text) : `<tspan class="${styles.join(" ")}">${escaped(text)}</tspan>`,
    );
    return `  <text x="${String(margin)}" y="${String(margin + (at + 0.75) * leading)}">${spans.join("")}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}" role="img">
  <title>${escaped(title)}</title>
  <style>
    rect { fill: #f6f8fa; stroke: #d1d9e0; }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; fill: #1f2328; white-space: pre; }
    .bold { font-weight: 600; }
    .dim { fill: #59636e; }
    .red { fill: #cf222e; }
    .green { fill: #116329; }
    .yellow { fill: #7d4e00; }
    .blue { fill: #0550ae; }
    .cyan { fill: #1b7c83; }
    @media (prefers-color-scheme: dark) {
      rect { fill: #0d1117; stroke: #3d444d; }
      text { fill: #f0f6fc; }
      .dim { fill: #9198a1; }
      .red { fill: #ff7b72; }
      .green { fill: #7ee787; }
      .yellow { fill: #e3b341; }
      .blue { fill: #79c0ff; }
      .cyan { fill: #76e3ea; }
    }
  </style>
  <rect x="0.5" y="0.5" width="${String(width - 1)}" height="${String(height - 1)}" rx="6" />
${texts.join("")}</svg>
`;
}
