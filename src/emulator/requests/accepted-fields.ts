import { HTTPException } from "hono/http-exception";
import { type OperationId, operations } from "../../api/operations";
import type { Fields } from "../../model/field";
import { isObject } from "../../model/json";
import type { Profile } from "../profile/profile";

const { body: updateBody } = operations.updateConfiguration;
const { name } = updateBody.configuration.fields;

/** The fields of a PATCH body in which the name is optional. */
const namelessFields: Fields = {
  ...updateBody,
  configuration: {
    ...updateBody.configuration,
    fields: { ...updateBody.configuration.fields, name: { kind: "string", description: name.description } },
  },
};

/** The fields that a body may have: the operation's own, adapted to the profile's `patch_name`. */
export const acceptedFields = (id: OperationId, fields: Fields, { patch_name }: Profile): Fields =>
  id === "updateConfiguration" && patch_name === "optional" ? namelessFields : fields;

const idLists = ["configuration_ids", "repository_ids", "repositories"];

/** @throws 422 or 413 if a body lists more ids than the profile's `ids_most` */
export function checkIdLimit(body: unknown, { ids_most: most, ids_status }: Profile): void {
  if (most === 0 || !isObject(body)) return;
  for (const field of idLists) {
    const ids = body[field];
    if (Array.isArray(ids) && ids.length > most)
      throw new HTTPException(ids_status, { message: `${field}: must not be more than ${String(most)} ids` });
  }
}
