import { label } from "../diagnostics/foreign-text";
import { distinctions } from "../model/namesakes";
import type { AccountDocument } from "./document";

/** A configuration, as one side of a change. */
export interface NamedSide {
  readonly id?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** What a configuration is called in a text; `none` where there is none. */
export type Labels = (side: NamedSide | null | undefined) => string;

/** Labels by name, and by id where several configurations have the name. @param all those of the account */
export function configurationLabels(all: Iterable<NamedSide | null | undefined>): Labels {
  const distinction = distinctions(all, label);
  return (side) =>
    side === null || side === undefined
      ? "none"
      : label(side.name ?? side.id ?? side.address ?? "") + distinction(side);
}

type Named = Pick<AccountDocument, "before" | "after" | "future">;

export const labelsOf = (plan: Named): Labels => configurationLabels(namedIn(plan));

/** The configurations of a plan, each under its name before and afterwards. */
export const namedIn = ({ before, after, future = [] }: Named): readonly (NamedSide | null)[] => [
  ...before.configurations,
  ...after.configurations,
  ...future.flatMap(({ from, to }) => [from, to]),
];

type Move = AccountDocument["moves"][number];

/** What repositories that move come from, and go to: a document has their ids or addresses. */
export function sidesOfMoves({ before, after }: Pick<AccountDocument, "before" | "after">) {
  const former = new Map(before.configurations.map((each) => [each.id, each]));
  const next = new Map(after.configurations.flatMap((each) => [each.id, each.address].map((key) => [key, each])));
  return ({ from, to }: Pick<Move, "from" | "to">): { readonly from: NamedSide | null; readonly to: NamedSide } => ({
    from: from === null ? null : (former.get(from) ?? { id: from }),
    to: next.get(to) ?? { id: to },
  });
}
