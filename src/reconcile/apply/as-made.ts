import type { Configuration } from "../../model/entities";
import { diff } from "../plan/diff";
import { merge } from "../plan/merge";
import type { ConfigurationBody } from "../ports";

/** It has the name that was given, and every setting that was; what else it has the service may have filled in. */
export const asMade = ({ name, settings }: Configuration, body: ConfigurationBody): boolean =>
  name === body.name && diff(settings, merge(settings, body.settings)).length === 0;
