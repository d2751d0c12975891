import type { Session } from "../../src/terraform/account/session";
import type { DestroyPlan, PlanResponse, ResourceType, StateResponse } from "../../src/terraform/provider-types";
import { type Diagnostic, hasErrors } from "../../src/diagnostics/diagnostic";
import { diagnosticsOfError } from "../../src/terraform/common-diagnostics";
import { isWhollyKnown, type ObjectValue, Unknown } from "../../src/terraform/value";
import { expectToComplete } from "./core-values";
import { blank, expectOfSchema } from "./session";

/** Asks for a plan as terraform does. */
export function plan(
  session: Session | undefined,
  type: ResourceType,
  prior: ObjectValue | null,
  given: ObjectValue,
): Promise<PlanResponse> {
  const config = blank(type.schema, given);
  const proposed = Object.fromEntries(
    Object.entries(type.schema.block.attributes).map(([name, each]) => {
      const taken = "computed" in each && config[name] === null;
      const before = prior === null ? new Unknown() : prior[name];
      return [name, (taken ? before : config[name]) ?? null];
    }),
  );
  return type.plan({ session, prior, config, proposed, replaced: {} });
}

/** Plans and applies; what comes of it must be what terraform takes. */
export async function apply(
  session: Session,
  type: ResourceType,
  prior: ObjectValue | null,
  given: ObjectValue,
): Promise<StateResponse> {
  const { planned, requiresReplace = [], plannedPrivate = {} } = await plan(session, type, prior, given);
  if (requiresReplace.length > 0 && prior !== null) {
    const diagnostics = await destroyed(session, type, prior);
    return hasErrors(diagnostics) ? { state: prior, diagnostics } : apply(session, type, null, given);
  }
  const asked = { session, prior, planned, config: blank(type.schema, given), plannedPrivate };
  const applied = await orErrors(prior, () => type.apply(asked));
  if (hasErrors(applied.diagnostics)) return applied;
  expect(applied.state).not.toBeNull();
  const state = applied.state ?? {};
  expectOfSchema(type.schema, state);
  expect(isWhollyKnown(state)).toBe(true);
  expectToComplete(planned, state);
  return applied;
}

/** The same where no diagnostic is expected. */
export async function applied(
  session: Session,
  type: ResourceType,
  prior: ObjectValue | null,
  given: ObjectValue,
): Promise<ObjectValue> {
  const { state, diagnostics } = await apply(session, type, prior, given);
  expect(diagnostics).toEqual([]);
  return state ?? {};
}

/** What a refused request leaves: the state before it, and the errors. */
export const orErrors = (state: ObjectValue | null, asked: () => Promise<StateResponse>): Promise<StateResponse> =>
  Promise.resolve()
    .then(asked)
    .catch((thrown: unknown) => ({ state, diagnostics: diagnosticsOfError(thrown) }));

export const destroyed = (session: Session, type: ResourceType, prior: ObjectValue): Promise<readonly Diagnostic[]> =>
  type.destroy(session, prior, byItself).catch(diagnosticsOfError);

/** A destruction without a replacement, whose plan the user has seen. */
export const byItself: DestroyPlan = { shown: true, plannedPrivate: {} };

/** What is seen on a refresh, without anything to say. */
export async function refreshed(session: Session, type: ResourceType, state: ObjectValue): Promise<ObjectValue | null> {
  const seen = await type.read(session, state);
  expect(seen.diagnostics).toEqual([]);
  return seen.state;
}

/** Imports and reads. */
export const imported = (session: Session, type: ResourceType, id: string): Promise<StateResponse> =>
  orErrors(null, async () => type.read(session, await type.importState(session, id)));
