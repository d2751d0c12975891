import type { Fields } from "../../model/field";
import { attributesOf } from "./fields";
import { type Attributes, attribute, computed, nested, type Schema, schema } from "./schema";

/** A data source that lists what there is of one kind, in one attribute. @param given what the user may say beside */
export const listSchema = (name: string, description: string, fields: Fields, given: Attributes = {}): Schema =>
  schema(description, {
    ...given,
    [name]: attribute(nested("list", attributesOf(fields, computed)), computed, description),
  });
