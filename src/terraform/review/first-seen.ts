import type { Configuration, Repository } from "../../model/entities";
import type { Session } from "../account/session";

/** The configurations as they were before this process changed any. */
export const firstConfigurations = async ({ lists, ledger }: Session): Promise<readonly Configuration[]> =>
  ledger.originals.configurations(await lists.configurations());

/** The repositories as they were before this process moved any. */
export const firstRepositories = async ({ lists, ledger }: Session): Promise<readonly Repository[]> =>
  ledger.originals.repositories(await lists.repositories());
