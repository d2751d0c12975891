import { type Operation, timeoutsField } from "../../model/declared-fields";
import { attributeOf } from "./fields";
import { type Attribute, optional } from "./schema";

/** The attribute `timeouts` of a resource that has these operations. */
export const timeouts = (...operations: readonly Operation[]): Attribute =>
  attributeOf(timeoutsField(...operations), optional);
