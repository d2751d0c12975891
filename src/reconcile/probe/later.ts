import { createRequire } from "node:module";
import type * as SemanticsShape from "./semantics-shape";

const load = createRequire(__filename);

/** How a semantics file is read and written; it comes with zod (see `model/later.ts`), and few have such a file. */
export const semanticsShape = (): typeof SemanticsShape => load("./semantics-shape") as typeof SemanticsShape;
