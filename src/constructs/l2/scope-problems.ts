import { withSqlWildcards } from "../../model/wildcards";
import type { Problem } from "./problems";
import type { Form } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** Checks what a provider block owns, as it will be synthesized: a pattern that matches no name deletes nothing, silently. */
export function scopeProblems({ managed_scope: scope }: Form): readonly Problem[] {
  if (typeof scope !== "object" || scope === null || isToken(scope) || !("names" in scope)) return [];
  const { names } = scope;
  const written = typeof names === "string" && !isToken(names) ? withSqlWildcards(names) : undefined;
  if (written === undefined) return [];
  const detail = `is ${kindOf(names)}, in which * and ? stand for themselves: write ${kindOf(written)}.`;
  return [{ key: "managedScope.names", detail }];
}
