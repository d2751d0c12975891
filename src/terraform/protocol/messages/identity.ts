import { repeated, sub } from "../field";
import { entries, message } from "../message";
import { bool, bytes, int64, text } from "../scalar";
import { diagnostic, dynamicValue, rawState } from "./common";

/** What identifies a resource for good, apart from its state; asked by terraform from 1.12 on. */

/** `type` is JSON. */
const identityAttribute = message({
  name: text(1),
  type: bytes(2),
  required_for_import: bool(3),
  optional_for_import: bool(4),
  description: text(5),
});

const identitySchema = message({ version: int64(1), identity_attributes: repeated(2, identityAttribute) });

export const identityData = message({ identity_data: sub(1, dynamicValue) });

export const getResourceIdentitySchemas = {
  request: message({}),
  response: message({ identity_schemas: entries(1, identitySchema), diagnostics: repeated(2, diagnostic) }),
};

export const upgradeResourceIdentity = {
  request: message({ type_name: text(1), version: int64(2), raw_identity: sub(3, rawState) }),
  response: message({ upgraded_identity: sub(1, identityData), diagnostics: repeated(2, diagnostic) }),
};
