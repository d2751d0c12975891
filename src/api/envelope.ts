import type { Fields } from "../model/field";

/** `{data: [item]}`: specification, *What the service does > Conventions*. */
export const listOf = <F extends Fields>(fields: F) =>
  ({
    data: {
      kind: "list",
      item: { kind: "object", fields, description: "An item." },
      required: true,
      description: "What there is.",
    },
  }) as const;

/** `{data: item}` */
export const dataOf = <F extends Fields>(fields: F) =>
  ({ data: { kind: "object", fields, required: true, description: "What was asked for." } }) as const;
