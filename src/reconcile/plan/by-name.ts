import { compareText } from "../../model/fingerprint";
import type { Repository } from "../../model/entities";

/** The order in which repositories are written and shown, whatever the order is in which they are listed. */
export const byName = (left: Repository, right: Repository): number =>
  compareText(left.name ?? "", right.name ?? "") || compareText(left.id, right.id);
