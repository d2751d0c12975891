import { hasExpired as isOver } from "../../model/triage-expiry";
import { isUnknown, type ObjectValue, Unknown } from "../values/value";

/** @param now in milliseconds since 1970 */
export const hasExpired = ({ expires }: ObjectValue, now: number): boolean =>
  typeof expires === "string" && isOver(expires, now);

/** Whether the triage is to hold. @param now in milliseconds since 1970 */
export const activeAt = (triage: ObjectValue, now: number): boolean | Unknown =>
  isUnknown(triage["expires"]) ? new Unknown() : !hasExpired(triage, now);
