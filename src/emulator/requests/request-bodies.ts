import type { TriageCategory } from "../../model/findings";
import type { JsonObject } from "../../model/json";

/** Request bodies in wire format, valid by the fields of their operations. */

export interface ConfigurationBody {
  /** The name is optional in a PATCH if the profile says so. */
  readonly configuration: { readonly name?: string; readonly configuration?: JsonObject };
  readonly repositories?: readonly string[];
}

export interface BulkBody {
  readonly configuration_ids: readonly string[];
  readonly updates: JsonObject;
}

export interface AssignBody {
  readonly configuration_id: string;
  readonly repository_ids?: readonly string[];
  readonly repository_names?: readonly string[];
  readonly repository_pattern?: string;
}

export interface RequestBodies {
  readonly createConfiguration: ConfigurationBody;
  readonly replaceConfiguration: ConfigurationBody;
  readonly updateConfiguration: ConfigurationBody;
  readonly bulkUpdateConfigurations: BulkBody;
  readonly assignRepositories: AssignBody;
  readonly setTriage: { readonly triage_category: TriageCategory };
}
