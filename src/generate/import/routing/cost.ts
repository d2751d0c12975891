/** Lengths of code in characters that are not blank. */

/** Of a name in a list. */
export const nameCost = (name: string): number => name.length + 3;

/** A rule with a pattern: `{configuration:payments,repositoryPattern:"payments-%"},`. */
export const patternCost = (pattern: string): number => 44 + pattern.length;

/** Added for a pattern that ends in the middle of a word: such a pattern says nothing to a reader. */
export const midwordCost = 30;
