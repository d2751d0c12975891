import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isObject } from "../../src/model/json";
import { repositoryRoot } from "./spawned";

/** A user's project: a folder of its own, where `scanform/cdktf` and cdktf can be imported. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): void;
}

const folders: string[] = [];

export function project(): Project {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "scanform-project-")));
  folders.push(parent);
  const folder = join(parent, "my app");
  equip(folder);
  return {
    folder,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
  };
}

/** Links the packages that an app needs into a folder. */
export function equip(folder: string): void {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const name of ["cdktf", "constructs"])
    symlinkSync(join(repositoryRoot, "node_modules", name), join(folder, "node_modules", name), "junction");
  symlinkSync(repositoryRoot, join(folder, "node_modules", "scanform"), "junction");
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** `//.metadata.scanform` of each resource, data source and provider block of a synthesized stack, by its name. */
export function metadataIn(folder: string, stack: string): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, name);
    else if (isObject(value))
      for (const [key, inside] of Object.entries(value)) {
        if (key !== "//") walk(inside, key);
        else if (isObject(inside) && isObject(inside["metadata"]) && isObject(inside["metadata"]["scanform"]))
          found[name] = inside["metadata"]["scanform"];
      }
  };
  walk(JSON.parse(readFileSync(join(folder, "cdktf.out/stacks", stack, "cdk.tf.json"), "utf8")), "");
  return found;
}
