import { createRequire } from "node:module";
import type * as Zod from "zod";
import type * as Schema from "./schema";

const load = createRequire(__filename);

/**
 * zod takes about 60 ms to load, an eighth of a plan of 1,000 configurations, and no plan needs it: what
 * is declared and received goes through `field-decoder.ts`. So it is loaded with the first query or body to be checked.
 */
export const loadZod = (): typeof Zod => load("zod") as typeof Zod;

/** The zod schemas of the model, which load zod. */
export const loadSchema = (): typeof Schema => load("./schema") as typeof Schema;
