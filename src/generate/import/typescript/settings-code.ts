import { camelCase } from "../../typescript/words";
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
  const together: Expression[] = [];
  const alone: Member[] = [];
  for (const [text, group] of groupBy(analyzers, ({ value }) => flat(value))) {
    const [first] = group;
    if (grouped && first !== undefined && isShorter(group, Math.min(text.length, 9)))
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
