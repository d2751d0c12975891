import { configurationTo1 } from "./configuration";
import { isRawObject, mapOf, type Upgrade } from "./upgrade";

/** From version 0 to 1: each of its configurations. The id comes with the next refresh. */
export const configurationsTo1: Upgrade = (state) => {
  const { configurations: all } = state;
  if (!isRawObject(all)) return state;
  const entries = Object.entries(all).map(
    ([key, each]) => [key, isRawObject(each) ? configurationTo1(each) : each] as const,
  );
  return { ...state, configurations: mapOf(entries) };
};
