import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import fc from "fast-check";
import { account, api, type Desk, desk, runOf, webId } from "./desk";

interface Metadata {
  readonly deepscan_id: string;
  readonly component_count: number;
  readonly vulnerability_summary: Readonly<Record<string, number>>;
  readonly download_url: string;
  readonly download_url_expires_at: string;
}

const latest = async ({ get }: Desk): Promise<Metadata> =>
  (await get<{ data: Metadata }>(`${api}/deepscans/sbom`)).data;

/** A completed deepscan of api. */
async function ran({ send, control }: Desk, body?: object): Promise<string> {
  const { body: answer } = await send("POST", `${account}${api}/deepscans`);
  const { id } = (answer as { data: { id: string } }).data;
  expect((await control(runOf(id), body)).status).toBe(200);
  return id;
}

/** Made once, since it compiles the schema. */
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

/** The errors of a document by the public schema, or null. */
const complaints = (text: string) => validator.validate(text);

interface Sbom {
  readonly components: readonly { readonly purl: string }[];
  readonly vulnerabilities: readonly { readonly affects: readonly { readonly ref: string }[] }[];
}

test("serves a document at the link that is valid by the public schema, without a key", async () => {
  const running = await desk();
  const id = await ran(running);
  const metadata = await latest(running);
  expect(metadata).toMatchObject({ deepscan_id: id, format: "CycloneDX", branch: null });
  expect(metadata.download_url.startsWith(`${running.url}/downloads/`)).toBe(true);
  const answer = await fetch(metadata.download_url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("application/vnd.cyclonedx+json");
  const text = await answer.text();
  expect(await complaints(text)).toBeNull();
  const { components, vulnerabilities } = JSON.parse(text) as Sbom;
  expect(components).toHaveLength(metadata.component_count);
  const purls = new Set(components.map(({ purl }) => purl));
  expect(purls.size).toBe(components.length);
  expect(vulnerabilities.flatMap(({ affects }) => affects).every(({ ref }) => purls.has(ref))).toBe(true);
  expect([...purls]).toContain("pkg:npm/%40types/node@20.11.5");
  expect([...purls]).toContain("pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1");
});

test("keeps the license of a component that is vulnerable", async () => {
  const running = await desk();
  const sca = { title: "Hole", severity: "high", package_name: "left", package_version: "1.0.0" };
  await ran(running, {
    results: [],
    sca_results: [{ ...sca, package_ecosystem: "npm" }],
    components: [{ name: "left", version: "1.0.0", ecosystem: "npm", license: "MIT" }],
  });
  const { components } = (await (await fetch((await latest(running)).download_url)).json()) as Sbom;
  expect(components).toMatchObject([{ purl: "pkg:npm/left@1.0.0", licenses: [{ expression: "MIT" }] }]);
});

test("the validator of these tests rejects an invalid SBOM", async () => {
  expect(await complaints('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"x"}]}')).not.toBeNull();
});

test("produces a valid document with each package once for any packages", async () => {
  const running = await desk();
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("@a/b", "g:a", "\ud800", "日本", "a b", "/", "\u0000"),
  );
  const ecosystem = fc.constantFrom("npm", "PyPI", "Maven", "Go", "unheard of");
  const component = fc.record({ name: text, version: text, ecosystem });
  const vulnerable = fc.record({
    title: text,
    severity: fc.constantFrom("critical", "low", "unheard"),
    package_name: text,
    package_version: text,
    package_ecosystem: ecosystem,
    cvss_score: fc.constantFrom(null, 9.8),
    cvss_vector: fc.constantFrom(null, "CVSS:3.1/AV:N"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(component, { maxLength: 4 }),
      fc.array(vulnerable, { maxLength: 4 }),
      async (components, found) => {
        await ran(running, { components: [...components, ...components], sca_results: found });
        const metadata = await latest(running);
        const document = await (await fetch(metadata.download_url)).text();
        expect(await complaints(document)).toBeNull();
        expect((JSON.parse(document) as Sbom).components).toHaveLength(metadata.component_count);
        expect(metadata.component_count).toBeLessThanOrEqual(components.length + found.length);
      },
    ),
    { numRuns: 5 },
  );
});

test("counts each vulnerable component once, by its highest severity", async () => {
  const running = await desk();
  const sca = (package_name: string, severity: string, title: string) => ({
    title,
    severity,
    package_name,
    package_version: "1",
    package_ecosystem: "npm",
  });
  const sca_results = [
    sca("a", "low", "A"),
    sca("a", "critical", "B"),
    sca("b", "medium", "A"),
    sca("c", "unheard", "A"),
  ];
  await ran(running, { sca_results, components: [{ name: "d", version: "1", ecosystem: "npm" }] });
  expect(await latest(running)).toMatchObject({
    component_count: 4,
    vulnerability_summary: { critical: 1, high: 0, medium: 1, low: 0, total: 3 },
  });
});

test("rejects a link with any character changed", async () => {
  const running = await desk();
  await ran(running);
  const { download_url: link } = await latest(running);
  const start = link.lastIndexOf("/") + 1;
  const forged = [start, start + 20, link.length - 5].map(
    (at) => link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1),
  );
  for (const url of [...forged, `${link}.x`, link.slice(0, start) + "x", link.slice(0, start) + "x."])
    expect((await fetch(url)).status).toBe(404);
});

test("returns the SBOM of the last completed deepscan on any branch as the latest", async () => {
  const running = await desk();
  expect((await running.send("GET", `${account}${api}/deepscans/sbom`)).status).toBe(404);
  await ran(running);
  await running.advance(1);
  const second = await ran(running, { branch: "next" });
  await running.send("POST", `${account}${api}/deepscans`);
  expect((await latest(running)).deepscan_id).toBe(second);
  expect((await running.send("GET", `${account}/repositories/${webId}/deepscans/sbom`)).status).toBe(404);
});
