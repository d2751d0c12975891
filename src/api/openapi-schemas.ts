import { z } from "zod";
import { accountFields, analyzerListingFields, customPolicyFields, repositoryFields } from "../model/observed";
import { type Field, type Fields, type FieldVisitor, visitField } from "../model/field";
import {
  combinedFindingFields,
  deepscanFindingFields,
  paginationFields,
  prFindingFields,
  scaFindingFields,
  triageFields,
} from "../model/findings";
import { accountDeepscanFields, deepscanFields, insightsFields, prScanFields, sbomFields } from "../model/scans";
import { objectSchema } from "../model/schema";
import { analyzerFields, codePolicyFields, notificationFields, settingsFields } from "../model/settings";
import { liveConfigurationFields } from "./configurations";
import { operations } from "./operations";
import type { Parameter } from "./parameter";

/** A schema in the dialect of OpenAPI 3.0. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}

type How = "answered" | "accepted";

/** The names of schemas that are shared as components. */
const names: ReadonlyMap<Fields, string> = new Map<Fields, string>([
  [accountFields, "Account"],
  [repositoryFields, "Repository"],
  [analyzerListingFields, "Analyzer"],
  [customPolicyFields, "CustomPolicy"],
  [insightsFields, "Insights"],
  [prScanFields, "PrScan"],
  [operations.getScan.answers[200], "PrScanDetail"],
  [prFindingFields, "PrFinding"],
  [combinedFindingFields, "CombinedFinding"],
  [paginationFields, "Pagination"],
  [triageFields, "Triage"],
  [deepscanFields, "Deepscan"],
  [accountDeepscanFields, "AccountDeepscan"],
  [deepscanFindingFields, "DeepscanFinding"],
  [scaFindingFields, "ScaFinding"],
  [sbomFields, "Sbom"],
  [liveConfigurationFields, "Configuration"],
  [operations.createConfiguration.body, "Configuration"],
  [settingsFields, "Settings"],
  [analyzerFields, "AnalyzerSetting"],
  [codePolicyFields, "CodePolicySetting"],
  [notificationFields, "Notifications"],
]);

/** Builds the schemas of one document and collects its components. */
export class Schemas {
  readonly #components: Record<string, Schema> = {};

  /** The components, sorted by name. */
  components(): Readonly<Record<string, Schema>> {
    return Object.fromEntries(Object.entries(this.#components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * The schema of a JSON body with these fields.
   *
   * @param how as in `objectSchema`: what the service answers, or what it accepts
   * @param oneOf the fields of which it has at least one
   */
  body(fields: Fields, how: How, oneOf: readonly string[] = []): Schema {
    const { definitions, ...schema } = jsonSchema(objectSchema(fields, how));
    const anyOf = oneOf.map((name) => ({ required: [name] }));
    return this.#object(fields, oneOf.length === 0 ? schema : { ...schema, anyOf }, how);
  }

  #object(fields: Fields, schema: Schema, how: How): Schema {
    const byWireName = new Map(Object.entries(fields).map(([name, field]) => [field.wire ?? name, field]));
    const properties = Object.entries(schema.properties ?? {}).map(([name, each]): [string, Schema] => {
      const field = byWireName.get(name);
      return [name, field === undefined ? each : this.#field(field, each, how)];
    });
    return this.#named(fields, { ...schema, properties: Object.fromEntries(properties) }, how);
  }

  #field(field: Field, schema: Schema, how: How): Schema {
    return visitField(field, this.#visitor, schema, how);
  }

  readonly #visitor: FieldVisitor<[schema: Schema, how: How], Schema> = {
    leaf: (field, schema) => (field.kind === "json" ? { description: field.description } : schema),
    set: (_field, schema) => schema,
    object: ({ fields }, schema, how) => this.#object(fields, schema, how),
    map: ({ entry }, schema, how) => ({
      ...schema,
      additionalProperties: this.#object(entry, partOf(schema, "additionalProperties"), how),
    }),
    keyed: ({ entry }, schema, how) => ({ ...schema, items: this.#object(entry, partOf(schema, "items"), how) }),
    list: ({ item }, schema, how) => ({ ...schema, items: this.#field(item, partOf(schema, "items"), how) }),
    textOrObject: (_field, schema) => eitherOrNull(schema),
  };

  /** A reference to a component, which this adds; the schema itself where it has no name. */
  #named(fields: Fields, schema: Schema, how: How): Schema {
    const known = names.get(fields);
    if (known === undefined) return schema;
    const name = how === "accepted" ? `${known}Input` : known;
    const { description, ...content } = schema;
    const before = this.#components[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(content))
      throw new Error(`two different schemas have the name ${name}`);
    this.#components[name] = content;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** The schema of a value of a query. */
export function parameterSchema(parameter: Parameter): Schema {
  const standard = "standard" in parameter ? { default: parameter.standard } : {};
  switch (parameter.kind) {
    case "integer": {
      // as in `isAllowed`
      const { least: minimum = Number.MIN_SAFE_INTEGER, most: maximum = Number.MAX_SAFE_INTEGER } = parameter;
      return { type: "integer", minimum, maximum, ...standard };
    }
    case "boolean":
      return { type: "boolean", ...standard };
    case "text": {
      const { format } = parameter;
      if (format !== "date or date-time") return { type: "string", ...(format && { format }) };
      return { anyOf: ["date", "date-time"].map((each) => ({ type: "string", format: each })) };
    }
    case "choice":
      return { type: "string", enum: parameter.values, ...standard };
    case "list":
      return { type: "array", items: { type: "string", enum: parameter.values }, minItems: 1 };
    default:
      return parameter satisfies never;
  }
}

const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io: "output",
    override: ({ jsonSchema }) => {
      // the pattern would repeat it
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  }) as Schema;

function partOf(schema: Schema, part: "items" | "additionalProperties"): Schema {
  const found = schema[part];
  if (typeof found !== "object") throw new Error(`a schema has no ${part}`);
  return found;
}

/** Makes each alternative nullable: in OpenAPI 3.0 only a schema with a type can be. */
function eitherOrNull({ nullable, anyOf = [], ...rest }: Schema): Schema {
  return { ...rest, anyOf: nullable === true ? anyOf.map((each) => ({ ...each, nullable })) : anyOf };
}
