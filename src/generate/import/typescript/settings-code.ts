import type { CustomPolicy } from "../../../model/observed";
import { compareText } from "../../../model/fingerprint";
import { groupBy } from "../../../model/group-by";
import { settingsFields } from "../../../model/settings";
import type { Snapshot } from "../../types/snapshot";
import { camelCase, Names, wordsOf } from "../../typescript/names";
import { flat, keyText, memberKey } from "../../typescript/print";
import {
  array,
  call,
  code,
  type Expression,
  type Member,
  object,
  type Statement,
  string,
  templateLiteral,
} from "../../typescript/syntax";
import type { Imported } from "../import-account";
import { isEntry, removed, unitPath } from "../settings/units";

/** How what has a name in the account is written. */
export interface NamesCode {
  /** The id of a code policy: by a constant where the title is known. */
  readonly policy: (id: string) => Expression;
  /** The constant of an analyzer's slug, such as `Analyzers.XSS`; undefined where there is none. */
  readonly analyzer: (slug: string) => string | undefined;
}

const enums: Readonly<Record<string, string>> = { comment: "Comment", risk_level: "RiskLevel" };

const propertyOf = (field: string): string => camelCase(field.split("_"));

/** Settings, or overrides, as members of an object literal. Only this knows how a value of the model is written. */
export function settingsMembers(
  units: ReadonlyMap<string, unknown>,
  names: NamesCode,
  grouped: boolean,
): readonly Member[] {
  const members: Member[] = [];
  const analyzers: SlugCode[] = [];
  for (const [key, value] of units) {
    const [setting = "", slug] = unitPath(key);
    const comment = commentOf(value);
    if (slug !== undefined)
      analyzers.push({ ...slugKey(slug, names), ...comment, value: valueCode("analyzer", value, names) });
    else members.push({ key: propertyOf(setting), ...comment, value: valueCode(setting, value, names) });
  }
  if (analyzers.length > 0) members.push({ key: "analyzers", value: analyzersCode(analyzers, grouped) });
  return members.toSorted((left, right) => rank(left) - rank(right));
}

/** `undefined` among overrides says nothing by itself. */
const commentOf = (value: unknown): Pick<Member, "comment"> =>
  value === removed ? { comment: "removes what the base says" } : {};

const ranks = Object.keys(settingsFields).map(propertyOf);
const rank = (member: Member): number => ("key" in member ? ranks.indexOf(member.key) : -1);

function valueCode(field: string, value: unknown, names: NamesCode): Expression {
  if (value === removed) return code("undefined");
  if (Array.isArray(value)) return array(value.map((each: unknown) => valueCode(field, each, names)));
  if (isEntry(value))
    return object(
      Object.entries(value).map(([name, each]) => ({
        key: propertyOf(name),
        ...commentOf(each),
        value: name === "id" ? names.policy(String(each)) : valueCode(name, each, names),
      })),
    );
  if (typeof value !== "string") return code(String(value));
  const type = enums[field];
  return type === undefined ? string(templateLiteral(value)) : code(`${type}.${value.toUpperCase()}`);
}

/** An analyzer under its slug, or under the constant of it. */
interface SlugCode {
  readonly key: string;
  readonly computed: boolean;
  readonly comment?: string;
  readonly value: Expression;
}

function slugKey(slug: string, { analyzer }: NamesCode): Pick<SlugCode, "key" | "computed"> {
  const constant = analyzer(slug);
  return { key: constant ?? templateLiteral(slug), computed: constant !== undefined };
}

/** Analyzers with equal settings are written as one where that is shorter. */
function analyzersCode(analyzers: readonly SlugCode[], grouped: boolean): Expression {
  const together: Expression[] = [];
  const alone: Member[] = [];
  for (const [text, group] of groupBy(analyzers, ({ value }) => flat(value))) {
    const [first] = group;
    if (grouped && first !== undefined && first.comment === undefined && isShorter(group, Math.min(text.length, 9)))
      together.push(call("each", first.value, array(group.map(slugCode))));
    else alone.push(...group.map(({ computed, ...each }) => (computed ? { ...each, computed } : each)));
  }
  const [whole] = together;
  if (whole !== undefined && together.length + alone.length === 1) return whole;
  return object([...together.map((spread): Member => ({ spread })), ...alone]);
}

const slugCode = ({ key, computed }: SlugCode): Expression => (computed ? code(key) : string(key));

const isShorter = (analyzers: readonly SlugCode[], price: number): boolean =>
  analyzers.reduce((sum, each) => sum + memberKey(each).length + 2 + price, 0) >
  analyzers.reduce((sum, { key, computed }) => sum + key.length + (computed ? 1 : 3), 0) +
    price +
    "...each(,[]),".length;

export interface WrittenNames extends NamesCode {
  /** The constants of policies that no module of types has. */
  readonly statements: readonly Statement[];
}

/**
 * How policies and analyzers are written: by the constants of `types`, where `scanform types` has written them; else a
 * policy by a constant after its title, one whose title is not known as its id, and an analyzer as its slug.
 */
export function namesCode(
  { configurations }: Imported,
  policies: readonly CustomPolicy[] = [],
  types?: Snapshot,
): WrittenNames {
  const slugs = constantsOf(Object.entries(types?.analyzers ?? {}), "Analyzers");
  const typed = constantsOf(
    Object.entries(types?.policies ?? {}).map(([name, { id }]) => [name, id.toLowerCase()] as const),
    "Policies",
  );
  const used = new Set(configurations.flatMap(({ units }) => idsIn(units.get('["code_policies"]'))));
  const known = titled(policies, (id) => used.has(id) && !typed.has(id));
  const members = [...known]
    .map(([id, name]) => ({ key: name, value: string(id) }))
    .sort((left, right) => compareText(left.key, right.key));
  return {
    statements:
      members.length === 0
        ? []
        : [
            { kind: "lines", lines: ["/** Custom code policies by title. */"] },
            { kind: "const", name: "policies", value: object(members) },
            { kind: "blank" },
          ],
    policy: (id) => {
      const constant = typed.get(id.toLowerCase());
      if (constant !== undefined) return code(constant);
      const name = known.get(id.toLowerCase());
      return name === undefined ? string(id) : code(`policies.${keyText(name)}`);
    },
    analyzer: (slug) => slugs.get(slug),
  };
}

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** `Analyzers.XSS` by `xss`. A text that has to be escaped in a template cannot be written by a constant. */
const constantsOf = (
  entries: readonly (readonly [name: string, value: string])[],
  object: string,
): ReadonlyMap<string, string> =>
  new Map(
    entries
      .filter(([name, value]) => identifier.test(name) && templateLiteral(value) === value)
      .map(([name, value]) => [value, `${object}.${name}`]),
  );

function titled(policies: readonly CustomPolicy[], isUsed: (id: string) => boolean): ReadonlyMap<string, string> {
  const names = new Names();
  const known = new Map<string, string>();
  const inOrder = policies.toSorted(
    (left, right) => compareText(left.created_at ?? "9", right.created_at ?? "9") || compareText(left.id, right.id),
  );
  for (const { id, title } of inOrder) {
    const words = wordsOf(title);
    // every policy takes its name, so that one that is used for the first time later changes no other
    const name = words.length === 0 ? names.take("policy") : names.take(camelCase(words));
    if (isUsed(id.toLowerCase())) known.set(id.toLowerCase(), name);
  }
  return known;
}

const idsIn = (policies: unknown): readonly string[] =>
  Array.isArray(policies) ? policies.map(({ id }: { id: string }) => id.toLowerCase()) : [];
