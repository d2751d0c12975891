import { createRequire } from "node:module";
import type * as Shapes from "./shapes";

const load = createRequire(__filename);

/** The shapes with the words for what is wrong; they come with zod (see `model/later.ts`). */
export const shapes = (): typeof Shapes => load("./shapes") as typeof Shapes;
