import { phrasebook } from "../../src/diagnostics/phrasebook";
import { groupBy } from "../../src/model/group-by";
import { type Attributes, type Mistake, mistakes, right, uuid, ways } from "./table";
import { camelCased, declareIn, validated, waysIn } from "./ways-in";
import { App, TerraformStack, Testing } from "cdktf";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { snapshot } from "../../src/testing";
import { withoutDefaults } from "../constructs/synth";
import { problemsIn } from "../declaration/folder";

/** Problems of expressions, frameworks, stacks and provider blocks, which no value has by itself. */
const ofNoValue = [
  "expression-misplaced",
  "declaration-invalid",
  "framework-mismatch",
  "framework-missing",
  "stack-missing",
  "account-declared-twice",
  "provider-not-chosen",
];

test("the table has every kind of problem that a value can have", () => {
  const kinds = Object.keys(phrasebook).filter((kind) => !ofNoValue.includes(kind));
  expect([...new Set(mistakes.map(({ code }) => code))].filter((code) => code in phrasebook).sort()).toEqual(
    kinds.sort(),
  );
});

describe("the same mistake has the same code, title and sentence, at its place, in every way in", () => {
  test.each(mistakes.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}: ${each.code}`, each] as const))(
    "%s",
    (_title, mistake) => {
      const { code, place, not = [] } = mistake;
      const said = ways.filter((way) => !not.includes(way)).map((way) => ({ way, said: waysIn[way](mistake) }));
      const [first] = said[0]?.said ?? [];
      expect(said).toEqual(
        said.map(({ way }) => ({
          way,
          said: [{ code, place, title: first?.title, sentence: first?.sentence }],
        })),
      );
    },
  );
});

test.each(right.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}`, each] as const))(
  "every way in takes %s",
  (_title, { not = [], ...declared }) => {
    const said = ways
      .filter((way) => !not.includes(way))
      .map((way) => [way, waysIn[way]({ ...declared, code: "", place: "" })]);
    expect(said).toEqual(said.map(([way]) => [way, []]));
  },
);

