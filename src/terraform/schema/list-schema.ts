import type { Fields } from "../../model/field";
import { attributesOf } from "./fields";
import { type Attributes, attribute, computed, nested, type Schema, schema } from "./schema";

/** The schema of a data source that lists objects in one attribute. @param given its other attributes, such as filters */
export const listSchema = (name: string, description: string, fields: Fields, given: Attributes = {}): Schema =>
  schema(description, {
    ...given,
    [name]: attribute(nested("list", attributesOf(fields, computed)), computed, description),
  });
