import { camelCase, wordsOf } from "../../typescript/words";
import { array, call, code, type Expression, type Member, object, string } from "../../typescript/syntax";
import { templateLiteral } from "../../typescript/literal";
import { groupBy } from "../../../model/group-by";
import { flat, memberKey } from "../../typescript/print";
import { removed } from "../settings/overrides";
import { isEntry, unitPath } from "../settings/unit";

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
    if (slug !== undefined) analyzers.push({ ...slugKey(slug, names), value: valueCode("analyzer", value, names) });
    else members.push({ key: propertyOf(setting), value: valueCode(setting, value, names) });
  }
  if (analyzers.length > 0) members.push({ key: "analyzers", value: analyzersCode(analyzers, grouped) });
  return members.toSorted((left, right) => rank(left) - rank(right));
}

const ranks = ["comment", "showScanConfirmation", "riskThreshold", "analyzers", "codePolicies", "notifications"];
const rank = (member: Member): number => ("key" in member ? ranks.indexOf(member.key) : -1);

function valueCode(field: string, value: unknown, names: NamesCode): Expression {
  if (value === removed) return code("undefined");
  if (Array.isArray(value)) return array(value.map((each: unknown) => valueCode(field, each, names)));
  if (isEntry(value))
    return object(
      Object.entries(value).map(([name, each]) => ({
        key: propertyOf(name),
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
  readonly value: Expression;
}

function slugKey(slug: string, { analyzer }: NamesCode): Pick<SlugCode, "key" | "computed"> {
  const constant = analyzer(slug);
  return { key: constant ?? templateLiteral(slug), computed: constant !== undefined };
}

/** Analyzers with equal settings are written as one where that is shorter. */
function analyzersCode(analyzers: readonly SlugCode[], grouped: boolean): Expression {
  const together: Member[] = [];
  const alone: Member[] = [];
  for (const [text, group] of groupBy(analyzers, ({ value }) => flat(value))) {
    const [first] = group;
    if (grouped && first !== undefined && isShorter(group, Math.min(text.length, 9)))
      together.push({ spread: call("each", first.value, array(group.map(slugCode))) });
    else alone.push(...group.map(({ computed, ...each }) => (computed ? { ...each, computed } : each)));
  }
  return object([...together, ...alone]);
}

const slugCode = ({ key, computed }: SlugCode): Expression => (computed ? code(key) : string(key));

const isShorter = (analyzers: readonly SlugCode[], price: number): boolean =>
  analyzers.reduce((sum, each) => sum + memberKey(each).length + 2 + price, 0) >
  analyzers.reduce((sum, { key, computed }) => sum + key.length + (computed ? 1 : 3), 0) +
    price +
    "...each(,[]),".length;

/** A name for a constant with this value, from what it says. */
export function constantName(key: string, value: Expression): string {
  const words =
    value.kind === "object" ? entryWords(value.members) : value.kind === "array" ? listWords(key, value.items) : [];
  return camelCase(words.length === 0 ? ["shared", ...wordsOf(key)] : words);
}

function entryWords(members: readonly Member[]): readonly string[] {
  const leaves = new Map(members.flatMap((each) => ("key" in each ? [[each.key, each.value] as const] : [])));
  const says = (key: string): string | undefined => {
    const value = leaves.get(key);
    return value?.kind === "code" ? value.code : undefined;
  };
  if (leaves.has("integrationNames")) return ["notify", ...listWords("", itemsOf(leaves.get("integrationNames")))];
  if (!["enabled", "blocking", "silent", "riskLevel"].some((key) => leaves.has(key))) return [];
  const mode =
    says("enabled") === "false"
      ? "off"
      : says("silent") === "true"
        ? "silent"
        : says("blocking") === "true"
          ? "blocking"
          : "advisory";
  const level = says("riskLevel")?.split(".").at(1)?.toLowerCase();
  return [
    mode,
    ...(level === undefined ? [] : [level]),
    ...(leaves.has("excludes") ? ["except", ...firstWord(itemsOf(leaves.get("excludes")))] : []),
  ];
}

const itemsOf = (value: Expression | undefined): readonly Expression[] => (value?.kind === "array" ? value.items : []);

const firstWord = (items: readonly Expression[]): readonly string[] =>
  items.flatMap((item) => (item.kind === "string" ? wordsOf(item.text).slice(0, 1) : [])).slice(0, 1);

function listWords(key: string, items: readonly Expression[]): readonly string[] {
  const [first] = items;
  if (first?.kind !== "string") return [];
  const end = key === "excludes" || key === "includes" ? ["files"] : key === "" ? [] : ["list"];
  return [...wordsOf(first.text).slice(0, 3), ...end];
}
