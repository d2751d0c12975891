import { configurationFields } from "../model/observed";
import type { Fields } from "../model/field";
import { settingsFields } from "../model/settings";
import { dataOf, listOf, type Operation } from "./operation";

const configurations = "/v1/accounts/{account_id}/configurations";

const uuid = { kind: "string", format: "uuid" } as const;
const ids = (description: string) => ({ kind: "list", item: { ...uuid, description: "An id." }, description }) as const;

const settings = { kind: "object", fields: settingsFields, lenient: true, description: "The settings." } as const;

/** Specification, *Configuration*, under the service's names. */
export const liveConfigurationFields = { ...configurationFields, configuration: settings } as const satisfies Fields;

const body = {
  configuration: {
    kind: "object",
    required: true,
    fields: { name: { kind: "string", required: true, description: "The name." }, configuration: settings },
    description: "The name and the settings.",
  },
  repositories: ids("Repositories to assign the configuration to."),
} as const satisfies Fields;

const counted = (description: string) => ({ kind: "integer", required: true, description }) as const;
const errors = {
  kind: "list",
  item: { kind: "json", description: "Not shown in the specification." },
  description: "What went wrong, as JSON of a shape that is not shown.",
} as const;

/** Specification, *Endpoints > Configurations*. */
export const configurationOperations = {
  listConfigurations: {
    kind: "configurations",
    method: "GET",
    path: configurations,
    summary: "Lists the configurations of the account.",
    answers: { 200: listOf(liveConfigurationFields) },
  },
  createConfiguration: {
    kind: "configurations",
    method: "POST",
    path: configurations,
    summary: "Creates a configuration.",
    body,
    answers: { 201: dataOf(liveConfigurationFields) },
  },
  bulkUpdateConfigurations: {
    kind: "configurations",
    method: "POST",
    path: `${configurations}/bulk_update`,
    summary: "Applies the same settings to several configurations.",
    body: {
      configuration_ids: { ...ids("The configurations."), required: true },
      updates: { ...settings, required: true },
    },
    answers: {
      200: {
        updated_count: counted("How many were updated."),
        total_count: counted("How many were asked for."),
        errors,
      },
    },
    repeatable: true,
  },
  assignRepositories: {
    kind: "configurations",
    method: "POST",
    path: `${configurations}/assign_repositories`,
    summary: "Gives a configuration to the repositories that any of the three selects.",
    body: {
      configuration_id: { ...uuid, required: true, description: "The configuration." },
      repository_ids: ids("Repositories by id."),
      repository_names: {
        kind: "list",
        item: { kind: "string", description: "A name." },
        description: "Repositories by exact name.",
      },
      repository_pattern: { kind: "string", description: "Repositories by an SQL LIKE pattern of the name." },
    },
    oneOf: ["repository_ids", "repository_names", "repository_pattern"],
    answers: {
      200: {
        configuration_id: { ...uuid, required: true, description: "The configuration." },
        configuration_name: { kind: "string", description: "Its name." },
        assigned_count: counted("How many were assigned."),
        total_matched: counted("How many were selected."),
        errors,
      },
    },
    repeatable: true,
  },
  getConfiguration: {
    kind: "configurations",
    method: "GET",
    path: `${configurations}/{id}`,
    summary: "Gives a configuration.",
    answers: { 200: dataOf(liveConfigurationFields) },
  },
  replaceConfiguration: {
    kind: "configurations",
    method: "PUT",
    path: `${configurations}/{id}`,
    summary: "Replaces a configuration.",
    body,
    answers: { 200: dataOf(liveConfigurationFields) },
    repeatable: true,
  },
  updateConfiguration: {
    kind: "configurations",
    method: "PATCH",
    path: `${configurations}/{id}`,
    summary: "Updates the fields of a configuration that are given.",
    body,
    answers: { 200: dataOf(liveConfigurationFields) },
    repeatable: true,
  },
  deleteConfiguration: {
    kind: "configurations",
    method: "DELETE",
    path: `${configurations}/{id}`,
    summary: "Deletes a configuration for good. The status is 204 in two descriptions and 200 in another.",
    answers: { 200: "not shown", 204: "no body" },
    refusable: true,
    repeatable: true,
  },
} as const satisfies Readonly<Record<string, Operation>>;
