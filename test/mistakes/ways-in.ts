import { TerraformStack, Testing } from "cdktf";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Configuration,
  DataScanformRepository,
  Deepscan,
  FindingTriage,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { ScanformError } from "../../src/diagnostics/error";
import { phrasebook, type ProblemKind } from "../../src/diagnostics/phrasebook";
import { type DesiredInput, desiredOf } from "../../src/library/input";
import type { DesiredTriage } from "../../src/model/desired";
import { placeText } from "../../src/model/problem";
import { propertyName } from "../../src/model/field";
import { settingNames } from "../../src/model/settings";
import { triagesOf } from "../../src/reconcile/plan/triages";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import type { ObjectValue } from "../../src/terraform/value";
import { problems, read } from "../declaration/folder";
import type { Attributes, Mistake, WayIn } from "./table";

/** What a way in says of a mistake, under the names of Terraform. */
export interface Said {
  readonly code: string;
  readonly title: string;
  readonly sentence: string;
  readonly place: string;
}

/** The problems that a way in finds in a declaration. */
export const waysIn: Readonly<Record<WayIn, (mistake: Mistake) => readonly Said[]>> = {
  constructs: saidByConstructs,
  cli: saidByCli,
  provider: saidByProvider,
  library: saidByLibrary,
};

/** With the names of properties at every depth: no key of a map here has an underscore. */
export const camelCased = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [propertyName(key), camelCased(each)]));
};

const names = ["repository_ids", "repository_names", "repository_pattern", "renamed_from"];

