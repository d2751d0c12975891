import { type IAspect, TerraformResource } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isObject } from "../../model/json";
import { pathText } from "../../model/problem";
import { locationOf } from "./location";
import { mistakeAt, type Problem, reportProblems } from "./problems";
import { bySlug } from "./by-slug";
import { slugsFor } from "./slugs";
import { formOf } from "./forms";
import { isToken } from "./tokens";
import { valueText } from "./settings/disagreements";

type Entry = Readonly<Record<string, unknown>>;

/** Checks what every configuration will say of some analyzers, whichever construct declares it. */
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

  /** Why what is declared of an analyzer is refused; `entry` is undefined where nothing is. */
  protected abstract refusal(entry: Entry | undefined): { readonly leaf: string; readonly why: string } | undefined;

  private problemsOf(node: TerraformResource): readonly Problem[] {
    const owner = node.node.id === "Default" && node.node.scope !== undefined ? node.node.scope : node;
    const location = locationOf(owner);
    return entriesOf(node).flatMap(({ steps, analyzers }) =>
      this.slugs.flatMap((slug): readonly Problem[] => {
        const entry = analyzers[slug];
        if (isToken(entry)) return [];
        const found = this.refusal(isObject(entry) ? entry : undefined);
        if (found === undefined) return [];
        return [
          {
            ...mistakeAt(
              pathText([...steps, "analyzers", slug, found.leaf]),
              `${found.why}, which ${this.what} refuses`,
            ),
            construct: owner.node.path,
            ...(location === undefined ? {} : { location }),
          },
        ];
      }),
    );
  }
}

const isResource = (node: IConstruct): node is TerraformResource =>
  TerraformResource.isTerraformResource(node) && /^scanform_configurations?$/.test(node.terraformResourceType);

/** The analyzers of each configuration of a resource, as they will be synthesized; of none that Terraform alone knows. */
function entriesOf(
  resource: TerraformResource,
): readonly { readonly steps: readonly string[]; readonly analyzers: Entry }[] {
  const form = formOf(resource) ?? {};
  const all = resource.terraformResourceType === "scanform_configuration" ? { "": form } : form["configurations"];
  if (!isObject(all) || isToken(all)) return [];
  return Object.entries(all).flatMap(([key, each]) => {
    const analyzers: unknown = isObject(each) && !isToken(each) ? (each["analyzers"] ?? {}) : undefined;
    if (!isObject(analyzers) || isToken(analyzers)) return [];
    return [{ steps: key === "" ? [] : ["configurations", key], analyzers: bySlug(resource, analyzers) }];
  });
}

/**
 * An aspect: no configuration may turn one of these analyzers off. One that says nothing of an analyzer is accepted, since
 * the service keeps what it has.
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
 * An aspect: every configuration must let these analyzers run and block pull requests, in so many words: `enabled` and
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
