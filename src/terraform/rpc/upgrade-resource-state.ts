import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { named } from "./named";
import { readState } from "./raw-state";

/** Comes for each instance, also when nothing is to be upgraded. */
export const upgradeResourceState =
  ({ resources }: Provider): Handler<"UpgradeResourceState"> =>
  ({ type_name: type, version, raw_state: raw }) =>
    orSaid(() => {
      const { schema } = named(resources, type);
      const found = readState(schema, { type, version, json: raw?.json });
      if ("said" in found) return { diagnostics: diagnosticsOf([found.said]) };
      return { upgraded_state: dynamicOf(schema, found.state) };
    });
