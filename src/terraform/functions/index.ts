import type { ProviderFunction } from "./function";
import { likeFunction, likeLiteral, namesLike } from "./like";

/** Each function by its name, as in `provider::scanform::like(…)`. */
export const functions: Readonly<Record<string, ProviderFunction>> = {
  like: likeFunction,
  names_like: namesLike,
  like_literal: likeLiteral,
};
