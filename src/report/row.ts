import { shortened, widthOf } from "./width";

/** How much is shown, and in how much room. */
export interface Layout {
  /** Columns of the terminal; `Infinity` shortens nothing. */
  readonly columns: number;
  /** Everything is printed: each repository, each leaf, each value whole. */
  readonly full: boolean;
}

/** No value is shortened to less than this. */
const least = 8;

/** Words of ours among the values of a row, which stay whole. */
interface Own {
  readonly own: string;
}
export const own = (words: string): Own => ({ own: words });

/**
 * A template for one line: what stands in it is ours and stays whole; the values are shortened in the middle, the
 * widest first and none to less than the next, until the line fits.
 */
export const row =
  ({ columns }: Pick<Layout, "columns">) =>
  (texts: TemplateStringsArray, ...values: readonly (string | Own)[]): string => {
    const shown = values.map((each) => (typeof each === "string" ? each : each.own));
    const isForeign = values.map((each) => typeof each === "string");
    let excess = [...texts, ...shown].reduce((sum, each) => sum + widthOf(each), 0) - columns;
    while (excess > 0) {
      const widths = shown.map((each, at) => (isForeign[at] === true ? widthOf(each) : 0));
      const widest = Math.max(0, ...widths);
      if (widest <= least) break;
      const alike = widths.filter((each) => each === widest).length;
      const next = Math.max(least, ...widths.filter((each) => each < widest));
      const at = widths.indexOf(widest);
      shown[at] = shortened(shown[at] ?? "", Math.max(next, widest - Math.ceil(excess / alike)));
      const saved = widest - widthOf(shown[at]);
      if (saved <= 0) break;
      excess -= saved;
    }
    return texts
      .map((text, at) => text + (shown[at] ?? ""))
      .join("")
      .trimEnd();
  };