describe("without validation", () => {
  type Document = Readonly<Record<string, unknown>>;

  const folders: string[] = [];

  afterEach(() => {
    for (const each of folders.splice(0)) rmSync(each, { recursive: true });
  });

  /** A stack that nobody validates. */
  function unvalidated(declare: (stack: TerraformStack) => void): { readonly app: App; readonly folder: string } {
    const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
    folders.push(folder);
    const app = new App({ skipValidation: true, outdir: folder });
    declare(new TerraformStack(app, "acme"));
    return { app, folder };
  }

  const synthesizedIn = (folder: string): Document =>
    JSON.parse(readFileSync(join(folder, "stacks/acme/cdk.tf.json"), "utf8")) as Document;

  const refusals = (document: Document): readonly string[] =>
    Object.keys(document).filter((key) => key.startsWith("refused by scanform: "));

  /** The body of the block of a mistake, without metadata and the default lifecycle. */
  function bodyIn(document: Document, block: Mistake["block"]): Attributes {
    const [kind, type] =
      block === "provider"
        ? ["provider", "scanform"]
        : block === "lookup"
          ? ["data", "scanform_repository"]
          : ["resource"];
    const ofKind = (document[kind] ?? {}) as Readonly<Record<string, unknown>>;
    const named = type === undefined ? Object.values(ofKind)[0] : ofKind[type];
    const [found] = Object.values(named as Readonly<Record<string, Attributes>>);
    const { "//": _comment, ...body } = found ?? {};
    return withoutDefaults(body) as Attributes;
  }

  /** What a test compares with a snapshot. */
  function snapshotOf(declare: (stack: TerraformStack) => void): string {
    const stack = new TerraformStack(Testing.app(), "stack");
    declare(stack);
    return Testing.synth(stack);
  }

  const ofConstructs = mistakes.filter(({ not = [] }) => !not.includes("constructs"));
  /** The first one of each code in each block. */
  const firsts = [...groupBy(ofConstructs, ({ block, code }) => `${block} ${code}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  const titled = firsts.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}`, each] as const);

  /** What terraform accepts in another form than it was given. */
  const rewritten = new Set(["entry-repeated", "finding-claimed-twice"]);

  describe("synthesized without validation, a mistake is refused, and stands as it was given", () => {
    test.each(titled)("%s", (_title, mistake) => {
      const { block, attributes, code, not = [] } = mistake;
      const { app, folder } = unvalidated((stack) => {
        declareIn(stack, mistake);
      });
      app.synth();
      expect(problemsIn(folder).map((each) => each.code)).toEqual([code]);
      const document = synthesizedIn(folder);
      expect(refusals(document)).toHaveLength(1);
      if (block === "triages") return;
      const body = bodyIn(document, block);
      // what terraform itself would refuse, or convert, does not come to the provider
      if (!not.includes("provider")) expect(validated(block, body)).not.toEqual([]);
      if (rewritten.has(code)) return;
      const given = block === "rule" ? { rules: [attributes] } : attributes;
      // a name that is no attribute's stays as it is
      const named = (of: unknown): unknown => (code === "attribute-unknown" ? camelCased(of) : of);
      expect(named(body)).toEqual(named(JSON.parse(JSON.stringify(given))));
    });
  });

  test.each(right.map((each) => [`${each.block} ${JSON.stringify(each.attributes)}`, each] as const))(
    "nothing refuses %s",
    (_title, declared) => {
      const { app, folder } = unvalidated((stack) => {
        declareIn(stack, declared);
      });
      app.synth();
      expect(refusals(synthesizedIn(folder))).toEqual([]);
    },
  );

  const routing = (stack: TerraformStack): void => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", {
      name: "strict",
      analyzers: { secrets: { enabled: true, blokcing: true } as never, xss: { enabled: true } },
    });
    const rules = new RepositoryAssignments(stack, "routing", {
      rules: [
        { configuration: strict, repositoryPatern: "payments-%" } as never,
        { configuration: uuid, repositoryPattern: "%" },
      ],
    });
    rules.addRule({ configuration: strict, repositoryNames: "web" as never });
  };

  test("a snapshot shows the leaf, the rule and what refuses them", () => {
    const document = JSON.parse(snapshotOf(routing)) as Document;
    expect(
      bodyIn({ resource: { of: (document["resource"] as never)["scanform_configuration"] } }, "configuration"),
    ).toEqual({
      name: "strict",
      analyzers: { secrets: { enabled: true, blokcing: true }, xss: { enabled: true } },
    });
    expect(refusals(document).map((each) => each.replace(/ \(at .*/, ""))).toEqual([
      'refused by scanform: "stack/routing": rules[0].repositoryPatern cannot be set here. Did you mean "repositoryPattern"?',
      'refused by scanform: "stack/routing": rules[2].repositoryNames is "web", and must be a list, such as ["web"].',
      'refused by scanform: "stack/strict": analyzers.secrets.blokcing cannot be set here. Did you mean "blocking"?',
    ]);
    const { scanform_repository_assignments: assignments } = document["resource"] as Readonly<Record<string, unknown>>;
    expect(assignments).toEqual({
      routing: {
        rules: [
          { configuration_id: "${scanform_configuration.strict.id}", repositoryPatern: "payments-%" },
          { configuration_id: uuid, repository_pattern: "%" },
          { configuration_id: "${scanform_configuration.strict.id}", repository_names: "web" },
        ],
      },
    });
  });

  test("HCL that is synthesized without validation refuses itself, too", () => {
    const stack = new TerraformStack(Testing.app(), "acme");
    routing(stack);
    expect(Testing.synthHcl(stack)).toContain('"refused by scanform: \\"acme/strict\\": analyzers.secrets.blokcing');
  });

  test("the testing kit refuses what an app without validation declares", () => {
    const { app } = unvalidated(routing);
    expect(() => snapshot(app)).toThrow("analyzers.secrets.blokcing cannot be set here");
  });

  test("an API key is not written, whatever it is called", () => {
    const text = snapshotOf((stack) => {
      new ScanformProvider(stack, "scanform", { apiKey: "sekrit", api_key: "sekrit" } as never);
    });
    expect(text).not.toContain("sekrit");
    expect(text).toContain("apiKey cannot be set here");
  });

  test("what cannot be written as JSON is named by its kind", () => {
    const around: Record<string, unknown> = { now: new Date(0), all: [undefined, NaN, () => 1, Symbol("s"), 7n] };
    around["around"] = around;
    const text = snapshotOf((stack) => {
      new ScanformProvider(stack, "scanform");
      new Configuration(stack, "strict", { name: "strict", comment: around as never });
    });
    const document = JSON.parse(text) as { readonly resource: { readonly scanform_configuration: unknown } };
    expect(withoutDefaults(document.resource.scanform_configuration)).toEqual({
      strict: {
        name: "strict",
        comment: {
          now: "a Date",
          all: [null, "NaN", "a function", "a symbol", "the bigint 7"],
          around: "an object",
        },
      },
    });
  });
});
