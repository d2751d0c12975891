import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { DiagnosticCode } from "../../diagnostics/catalogue";
import { fail } from "../../diagnostics/error";
import { repositoryFields } from "../../model/entities";
import type { Fields } from "../../model/field";
import { configurationId } from "../../model/ids";
import { suggestion } from "../../model/suggest";
import { sameId } from "../../model/uuid";
import type { Session } from "../account/session";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import type { Schema } from "../schema/schema";
import { liveFields } from "../schema/lookups";
import type { ObjectValue } from "../values/value";
import { dataSource, found, textOf } from "./data-source";
import { toValues } from "./to-values";

/** One configuration or repository, by its id or its exact name. */

interface Item {
  readonly id: string;
  readonly name?: string;
}

interface Kind<T extends Item> {
  readonly schema: Schema;
  readonly fields: Fields;
  /** What it is called, for errors. */
  readonly noun: string;
  /** No item has the id or the name. */
  readonly unknown: DiagnosticCode;
  /** Several items have the name. */
  readonly ambiguous: DiagnosticCode;
  readonly byId: (session: Session, id: string) => Promise<T | undefined>;
  readonly all: (session: Session) => Promise<readonly T[]>;
}

/** Requires exactly one of the two. An unknown value may still become null. */
function checkOne({ id, name }: ObjectValue): readonly Diagnostic[] {
  if (id === null && name === null) return [error("lookup-empty", "Say its id or its exact name.")];
  if (typeof id === "string" && typeof name === "string")
    return [error("lookup-ambiguous", "Say one of them: the other is then known.", { attribute: ["name"] })];
  return [];
}

const lookup = <T extends Item>(kind: Kind<T>): DataSourceType =>
  dataSource(
    kind.schema,
    async (session, config) => {
      const item = config["id"] === null ? await named(kind, session, config) : await identified(kind, session, config);
      return found({ ...config, ...toValues(kind.fields, item) });
    },
    checkOne,
  );

async function identified<T extends Item>(
  { byId, noun, unknown }: Kind<T>,
  session: Session,
  config: ObjectValue,
): Promise<T> {
  const id = textOf(config, "id");
  const item = await byId(session, id);
  if (item !== undefined) return item;
  return fail(unknown, `The account has no ${noun} with the id ${JSON.stringify(id)}.`, { attribute: ["id"] });
}

/** @throws ScanformError at `name` unless exactly one has it */
async function named<T extends Item>(
  { all, noun, unknown, ambiguous }: Kind<T>,
  session: Session,
  config: ObjectValue,
): Promise<T> {
  const name = textOf(config, "name");
  const items = await all(session);
  const [first, ...others] = items.filter((each) => each.name === name);
  if (first === undefined) {
    const names = items.flatMap((each) => each.name ?? []);
    const detail = `The account has no ${noun} called ${JSON.stringify(name)}. ${suggestion(name, names)}`;
    return fail(unknown, detail, { attribute: ["name"] });
  }
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id }) => id).join(", ");
  const detail = `The account has ${String(others.length + 1)} called ${JSON.stringify(name)}: ${ids}. Say the id of one.`;
  return fail(ambiguous, detail, { attribute: ["name"] });
}

export const accountLookups = {
  scanform_repository: lookup({
    schema: dataSourceSchemas.scanform_repository,
    fields: repositoryFields,
    noun: "repository",
    unknown: "repository-unknown",
    ambiguous: "repository-name-ambiguous",
    byId: async ({ lists }, id) => (await lists.repositories()).find((each) => sameId(each.id, id)),
    all: ({ lists }) => lists.repositories(),
  }),
  scanform_configuration: lookup({
    schema: dataSourceSchemas.scanform_configuration,
    fields: liveFields,
    noun: "configuration",
    unknown: "configuration-not-found",
    ambiguous: "configuration-name-ambiguous",
    byId: async ({ lists }, id) => {
      const live =
        (await lists.configuration(configurationId(id))) ??
        (await lists.configurations()).find((each) => sameId(each.id, id));
      return live && { ...live, ...live.settings };
    },
    all: async ({ lists }) => (await lists.configurations()).map((each) => ({ ...each, ...each.settings })),
  }),
} as const satisfies Readonly<Record<string, DataSourceType>>;
