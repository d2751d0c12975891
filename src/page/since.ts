import type { AccountComparison } from "../report/compare/compare";
import { newSince } from "../report/compare/compare-sections";
import { type Markup, markup } from "./markup";

/** `2 new since 3f9a1c02b7de`, for each account. */
export const sinceLine = (comparisons: readonly AccountComparison[]): Markup =>
  markup`${comparisons.map((each) => {
    const { words, isNew } = newSince(each);
    return markup`<p class="since${isNew ? " new" : ""}">${words}</p>`;
  })}`;
