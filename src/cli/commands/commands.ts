import { createRequire } from "node:module";
import type * as Apply from "./apply";
import type * as Drift from "./drift";
import type * as Emulator from "./emulator";
import type * as Explain from "./explain";
import type * as Completion from "./completion";
import type * as List from "./list";
import type * as Import from "./import";
import type * as Init from "./init";
import type * as Plan from "./plan";
import type * as Probe from "./probe";
import type * as Rollback from "./rollback";
import type * as Show from "./show";
import type * as Synth from "./synth";
import type * as TerraformInstall from "./terraform-install";
import type * as Types from "./types";

const load = createRequire(__filename);

/**
 * Each command, loaded when it runs. This spares `--version` 80 ms (undici and the engine), and a plan the 70 ms of
 * `apply` (zod) and the 140 ms of the emulator. `import()` would do the same, but takes 10 ms itself.
 */
export const commands = {
  apply: () => load("./apply") as typeof Apply,
  drift: () => load("./drift") as typeof Drift,
  emulator: () => load("./emulator") as typeof Emulator,
  explain: () => load("./explain") as typeof Explain,
  completion: () => load("./completion") as typeof Completion,
  list: () => load("./list") as typeof List,
  import: () => load("./import") as typeof Import,
  init: () => load("./init") as typeof Init,
  plan: () => load("./plan") as typeof Plan,
  probe: () => load("./probe") as typeof Probe,
  rollback: () => load("./rollback") as typeof Rollback,
  show: () => load("./show") as typeof Show,
  synth: () => load("./synth") as typeof Synth,
  terraformInstall: () => load("./terraform-install") as typeof TerraformInstall,
  types: () => load("./types") as typeof Types,
};
