import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Severity } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import { type Env, notFound, orNotFound } from "../http/read-request";
import type { EmulatorContext } from "../state/context";
import { bySeverity, isListedSeverity, severityRank } from "./assumptions";
import type { SeedComponent, SeedDeepscan, SeedScaFinding } from "./scan-seed";
import { isCompleted } from "./scan-store";

/** The components of a deepscan by package URL: the given ones and the vulnerable ones. */
export function componentsOf(deepscan: SeedDeepscan): ReadonlyMap<string, SeedComponent> {
  const vulnerable = (deepscan.sca_results ?? []).map(componentOf);
  const all = [...vulnerable, ...(deepscan.components ?? [])];
  return new Map(all.map((component) => [packageUrl(component), component]));
}

/** Counts vulnerable components by the highest severity of each. */
export function countVulnerableComponents(deepscan: SeedDeepscan): Readonly<Record<Severity | "total", number>> {
  const byComponent = groupBy(deepscan.sca_results ?? [], (finding) => packageUrl(componentOf(finding)));
  const worst = [...byComponent.values()].map((found) =>
    Math.max(...found.map(({ severity }) => severityRank(severity))),
  );
  const ofRank = (severity: Severity) => worst.filter((rank) => rank === severityRank(severity)).length;
  return { ...bySeverity(ofRank), total: worst.length };
}

/** The SBOM of a completed deepscan in CycloneDX 1.6; deterministic. */
function createSbom(deepscan: SeedDeepscan, repositoryName: string): object {
  const components = [...componentsOf(deepscan)];
  const root = `repository:${deepscan.repository_id}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${deepscan.id.toLowerCase()}`,
    version: deepscan.retry_count + 1,
    metadata: {
      timestamp: new Date(deepscan.completed_at ?? deepscan.created_at).toISOString(),
      component: { type: "application", "bom-ref": root, name: repositoryName },
    },
    components: components.map(([purl, { name, version, license }]) => ({
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    })),
    dependencies: [{ ref: root, dependsOn: components.map(([purl]) => purl) }],
    vulnerabilities: (deepscan.sca_results ?? []).map(vulnerabilityOf),
  };
}

const componentOf = (finding: SeedScaFinding): SeedComponent => ({
  name: finding.package_name,
  version: finding.package_version,
  ecosystem: finding.package_ecosystem,
});

function vulnerabilityOf(finding: SeedScaFinding): object {
  const { id, title, severity, cve_id: cve, cvss_score: score, cvss_vector: vector, remediation } = finding;
  return {
    "bom-ref": `finding:${id}`,
    id: cve ?? title,
    ratings: [
      {
        severity: isListedSeverity(severity) ? severity : "unknown",
        ...(typeof score === "number" ? { score } : {}),
        ...(typeof vector === "string" ? { vector } : {}),
      },
    ],
    description: finding.description ?? title,
    ...(typeof remediation === "string" ? { recommendation: remediation } : {}),
    affects: [{ ref: packageUrl(componentOf(finding)) }],
  };
}

/** The package URL types by lower-case ecosystem name. */
const types: ReadonlyMap<string, string> = new Map([
  ["npm", "npm"],
  ["pypi", "pypi"],
  ["maven", "maven"],
  ["rubygems", "gem"],
  ["go", "golang"],
  ["golang", "golang"],
  ["crates.io", "cargo"],
  ["cargo", "cargo"],
  ["nuget", "nuget"],
  ["packagist", "composer"],
  ["composer", "composer"],
]);

/** The package URL of a component, such as `pkg:npm/%40types/node@20.11.5`. */
function packageUrl({ name, version, ecosystem }: Pick<SeedComponent, "name" | "version" | "ecosystem">): string {
  const type = types.get(ecosystem.toLowerCase()) ?? "generic";
  const path = (type === "maven" ? name.replace(":", "/") : name).split("/").filter((part) => part !== "");
  return `pkg:${type}/${path.map(encode).join("/")}@${encode(version)}`;
}

/** Percent-encodes a text, with lone surrogates replaced since they have no encoding. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}"));

/** Known to this process only, so that tokens cannot be forged. */
const secret = randomBytes(32);

/** The content of a download token. */
export interface SbomDownload {
  readonly accountId: string;
  readonly deepscanId: string;
  /** The time of expiry, in milliseconds since 1970. */
  readonly expires: number;
}

/** Creates the last path segment of a link: a signed token that contains its data, so that no state is needed. */
export function createDownloadToken({ accountId, deepscanId, expires }: SbomDownload): string {
  const content = Buffer.from(JSON.stringify([accountId, deepscanId, expires])).toString("base64url");
  return `${content}.${signatureOf(content).toString("base64url")}`;
}

/** Verifies and decodes a token; undefined if its signature is invalid. */
function readDownloadToken(token: string): SbomDownload | undefined {
  const [content = "", signature = "", ...more] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(content);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [accountId, deepscanId, expires] = JSON.parse(Buffer.from(content, "base64url").toString()) as [
    string,
    string,
    number,
  ];
  return { accountId, deepscanId, expires };
}

const signatureOf = (content: string): Buffer => createHmac("sha256", secret).update(content).digest();

/** The target of `download_url`: specification, *SBOM metadata*. Requires no API key, since the link is signed. */
export function downloadRoutes({ store, clock }: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/sboms/:token", (c) => {
    const link = orNotFound(readDownloadToken(c.req.param("token")));
    const account = orNotFound(store.find(link.accountId));
    const deepscan = orNotFound(account.scanRecords.deepscan(link.deepscanId));
    if (!isCompleted(deepscan)) throw notFound();
    // object stores respond to expired signed links in this way
    if (clock.now().getTime() > link.expires)
      throw new HTTPException(403, { message: "the download link has expired: ask for another one" });
    const name = account.repository(deepscan.repository_id)?.name ?? deepscan.repository_id;
    return c.body(JSON.stringify(createSbom(deepscan, name)), 200, {
      "Content-Type": "application/vnd.cyclonedx+json; version=1.6",
      "Content-Disposition": `attachment; filename="${deepscan.id}.cdx.json"`,
    });
  });
  return app;
}
