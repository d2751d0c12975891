import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { typeBytes } from "./schema-message";

/** Terraform asks for them from version 1.12 on. */
export const getResourceIdentitySchemas =
  ({ identities }: Provider): Handler<"GetResourceIdentitySchemas"> =>
  () =>
    Promise.resolve({
      identity_schemas: Object.fromEntries(
        Object.entries(identities).map(([type, { schema }]) => [
          type,
          {
            version: schema.version,
            identity_attributes: Object.entries(schema.block.attributes).map(([name, each]) => ({
              name,
              type: typeBytes("string"),
              required_for_import: "required" in each,
              optional_for_import: "optional" in each,
              description: each.description,
            })),
          },
        ]),
      ),
    });
