import type { Waiver } from "../../policy/waivers";
import { printed } from "../typescript/print";
import { array, type Expression, object, string } from "../typescript/syntax";

/**
 * A module that exports waivers, for the file of the policies to export.
 *
 * @param isTyped in TypeScript
 */
export const baselineModule = (waivers: readonly Waiver[], isTyped: boolean): string =>
  `${isTyped ? 'import type { Waiver } from "scanform/policy";\n\n' : ""}/** What the policies found when they were introduced. Remove a waiver once its cause is gone. */
${printed([
  {
    kind: "const",
    name: "waivers",
    exported: true,
    ...(isTyped ? { type: "Waiver[]" } : {}),
    value: array(waivers.map(literal)),
  },
])}`;

const literal = ({ policy, at, reason, owner, expires }: Waiver): Expression =>
  object([
    { key: "policy", value: string(policy) },
    {
      key: "at",
      value: object(
        Object.entries<string | null | undefined>({ ...at }).map(([key, value]) => ({ key, value: named(value) })),
      ),
    },
    { key: "reason", value: string(reason) },
    { key: "owner", value: string(owner) },
    { key: "expires", value: string(expires) },
  ]);

const named = (value: string | null | undefined): Expression =>
  typeof value === "string" ? string(value) : { kind: "code", code: "null" };
