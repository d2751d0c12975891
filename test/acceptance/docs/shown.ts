/** What is another one each time, and what a page shows in its place. A slow machine is told what is waited for. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/^Waiting for .*\n/gm, ""],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:4010"],
  [/^digest [0-9a-f]{12}$/gm, "digest 3f9a1c02b7de"],
  [/(?<=since )\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T09:00:00.000Z"],
  [/\d{4}-\d\d-\d\dT[\d-]+Z-/g, "2026-01-31T09-00-00-000Z-"],
];

/** Output without what changes from one run to the next. */
export const stable = (text: string): string =>
  changing.reduce((before, [what, instead]) => before.replaceAll(what, instead), text);

/** Whether output is what a page shows. A line `...` there stands for any lines. */
export function isShown(shown: string, printed: string): boolean {
  const parts = `\n${stable(shown)}`.split(/(?<=\n)\.\.\.\n/);
  const text = `\n${stable(printed)}`;
  const places: number[] = [];
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    places.push(at);
    from = at + part.length;
  }
  const last = parts.at(-1) ?? "";
  return places[0] === 0 && (last === "" || text.endsWith(last));
}
