import type { AttributeType } from "../schema/form";

/** A type as the protocol writes it: JSON, such as `["list","string"]`. */
export const typeBytes = (type: AttributeType): Uint8Array => Buffer.from(JSON.stringify(type));
