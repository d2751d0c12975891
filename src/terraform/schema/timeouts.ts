import { type Attribute, attribute, nested, optional, text } from "./schema";

/** What takes time because the service is written to. */
export type Operation = "create" | "update" | "delete";

const descriptions: Readonly<Record<Operation, string>> = {
  create: 'How long a creation may take until the service shows it, such as "90s" or "5m". 1m when it is absent.',
  update: 'How long an update may take until the service shows it, such as "90s" or "5m". 1m when it is absent.',
  delete: 'How long a deletion may take until the service shows it, such as "90s" or "5m". 1m when it is absent.',
};

/** The attribute `timeouts` of a resource that has these operations. */
export const timeouts = (...operations: readonly Operation[]): Attribute =>
  attribute(
    nested(
      "single",
      Object.fromEntries(operations.map((each) => [each, attribute(text, optional, descriptions[each])])),
    ),
    optional,
    "How long to wait for what the service has accepted and does not show yet.",
  );
