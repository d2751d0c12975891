import type { Handler } from "../protocol/service";

/** No resource has an identity apart from its id. */
export const getResourceIdentitySchemas = (): Handler<"GetResourceIdentitySchemas"> => () => Promise.resolve({});
