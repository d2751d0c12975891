import type { Desired, DesiredTriage } from "../../../src/model/desired";
import { address } from "../../../src/model/ids";
import { desired } from "../account";

/** Two findings. */
export const first = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
export const second = "9b2c7e15-40da-4f63-8e1c-d7a5f2093b48";

export const decide = (findingId: string, more: Partial<DesiredTriage> = {}): DesiredTriage => ({
  address: address(`scanform_finding_triage.of_${findingId}`),
  findingId,
  category: "wont_fix",
  justification: "Only in tests.",
  ...more,
});

/** A declaration of triages only. */
export const deciding = (...triages: readonly DesiredTriage[]): Desired => ({ ...desired([]), triages });