/** `repositoryIds` to `repository_ids`. */
const snakeCased = (text: string): string =>
  text.replace(/(?<!\w)[a-z]+(?:[A-Z][a-z]+)+/g, (name) => name.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`));

/** The text without the place that it begins with, which is shown in its own way. */
function said(code: string, title: string, detail: string, place: string): Said {
  const begins = place === "" ? /^(?:It|Its argument) / : new RegExp(`^(?:It|${escaped(place)}) `);
  const words = detail.replace(begins, "");
  const plain = names
    .reduce((all, each) => all.replaceAll(propertyName(each), each), words)
    .replace(/(?<=another triage decides about\. ).*/, ""); // each way names the other triage in its own words
  return {
    code,
    title,
    sentence: plain
      .replace("Give it configuration,", "Give it configuration_id,")
      .replace(/"(\w+)"\?/g, (all) => snakeCased(all)),
    place: snakeCased(place).replace(/(rules\[\d+\])\.configuration$/, "$1.configuration_id"),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Declares a mistake with constructs. */
export function declareIn(stack: TerraformStack, { block, attributes }: Pick<Mistake, "block" | "attributes">): void {
  const props = camelCased(attributes) as never;
  if (block !== "provider") new ScanformProvider(stack, "scanform");
  const { configurationId, all, ...rule } = props as Record<string, unknown>;
  const target = configurationId === undefined ? {} : { configuration: configurationId };
  const make = {
    triages: () => (all as never[]).map((each, at) => new FindingTriage(stack, `it-${String(at)}`, each)),
    configuration: () => new Configuration(stack, "it", props),
    rule: () => new RepositoryAssignments(stack, "it", { rules: [{ ...target, ...rule } as never] }),
    rules: () => new RepositoryAssignments(stack, "it", props),
    triage: () => new FindingTriage(stack, "it", props),
    provider: () => new ScanformProvider(stack, "scanform", props),
    lookup: () => new DataScanformRepository(stack, "it", props),
    deepscan: () => new Deepscan(stack, "it", props),
  } as const;
  make[block]();
}

function saidByConstructs(mistake: Mistake): readonly Said[] {
  const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
  const file = join(folder, "problems");
  const { SCANFORM_PROBLEMS: before } = process.env;
  process.env["SCANFORM_PROBLEMS"] = file;
  try {
    const stack = new TerraformStack(Testing.app({ outdir: folder }), "acme");
    declareIn(stack, mistake);
    stack.runAllValidations();
    return (existsSync(file) ? readFileSync(file, "utf8") : "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { code: ProblemKind; key?: string; detail: string })
      .map(({ code, key = "", detail }) => said(code, phrasebook[code].title, detail, key));
  } finally {
    if (before === undefined) delete process.env["SCANFORM_PROBLEMS"];
    else process.env["SCANFORM_PROBLEMS"] = before;
    rmSync(folder, { recursive: true });
  }
}

const types = {
  configuration: "scanform_configuration",
  rule: "scanform_repository_assignments",
  rules: "scanform_repository_assignments",
  triage: "scanform_finding_triage",
  deepscan: "scanform_deepscan",
} as const;

const bodyOf = ({ block, attributes }: Mistake): Attributes =>
  block === "rule" ? { rules: [attributes] } : attributes;

/** What a plan says of triages whose findings are all known. */
const saidByPlan = (triages: readonly DesiredTriage[]): readonly Said[] => {
  const found = new Map(triages.map(({ findingId }) => [findingId.toLowerCase(), { is: "none" } as const]));
  return triagesOf(triages, { at: 0, found }).diagnostics.map(({ code, summary, detail, path = "" }) =>
    said(code, summary, detail, path),
  );
};

function saidByCli(mistake: Mistake): readonly Said[] {
  const { block, attributes } = mistake;
  if (block === "triages") {
    const all = Object.fromEntries((attributes["all"] as Attributes[]).map((each, at) => [`it-${String(at)}`, each]));
    return saidByPlan(read({ resource: { scanform_finding_triage: all } }).desired.triages ?? []);
  }
  const user = { scanform_configuration: { user: { name: "${data.scanform_repository.it.name}" } } };
  const document =
    block === "provider"
      ? { provider: { scanform: [attributes] }, resource: { scanform_configuration: { a: { name: "a" } } } }
      : block === "lookup"
        ? { data: { scanform_repository: { it: attributes } }, resource: user }
        : { resource: { [types[block]]: { it: bodyOf(mistake) } } };
  return problems(JSON.stringify(document)).map(({ code, summary, detail, path = "" }) => {
    return said(code, summary, detail, placeText(stepsOf(path).slice(3)));
  });
}

/** The steps of a JSON pointer, numbers for indexes. */
const stepsOf = (pointer: string): readonly (string | number)[] =>
  pointer
    .slice(pointer.indexOf("#") + 2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

function saidByProvider(mistake: Mistake): readonly Said[] {
  const { block } = mistake;
  if (block === "triages") return [];
  return validated(block, bodyOf(mistake)).map(({ code, summary, detail, attribute = [] }: Diagnostic) =>
    said(code, summary, detail, placeText(attribute)),
  );
}

const provider = scanformProvider({});

/** What the provider's validation finds in the body of a block. */
export function validated(block: Exclude<Mistake["block"], "triages">, body: Attributes): readonly Diagnostic[] {
  const config = JSON.parse(JSON.stringify(body)) as ObjectValue;
  if (block === "provider") return provider.validate(config);
  if (block === "lookup") return provider.dataSources["scanform_repository"]?.validate(config) ?? [];
  return provider.resources[types[block]]?.validate(config) ?? [];
}

function saidByLibrary({ block, attributes }: Mistake): readonly Said[] {
  const isSetting = (name: string): boolean => settingNames.some((each) => each === name);
  const settings = Object.fromEntries(Object.entries(attributes).filter(([name]) => isSetting(name)));
  const others = camelCased(Object.fromEntries(Object.entries(attributes).filter(([name]) => !isSetting(name))));
  const { configurationId, ...rule } = others as Record<string, unknown>;
  const target = configurationId === undefined ? {} : { configuration: { id: configurationId } };
  const inputs: Partial<Record<Mistake["block"], unknown>> = {
    configuration: { configurations: [{ ...(others as object), settings }] },
    rule: { rules: [{ ...target, ...rule }] },
    rules: others,
    triage: { triages: [others] },
    triages: { triages: (others as { all?: unknown }).all },
    provider: others,
  };
  try {
    const { triages = [] } = desiredOf(inputs[block] as DesiredInput);
    return block === "triages" ? saidByPlan(triages) : [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ code, summary, detail, path = "" }) => ({
      ...said(code, summary, detail, path),
      place: said(
        code,
        summary,
        detail,
        path.replace(/^(?:configurations|triages)\[0\]\./, "").replace(/^settings\./, ""),
      ).place,
    }));
  }
}
