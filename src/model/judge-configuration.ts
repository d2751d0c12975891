/** What identifies a configuration and its entries, whoever wrote it. What is not known before the apply is left out. */
export interface WrittenConfiguration {
  readonly name: string | undefined;
  readonly renamedFrom: readonly unknown[];
  /** The ids of its code policies, in their order; undefined where one is not known. */
  readonly codePolicyIds: readonly (string | undefined)[];
}

export type ConfigurationProblem =
  | { readonly kind: "name-empty" }
  | { readonly kind: "former-name-is-present"; readonly name: string }
  /** `at` counts the code policies from 0: the second one of the two. */
  | { readonly kind: "policy-twice"; readonly id: string; readonly at: number };

/** Everything that no type of a field says: the one judge of all ways to write a configuration. */
export function judgeConfiguration({
  name,
  renamedFrom,
  codePolicyIds,
}: WrittenConfiguration): readonly ConfigurationProblem[] {
  const ids = codePolicyIds.map((id) => id?.toLowerCase());
  return [
    ...(name?.trim() === "" ? [{ kind: "name-empty" } as const] : []),
    ...(name !== undefined && renamedFrom.includes(name) ? [{ kind: "former-name-is-present", name } as const] : []),
    ...codePolicyIds.flatMap((id, at) =>
      id !== undefined && ids.indexOf(id.toLowerCase()) < at ? [{ kind: "policy-twice", id, at } as const] : [],
    ),
  ];
}
