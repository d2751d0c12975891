import {
  Aspects,
  DefaultTokenResolver,
  type IAspect,
  StringConcat,
  TerraformResource,
  TerraformStack,
  Tokenization,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isObject } from "../../model/json";
import { pathText } from "../../model/problem";
import { DataScanformAnalyzer } from "../l1/data-scanform-analyzer";
import { formOf } from "./forms";
import { locationOf } from "./location";
import { slugsFor } from "./presets";
import { mistakeAt, placed, type Problem } from "./problems";
import { reportProblems } from "./reports";
import { valueText } from "./settings/additions";
import { isToken } from "./tokens";

/** Those of what contains stacks, which cdktf and cdktn do not run: their synthesis begins at each stack. */
const ofScope = new WeakMap<IConstruct, IAspect[]>();

/**
 * Adds an aspect to everything in a scope, an app among them: `Aspects.of(app)` of cdktf and cdktn does nothing. In an app
 * it visits each stack that has a construct of scanform, also one that is made later.
 *
 * @example addAspect(app, new NoAnalyzerOff(["secrets"]));
 */
export function addAspect(scope: IConstruct, aspect: IAspect): void {
  Aspects.of(scope).add(aspect); // everywhere, so that they can all be listed
  if (!scope.node.scopes.some((each) => TerraformStack.isStack(each)))
    ofScope.set(scope, [...(ofScope.get(scope) ?? []), aspect]);
}

/** Has the aspects of what contains a stack visit it. To be called once for each stack. */
export function runAspectsAbove(stack: TerraformStack): void {
  const visit = (node: IConstruct): void => {
    for (const scope of stack.node.scopes) for (const aspect of ofScope.get(scope) ?? []) aspect.visit(node);
  };
  Aspects.of(stack).add({ visit });
}

type Entry = Readonly<Record<string, unknown>>;

/** Checks what every configuration will declare for some analyzers, whichever construct declares it. */
abstract class AnalyzerAspect implements IAspect {
  private readonly visited = new WeakSet<IConstruct>();

  private readonly slugs: readonly string[];

  protected constructor(
    slugs: readonly string[],
    private readonly what: string,
  ) {
    this.slugs = slugsFor(what, slugs);
  }

  visit(node: IConstruct): void {
    if (!isResource(node) || !(node instanceof Construct) || this.visited.has(node)) return;
    this.visited.add(node);
    reportProblems(node, () => this.problemsOf(node));
  }

  /** Why the declaration of an analyzer is refused; `entry` is undefined where there is none. */
  protected abstract refusal(entry: Entry | undefined): { readonly leaf: string; readonly why: string } | undefined;

  private problemsOf(node: TerraformResource): readonly Problem[] {
    const owner = node.node.id === "Default" && node.node.scope !== undefined ? node.node.scope : node;
    const location = locationOf(owner);
    const analyzers = analyzersOf(node);
    if (analyzers === undefined) return [];
    return this.slugs.flatMap((slug): readonly Problem[] => {
      const entry = analyzers[slug];
      if (isToken(entry)) return [];
      const found = this.refusal(isObject(entry) ? entry : undefined);
      if (found === undefined) return [];
      const mistake = mistakeAt(pathText(["analyzers", slug, found.leaf]), `${found.why}, which ${this.what} refuses`);
      return [{ ...placed(mistake, location), construct: owner.node.path }];
    });
  }
}

const isResource = (node: IConstruct): node is TerraformResource =>
  TerraformResource.isTerraformResource(node) && node.terraformResourceType === "scanform_configuration";

/** The analyzers of a configuration by their slugs, as they will be synthesized; undefined where Terraform alone knows them. */
function analyzersOf(resource: TerraformResource): Entry | undefined {
  const form = formOf(resource) ?? {};
  const analyzers: unknown = isToken(form) ? undefined : (form["analyzers"] ?? {});
  return isObject(analyzers) && !isToken(analyzers) ? bySlug(resource, analyzers) : undefined;
}

/**
 * An aspect: no configuration may turn one of these analyzers off. One that does not declare an analyzer is
 * accepted, since the service keeps what it has.
 *
 * @example addAspect(app, new NoAnalyzerOff(["secrets"]));
 */
export class NoAnalyzerOff extends AnalyzerAspect {
  /** @param slugs of the analyzers @throws Error for anything but a list */
  constructor(slugs: readonly string[]) {
    super(slugs, "NoAnalyzerOff");
  }

  protected refusal(entry: Entry | undefined): ReturnType<AnalyzerAspect["refusal"]> {
    return entry?.["enabled"] === false ? { leaf: "enabled", why: "is false" } : undefined;
  }
}

/**
 * An aspect: every configuration must declare that these analyzers run and block pull requests: `enabled` and
 * `blocking` are true.
 *
 * @example Aspects.of(stack).add(new MustBlock(["secrets"]));
 */
export class MustBlock extends AnalyzerAspect {
  /** @param slugs of the analyzers @throws Error for anything but a list */
  constructor(slugs: readonly string[]) {
    super(slugs, "MustBlock");
  }

  protected refusal(entry: Entry | undefined): ReturnType<AnalyzerAspect["refusal"]> {
    const leaf = ["enabled", "blocking"].find((each) => entry?.[each] !== true && !isToken(entry?.[each]));
    return leaf === undefined ? undefined : { leaf, why: `is ${valueText(entry?.[leaf])}` };
  }
}

type Analyzers = Readonly<Record<string, unknown>>;

const resolver = new DefaultTokenResolver(new StringConcat());

/** The entries of a resource by the slugs of their analyzers, also where a lookup of the same stack gives the slug. */
export function bySlug(resource: TerraformResource, analyzers: Analyzers): Analyzers {
  if (!Object.keys(analyzers).some(isToken)) return analyzers;
  const lookups = TerraformStack.of(resource)
    .node.findAll()
    .filter((node) => node instanceof DataScanformAnalyzer);
  const slugs = new Map<unknown, string | undefined>(
    lookups.map(({ friendlyUniqueId: id, slugInput }) => [`\${data.scanform_analyzer.${id}.slug}`, slugInput]),
  );
  const slugOf = (key: string): string => {
    const written: unknown = Tokenization.resolve(key, { scope: resource, resolver, preparing: false });
    return slugs.get(written) ?? key;
  };
  return Object.fromEntries(Object.entries(analyzers).map(([key, entry]) => [slugOf(key), entry]));
}
