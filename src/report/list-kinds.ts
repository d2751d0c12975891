/** What can be listed, in the order of the help. Alone in its file, since a help loads nothing else. */
export const listKinds = ["analyzers", "policies", "repositories", "configurations", "accounts"] as const;

export type ListKind = (typeof listKinds)[number];
