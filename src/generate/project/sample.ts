import type { Analyzer, Configuration, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { Framework } from "../choices";
import type { DeclaredConstruct } from "./project-files";

/** A declaration to begin with: a configuration, and who gets it. Its texts need no escapes. */
export interface Sample {
  readonly configuration: string;
  /** Slugs; none where the account has none. */
  readonly analyzers: readonly string[];
  readonly rule: { readonly pattern: string } | { readonly name: string };
}

/** Fits the account acme of `scanform emulator`. */
export const emulatorSample: Sample = {
  configuration: "strict",
  analyzers: ["sql-injection", "secrets"],
  rule: { pattern: "payments-%" },
};

const prefix = "payments-";

const isPlain = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9][\w./ -]*$/.test(text);

/**
 * A sample that can be planned for an account without an error or a warning: with a new configuration, analyzers that the
 * account has, and repositories that are there.
 */
export function sampleFor(account: {
  readonly analyzers: readonly Analyzer[];
  readonly configurations: readonly Configuration[];
  readonly repositories: readonly Repository[];
}): Sample {
  const slugs = account.analyzers.flatMap(({ slug }) => (isPlain(slug) ? [slug] : [])).sort();
  const wanted = emulatorSample.analyzers.filter((slug) => slugs.includes(slug));
  const analyzers = [...wanted, ...slugs.filter((slug) => !wanted.includes(slug))].slice(0, 2);
  const configuration = freeName(account.configurations.map(({ name }) => name ?? ""));
  const byName = groupBy(account.repositories, ({ name }) => name ?? "");
  const names = [...byName].flatMap(([name, { length }]) => (isPlain(name) && length === 1 ? [name] : [])).sort();
  const repository = names.find((name) => name.startsWith(prefix)) ?? names[0];
  if (repository === undefined) return { analyzers, configuration, rule: emulatorSample.rule };
  const rule = repository.startsWith(prefix) ? emulatorSample.rule : { name: repository };
  return { analyzers, configuration, rule };
}

/** A name that no configuration has: one that is there would be taken over. */
function freeName(taken: readonly string[]): string {
  const isFree = (name: string) => !taken.some((each) => each.toLowerCase() === name);
  let name = emulatorSample.configuration;
  for (let number = 1; !isFree(name); number += 1) name = `strict-${String(number)}`;
  return name;
}

export const sampleConstruct: DeclaredConstruct = {
  fileName: "settings.ts",
  className: "ScanSettings",
  id: "settings",
};

/** A key of an object that need not be quoted. */
const isIdentifier = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** `settings.ts` */
export function sampleModule(framework: Framework, { configuration, analyzers, rule }: Sample): string {
  const keys = analyzers.map((slug) => (isIdentifier(slug) ? slug : `"${slug}"`));
  const entries = keys.map((key) => `        ${key}: { enabled: true, blocking: true },\n`).join("");
  const settings = entries === "" ? "" : `      analyzers: {\n${entries}      },\n`;
  const selected = "pattern" in rule ? `repositoryPattern: "${rule.pattern}"` : `repositoryNames: ["${rule.name}"]`;
  return `import { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments } from "scanform/${framework}";

/** How the repositories of the account are scanned. What is not declared stays as it is in the service. */
export class ${sampleConstruct.className} extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    const strict = new Configuration(this, "strict", {
      name: "${configuration}",
      comment: Comment.ENABLED,
${settings}    });

    // The first rule that matches a repository decides, for repositories created later too.
    const routing = new RepositoryAssignments(this, "routing");
    routing.addRule({ configuration: strict, ${selected} });
  }
}
`;
}
