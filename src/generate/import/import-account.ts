import type { Configuration, Observed, Repository } from "../../model/observed";
import { alikeName } from "../../model/suggest";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import { sameText } from "../../model/normal-form";
import { like } from "../../model/sql-like";
import { kebabCase, Names, wordsOf } from "../typescript/names";
import { expressible, type Refusal, type Unexpressed } from "./expressible";
import { routing, type RoutingOptions, type Rule } from "./routing/routing";
import { type Base, basesOf } from "./settings/bases";
import { type Units, unitsOf } from "./settings/units";

export interface ImportOptions extends Pick<RoutingOptions, "catchAll" | "before"> {
  /** Writes every configuration whole, without bases. */
  readonly flat?: boolean;
  /** An SQL LIKE pattern: only configurations of such a name, and their repositories. */
  readonly only?: string;
  /** The live configurations that are declared already, by id: they are left out with their repositories. */
  readonly declared?: ReadonlyMap<string, DeclaredAlready>;
  /** Ids of constructs that are taken. */
  readonly taken?: readonly string[];
  /** What the format cannot write. */
  readonly refused?: Refusal;
  /** Of configurations with one name only the oldest is written, since the Terraform provider holds no two of a name. */
  readonly oneOfAName?: boolean;
}

export interface DeclaredAlready {
  /** The declaration names its id. */
  readonly pinned: boolean;
}

export interface ImportedConfiguration {
  /** The id of the construct: unique, from the name. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  /** Another live configuration has the same name, or one that looks the same, so that the id distinguishes them. */
  readonly pinned: boolean;
  readonly units: Units;
}

export interface Imported {
  readonly configurations: readonly ImportedConfiguration[];
  /** The members are indices into `configurations`. */
  readonly bases: readonly Base[];
  readonly rules: readonly Rule[];
  /** The number of repositories that the rules give their configuration. */
  readonly repositories: number;
  readonly unexpressed: readonly Unexpressed[];
}

/** Ids that a construct cannot have: the one of the routing, and one that every object has already. */
const reservedKeys = ["routing", "constructor"];

/** What an account holds, as configurations, what they have in common, and rules. Planning it shows no change. */
export function importAccount(account: Observed, options: ImportOptions = {}): Imported {
  const { flat = false, refused = () => undefined, only, declared = new Map<string, DeclaredAlready>() } = options;
  const unexpressed: Unexpressed[] = [];
  const count = groupBy(account.configurations, ({ name }) => alikeName(name ?? ""));
  const isWanted = only === undefined ? () => true : like(only);
  const names = new Names([...reservedKeys, ...(options.taken ?? [])]);

  const repositoriesOf = groupBy(account.repositories, ({ configuration_id: holder }) => holder);

  const configurations: ImportedConfiguration[] = [];
  for (const each of account.configurations.toSorted(byCreation)) {
    const { id, name } = each;
    if (name === undefined || !isWanted(name) || declared.has(id)) {
      if (name === undefined && only === undefined && !declared.has(id))
        unexpressed.push({ what: `configuration ${id}`, reason: "it has no name" });
      continue;
    }
    const alike = count.get(alikeName(name)) ?? [];
    const isSecond = options.oneOfAName === true && configurations.some((other) => sameText(other.name, name));
    const reason =
      name.trim() === ""
        ? "its name is empty"
        : name.trim() !== name
          ? "its name has blanks around it. Rename it in the dashboard"
          : isSecond
            ? "an older configuration has its name, and the Terraform provider holds no two of a name. Rename one of them in the dashboard and import again, or import TypeScript, which distinguishes them by id"
            : (refused(name) ?? unpinned(alike, declared));
    if (reason !== undefined) {
      unexpressed.push({ what: titleOf(each), reason });
      continue;
    }
    const able = expressible(each.settings, refused);
    for (const [why, paths] of groupBy(able.unexpressed, (item) => item.reason))
      unexpressed.push({ what: `${paths.map(({ path }) => path).join(", ")} of ${titleOf(each)}`, reason: why });
    configurations.push({
      key: keyOf(name, () => commonName(repositoriesOf.get(id) ?? []), names),
      id,
      name,
      pinned: alike.length > 1,
      units: unitsOf(able.settings),
    });
  }
  configurations.sort((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));

  const position = new Map(configurations.map(({ id, key }) => [id, key]));
  const repositories = account.repositories.map(({ id, name, configuration_id: target }) => ({
    id,
    ...(name === undefined ? {} : { name }),
    ...(target !== undefined && position.has(target) ? { target } : {}),
  }));
  return {
    configurations,
    bases: flat ? [] : basesOf(configurations),
    rules: routing(repositories, {
      catchAll: options.catchAll ?? true,
      before: options.before ?? false,
      canName: (name) => refused(name, true) === undefined,
      order: (target) => position.get(target) ?? target,
    }),
    repositories: repositories.filter(({ target }) => target !== undefined).length,
    unexpressed,
  };
}

/** Two configurations with names that look the same must both be pinned. */
const unpinned = (
  alike: readonly Configuration[],
  declared: ReadonlyMap<string, DeclaredAlready>,
): string | undefined => {
  const other = alike.find(({ id }) => declared.get(id)?.pinned === false);
  if (other === undefined) return undefined;
  return `its name looks like that of ${titleOf(other)}, which is declared: pin that with importFrom(${JSON.stringify(other.id)}) first`;
};

const titleOf = ({ id, name }: Configuration): string =>
  name === undefined ? `configuration ${id}` : `configuration ${JSON.stringify(name)} (${id})`;

/** The oldest first, so that a new configuration never takes the key of another. */
const byCreation = (left: Configuration, right: Configuration): number =>
  compareText(left.created_at ?? "9", right.created_at ?? "9") || compareText(left.id, right.id);

/**
 * After the name. One without a word that an id can have is called after what the names of its repositories have in
 * common. Of two the newer has a number.
 */
function keyOf(name: string, ofRepositories: () => readonly string[], names: Names): string {
  const words = wordsOf(name);
  if (words.length > 0) return names.takeNumbered(kebabCase(words), "-");
  const common = ofRepositories();
  return names.takeNumbered(kebabCase([...(common.length === 0 ? ["other"] : common), "configuration"]), "-");
}

function commonName(repositories: readonly Repository[]): readonly string[] {
  const [first = [], ...others] = repositories.map(({ name = "" }) => wordsOf(name));
  return others.length === 0 ? [] : first.filter((word) => others.every((words) => words.includes(word)));
}
