import { textWidth } from "../diagnostics/text-width";
import { shortened } from "./layout";

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  /** Text that can be shown as it is. */
  readonly text: (item: T) => string;
  /** Never shortened, such as an id, which is there to be copied. */
  readonly isWhole?: boolean;
}

const gap = 2;
/** No value is shortened to less than this. */
const least = 8;

/**
 * A table with a line for the titles and one for each item. Where it is wider than the terminal, the widest columns
 * are shortened first, each value in its middle.
 *
 * @param columns of the terminal; `Infinity` shortens nothing
 */
export function tableLines<T>(table: readonly Column<T>[], items: readonly T[], columns = Infinity): readonly string[] {
  const cells = [table.map(({ title }) => title), ...items.map((item) => table.map(({ text }) => text(item)))];
  const natural = table.map((_column, at) =>
    cells.reduce((most, line) => Math.max(most, textWidth(line[at] ?? "")), 0),
  );
  const widths = fitted(table, natural, columns);
  return cells.map((line) =>
    line
      .map((cell, at) => {
        const shown = shortened(cell, widths[at] ?? 0);
        return shown + " ".repeat(Math.max(0, (widths[at] ?? 0) - textWidth(shown)));
      })
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** Takes columns from the widest that may be shortened, until the table fits or none is wide any more. */
function fitted(
  table: readonly { readonly title: string; readonly isWhole?: boolean }[],
  natural: readonly number[],
  columns: number,
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, gap * (widths.length - 1)) - columns;
  while (excess > 0) {
    const free = widths.map((width, at) => {
      const { title = "", isWhole = false } = table[at] ?? {};
      return isWhole ? 0 : Math.max(0, width - Math.max(least, title.length));
    });
    const widest = Math.max(0, ...widths.filter((_width, at) => (free[at] ?? 0) > 0));
    const at = widths.findIndex((width, index) => width === widest && (free[index] ?? 0) > 0);
    if (at === -1) break;
    widths[at] = widest - 1;
    excess -= 1;
  }
  return widths;
}
