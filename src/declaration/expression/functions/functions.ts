import type { Call } from "./arguments";
import { listFunctions } from "./lists";
import { mapFunctions } from "./maps";
import { textFunctions } from "./text";

/** The functions that are evaluated, each as Terraform 1.11 does. */
export const functions: ReadonlyMap<string, Call> = new Map(
  Object.entries({ ...textFunctions, ...listFunctions, ...mapFunctions }),
);
