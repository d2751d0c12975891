/** Every choice of one value for each name. */
export const combinations = <T extends object>(values: { readonly [K in keyof T]-?: readonly T[K][] }): readonly T[] =>
  Object.entries<readonly unknown[]>(values).reduce<readonly T[]>(
    (all, [name, each]) => all.flatMap((one) => each.map((value) => ({ ...one, [name]: value }))),
    [{} as T],
  );
