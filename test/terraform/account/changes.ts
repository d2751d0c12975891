import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { Change } from "../../../src/terraform/account/requested-change";

/** What resources ask of a batch. A configuration has its name as its id. */
export const configuration = (name: string, settings: Settings, more: object = {}): Change => ({
  kind: "configuration",
  declared: { name, settings, ...more },
});
export const update = (name: string, settings: Settings, more: object = {}): Change =>
  configuration(name, settings, { id: configurationId(name), ...more });
export const deletion = (id: string): Change => ({ kind: "deletion", id: configurationId(id) });
