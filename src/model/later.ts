import { createRequire } from "node:module";
import type * as Zod from "zod";
import type * as Schema from "./schema";

const load = createRequire(__filename);

/**
 * zod takes longer to load than a plan of a small account takes altogether. What `taken` lets
 * through needs none of it, so it is loaded with the first value that must be looked at closely.
 */
export const zod = (): typeof Zod => load("zod") as typeof Zod;

/** The schemas of the model, which come with zod. */
export const schemas = (): typeof Schema => load("./schema") as typeof Schema;
