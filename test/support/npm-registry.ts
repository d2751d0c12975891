import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { listening } from "./listening";
import { npmPackage } from "./npm-package";
import { repositoryRoot } from "./spawned";

const run = promisify(execFile);

/**
 * A registry with scanform as it is published, and with the packages of this checkout, in the versions that are installed.
 * It knows no other package, and ends with the test.
 *
 * @param folder for tarballs, the cache of npm and its configuration
 * @returns the environment in which npm uses it, and nothing of the user's
 */
export async function npmRegistry(folder: string): Promise<NodeJS.ProcessEnv> {
  const { tarball, folder: unpacked } = await npmPackage();
  const folderOf = (name: string): string =>
    name === "scanform" ? unpacked : join(repositoryRoot, "node_modules", name);
  const tarballs = new Map([["scanform", Promise.resolve(tarball)]]);
  const tarballOf = (name: string): Promise<string> => {
    const made = tarballs.get(name) ?? packed(folder, folderOf(name));
    tarballs.set(name, made);
    return made;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, name = "", isTarball] = /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.*)?$/.exec(decodeURIComponent(pathname)) ?? [];
    const host = request.headers.host ?? "";
    const answered =
      isTarball === undefined ? metadata(name, folderOf(name), host) : tarballOf(name).then((path) => readFile(path));
    void answered.then(
      (body) => response.end(body),
      (error: unknown) => {
        refuse(response, error);
      },
    );
  });
  return {
    PATH: process.env["PATH"],
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${String(await listening(server))}`,
    npm_config_cache: join(folder, "cache"),
    npm_config_userconfig: join(folder, "npmrc"),
    npm_config_yes: "true",
    npm_config_ignore_scripts: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

function refuse(response: ServerResponse, error: unknown): void {
  response.statusCode = 404;
  response.end(JSON.stringify({ error: String(error) }));
}

/** What npm reads of a package before it takes its tarball. */
async function metadata(name: string, folder: string, host: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { readonly version: string };
  const { version } = manifest;
  const dist = { tarball: `http://${host}/${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz` };
  return JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } });
}

/** A tarball of an installed package, with the packages that are bundled with it. npm reads it without compression, too. */
async function packed(folder: string, installed: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const aside = mkdtempSync(join(folder, "pack-"));
  symlinkSync(installed, join(aside, "package"));
  const made = join(aside, "package.tgz");
  await run("tar", ["-chf", made, "-C", aside, "package"]);
  return made;
}
