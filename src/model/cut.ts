/**
 * Whether a list may have been cut without a word: its length is that of a page. Specification,
 * *Endpoints > Configurations*: "pagination behaviour for them: not shown".
 */
export const mayBeCut = (list: readonly unknown[]): boolean =>
  list.length > 0 && (list.length % 10 === 0 || list.length % 25 === 0);
