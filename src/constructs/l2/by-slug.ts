import { DefaultTokenResolver, StringConcat, type TerraformResource, TerraformStack, Tokenization } from "cdktf";
import { DataScanformAnalyzer } from "../l1/data-scanform-analyzer";
import { isToken } from "./tokens";

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
