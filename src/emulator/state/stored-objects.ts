import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { SeedRepository } from "../seed/seed-schema";
import type { WireSettings } from "./write-semantics";

/** A configuration as the service returns it: specification, *Configuration*. */
export interface StoredConfiguration {
  readonly id: ConfigurationId;
  readonly name: string | null;
  readonly configuration: WireSettings;
  readonly created_at: string | null;
}

/** A repository as the service returns it: specification, *Repository*. */
export type StoredRepository = Omit<SeedRepository, "id" | "configuration_id"> & {
  readonly id: RepositoryId;
  readonly configuration_id: ConfigurationId | null;
};
