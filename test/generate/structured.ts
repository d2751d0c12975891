import { seededRandom } from "../../src/emulator/support/deterministic";
import type { Observed } from "../../src/model/observed";
import { configurationId, repositoryId } from "../../src/model/ids";
import { uuid } from "../reconcile/arbitrary";
import { declaredBy, settingsIn } from "./run-module";
import { evaluated } from "./routing";

const slugs = (
  "sql-injection secrets xss ssrf path-traversal insecure-deserialization idor auth-bypass command-injection " +
  "dependency-confusion open-redirect csrf xxe weak-crypto race-condition log-injection ldap-injection " +
  "template-injection mass-assignment prototype-pollution"
).split(" ");

const teamNames = (
  "payments identity search catalog checkout shipping mobile data platform growth billing fraud risk ledger media chat " +
  "maps ads video audio mail calendar docs drive photos news health travel stays flights"
).split(" ");

const parts = ["api", "web", "worker", "gateway", "batch", "sdk", "infra", "model", "console", "jobs"];

export interface Shape {
  readonly bases: number;
  readonly configurations: number;
  readonly repositories: number;
  readonly seed: number;
  /** Whether the app spreads presets, or writes each analyzer out. */
  readonly presets: boolean;
}

export interface Structured {
  /** The app, as a person writes it. */
  readonly source: string;
  readonly account: Observed;
}

/** An account of bases with overrides and teams by prefix, together with an app that declares just that. */
export function structured({ bases, configurations, repositories, seed, presets }: Shape): Structured {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

  const kinds = ["strict", "advisory", "monitor"] as const;
  const plain = {
    strict: "{ enabled: true, blocking: true, silent: false }",
    advisory: "{ enabled: true, blocking: false, silent: false }",
    monitor: "{ enabled: true, silent: true, blocking: false }",
  };
  const baseSource = (at: number): string => {
    const kindOf = new Map(slugs.map((slug) => [slug, pick(kinds)]));
    const analyzers = presets
      ? kinds.map((kind) => {
          const own = slugs.filter((slug) => kindOf.get(slug) === kind).map((slug) => JSON.stringify(slug));
          return `...Presets.${kind}([${own.join(", ")}])`;
        })
      : slugs.map(
          (slug) => `${slug.includes("-") ? JSON.stringify(slug) : slug}: ${plain[kindOf.get(slug) ?? "strict"]}`,
        );
    return `const base${String(at)}: ConfigurationSettings = {
      comment: Comment.${pick(["ENABLED", "SILENT", "DISABLED"])},
      riskThreshold: ${String(below(9))},
      analyzers: { ${analyzers.join(", ")} },
    };
    const notify${String(at)} = { enabled: true, integrationNames: ["appsec-${String(at)}"] };`;
  };
  const names = Array.from({ length: configurations }, (_, at) => {
    const team = teamNames[at % teamNames.length] ?? "";
    return at < teamNames.length
      ? team
      : `${team}-${parts[Math.floor(at / teamNames.length) % parts.length] ?? ""}${at < 330 ? "" : String(at)}`;
  });
  const variable = (at: number): string => `team${String(at)}`;
  const overrides = (): string => {
    const own = slugs.filter(() => random() < 0.06);
    const lines = own.map((slug) => {
      const value = pick([
        "{ blocking: false }",
        "{ riskLevel: RiskLevel.HIGH }",
        "undefined",
        '{ excludes: ["test/**"] }',
      ]);
      return `${JSON.stringify(slug)}: ${value}`;
    });
    const threshold = random() < 0.3 ? `, riskThreshold: ${String(below(9))}` : "";
    return `${threshold}${lines.length === 0 ? "" : `, analyzers: { ${lines.join(", ")} }`}`;
  };
  const declarations = names.map((name, at) => {
    const base = String(below(bases));
    const props = `{ name: "${name}", notifications: notify${base}${overrides()} }`;
    return `const ${variable(at)} = Configuration.extend(this, "${name}", base${base}, ${props});`;
  });
  const all = Array.from({ length: repositories }, (_, at) => {
    const name = `${pick(names)}-${pick(parts)}-${String(at)}`;
    return random() < 0.05 ? `${name}-archived` : name;
  });
  const strays = all.filter(() => random() < 0.01);
  const longestFirst = names
    .map((name, at) => ({ name, at }))
    .sort((left, right) => right.name.length - left.name.length);
  const rules = [
    ...strays.map((name) => `{ configuration: ${variable(below(configurations))}, repositoryNames: ["${name}"] }`),
    `{ leave: true, repositoryPattern: "%-archived" }`,
    ...longestFirst.map(({ name, at }) => `{ configuration: ${variable(at)}, repositoryPattern: "${name}-%" }`),
  ];
  const source = `import { Construct } from "constructs";
import { Comment, Configuration, type ConfigurationSettings, Presets, RepositoryAssignments, RiskLevel } from "scanform/cdktn";
${Array.from({ length: bases }, (_, at) => baseSource(at)).join("\n")}
export class Account extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    ${declarations.join("\n    ")}
    const routing = new RepositoryAssignments(this, "routing");
    ${rules.map((rule) => `routing.addRule(${rule});`).join("\n    ")}
  }
}
`;
  return { source, account: accountOf(source, all) };
}

function accountOf(source: string, names: readonly string[]): Observed {
  const declared = declaredBy(source);
  const idOf = new Map(declared.configurations.map(({ id }, at) => [id, configurationId(uuid("a", at))]));
  const repositories = names.map((name, at) => ({
    id: repositoryId(uuid("b", at)),
    name,
    provider_repo_id: at,
    enabled: true,
  }));
  const targets = evaluated(declared.rules, repositories);
  return {
    configurations: declared.configurations.map(({ id, props }) => ({
      id: idOf.get(id) ?? configurationId(""),
      name: String(props["name"]),
      settings: settingsIn(props),
    })),
    repositories: repositories.map((each, at) => {
      const target = idOf.get(targets[at] ?? "");
      return target === undefined ? each : { ...each, configuration_id: target };
    }),
  };
}

/** The length of code: its characters that are not blank. */
export const lengthOf = (source: string): number => source.replace(/\s/g, "").length;
