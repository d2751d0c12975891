import type { Session } from "../../src/terraform/account/session";
import type { PlanResponse, ResourceType, StateResponse } from "../../src/terraform/provider";
import { hasErrors } from "../../src/diagnostics/diagnostic";
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
  return type.plan({ session, prior, config, proposed, replacedPrivate: undefined });
}

/** Plans and applies; what comes of it must be what terraform takes. */
export async function apply(
  session: Session,
  type: ResourceType,
  prior: ObjectValue | null,
  given: ObjectValue,
): Promise<StateResponse> {
  const { planned, requiresReplace = [], privateState = {} } = await plan(session, type, prior, given);
  if (requiresReplace.length > 0 && prior !== null) {
    const diagnostics = await type.destroy(session, prior);
    return hasErrors(diagnostics) ? { state: prior, diagnostics } : apply(session, type, null, given);
  }
  const applied = await type.apply({ session, prior, planned, config: blank(type.schema, given), privateState });
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

/** What is seen on a refresh, without anything to say. */
export async function refreshed(session: Session, type: ResourceType, state: ObjectValue): Promise<ObjectValue | null> {
  const seen = await type.read(session, state);
  expect(seen.diagnostics).toEqual([]);
  return seen.state;
}

/** Imports and reads. */
export async function imported(session: Session, type: ResourceType, id: string): Promise<StateResponse> {
  const { state, diagnostics } = await type.importState(session, id);
  return state === null ? { state, diagnostics } : type.read(session, state);
}
