import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import { named } from "./named";

export const validateResourceConfig =
  ({ resources }: Provider): Handler<"ValidateResourceConfig"> =>
  ({ type_name: name, config }) =>
    orSaid(() => {
      const type = named(resources, name);
      return { diagnostics: diagnosticsOf(type.validate(presentObjectOf(type.schema, config))) };
    });
