import { createRequire } from "node:module";
import type * as Refresh from "../reconcile/refresh/refresh";
import type * as Print from "./print";

const load = createRequire(__filename);

/** What is not needed before the service has answered: it is loaded while the service works. */
export const later = {
  refresh: () => load("../reconcile/refresh/refresh") as typeof Refresh,
  print: () => load("./print") as typeof Print,
};
