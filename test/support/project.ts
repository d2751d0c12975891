import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject } from "../../src/model/json";
import { install, temporaryFolder } from "./temporary-folder";

/** A user's project: a folder of its own, where `scanform/cdktf` and cdktf can be imported. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): void;
}

export function project(): Project {
  const folder = join(temporaryFolder(), "my app");
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
export const equip = (folder: string): void => {
  install(folder, ["cdktf", "constructs"]);
};

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
