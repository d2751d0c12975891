import type { Upgrade } from "./upgrade";

/** From version 0 to 1, which has an `id`: the finding's. */
export const findingTriageTo1: Upgrade = (state) => ({ ...state, id: state["finding_id"] });
