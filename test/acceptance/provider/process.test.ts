import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { makeIdentity, pem } from "../../../src/terraform/process/certificate";
import type { Ran } from "../../support/desk";
import { afterTest } from "../../support/listening";
import { ended, repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { clientOf, type TestClient } from "../../terraform/process/client";

const folder = temporaryFolder();
const bundle = join(folder, "provider.js");

beforeAll(() => {
  const esbuild = join(repositoryRoot, "node_modules/.bin/esbuild");
  const options = ["--bundle", "--platform=node", "--target=node20", "--log-level=error", `--outfile=${bundle}`];
  execFileSync(esbuild, [join(__dirname, "provider.ts"), ...options]);
});

const terraform = makeIdentity(new Date());
const environment = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "5,6",
  PLUGIN_CLIENT_CERT: pem("CERTIFICATE", terraform.certificate).toString(),
};

interface Started {
  readonly child: ChildProcess;
  /** The first line on stdout; empty when there is none. */
  readonly line: Promise<string>;
  readonly done: Promise<Ran>;
}

/** @param temporary the folder for its socket */
function start(temporary = folder): Started {
  const child = spawn(process.execPath, [bundle], {
    env: { PATH: process.env["PATH"], TMPDIR: temporary, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterTest(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout);
  const line = Promise.race([
    once(lines, "line").then(([text]: string[]) => text ?? ""),
    once(lines, "close").then(() => ""),
  ]);
  return { child, line, done: ended(child) };
}

/** Started as terraform does it, with a client that has said who it is. */
async function connected(): Promise<Started & { readonly path: string; readonly client: TestClient }> {
  const started = start();
  const [, , , path = "", , certificate = ""] = (await started.line).split("|");
  const client = clientOf(`unix:${path}`, Buffer.from(certificate, "base64"), terraform);
  afterTest(() => {
    client.grpc.close();
  });
  await expect(client.ask("StopProvider")).resolves.toEqual({ Error: String(started.child.pid) });
  return { ...started, path, client };
}

describe("the provider's process", () => {
  it("announces its address, answers, and leaves nothing behind after a shutdown", async () => {
    const { line, client, done, path } = await connected();
    await expect(line).resolves.toMatch(/^1\|6\|unix\|\/.+\/socket\|grpc\|[A-Za-z0-9+/]+$/);
    await client.shutDown();
    await expect(done).resolves.toMatchObject({ code: 0, err: "" });
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("says in one line where no folder for its socket can be made, and how to choose another", async () => {
    const missing = join(folder, "missing");
    const { code, out, err } = await start(missing).done;
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toBe(
      `No folder for temporary files: No folder can be made in ${missing}: ENOENT: no such file or directory, mkdtemp '${missing}/scanform-XXXXXX'. Set TMPDIR to a folder that can be written.\n`,
    );
  });

  it("ignores Ctrl-C, which terraform handles", async () => {
    const { child, client } = await connected();
    child.kill("SIGINT");
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: String(child.pid) });
  });

  it("ends on SIGTERM, and removes its socket", async () => {
    const { child, done, path } = await connected();
    child.kill("SIGTERM");
    await expect(done).resolves.toMatchObject({ code: 0, err: "" });
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("logs a defect in the format of terraform", async () => {
    const { client, done } = await connected();
    await expect(client.ask("ReadDataSource")).rejects.toThrow("a defect");
    await client.shutDown();
    const { err } = await done;
    expect(JSON.parse(err)).toMatchObject({ "@level": "error", "@message": "ReadDataSource failed: a defect" });
  });

  it("reports a crash in the format of terraform", async () => {
    const { client, done, path } = await connected();
    await expect(client.ask("ValidateProviderConfig")).rejects.toThrow();
    const { code, err } = await done;
    expect(code).toBe(2);
    expect(err).toMatch(/^panic: Error: broken inside\n\s+at /);
    expect(existsSync(dirname(path))).toBe(false);
  });
});
