import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Framework, ImportFormat } from "../../generate/choices";
import { constructOf } from "../../generate/import/typescript/module-parts";
import { type DeclaredConstruct, projectFiles } from "../../generate/project/project-files";
import { isModuleOf } from "../../generate/types/module-text";
import { type Snapshot, snapshotIn } from "../../generate/types/snapshot";
import { sameId } from "../../model/uuid";
import { textOf } from "../files";
import { appFolder, frameworkOf } from "../project";

/** Where the code goes, and what is there. */
export interface Place {
  readonly folder: string;
  /** The folder of the app that it is for. */
  readonly app?: string;
  /** There is no project yet. */
  readonly isNew: boolean;
  readonly framework: Framework;
  readonly construct: DeclaredConstruct;
  readonly number: number;
}

export interface PlaceOptions {
  readonly out?: string;
  readonly format: ImportFormat;
  readonly framework?: Framework;
}

const projectNames = Object.keys(projectFiles("cdktn", constructOf()));

/** @param cwd the folder that `out` is relative to. @param numbered the construct that is written, by its number */
export function placeOf(cwd: string, { out, format, framework }: PlaceOptions, numbered = constructOf): Place {
  const folder = resolve(cwd, out ?? ".");
  const app = format === "typescript" ? appFolder(folder, cwd) : undefined;
  let number = 1;
  const isTaken = () => [".ts", ""].some((end) => existsSync(join(folder, numbered({ number }).id + end)));
  while (app !== undefined && isTaken()) number += 1;
  return {
    folder,
    number,
    framework: framework ?? (app === undefined ? undefined : frameworkOf(app)) ?? "cdktn",
    construct: numbered({ number }),
    isNew: format === "typescript" && app === undefined && !projectNames.some((name) => existsSync(join(folder, name))),
    ...(app === undefined ? {} : { app }),
  };
}

/**
 * What scanform-types.ts in this folder holds. Undefined where it is not there, is of another account, or does not hold
 * what its snapshot says.
 */
export function typesBeside(folder: string, account: string): Snapshot | undefined {
  const module = textOf(join(folder, "scanform-types.ts")) ?? "";
  const snapshot = snapshotIn(textOf(join(folder, "scanform-types.json")) ?? "");
  if (snapshot === undefined || !sameId(snapshot.account_id, account)) return undefined;
  return isModuleOf(module, snapshot) ? snapshot : undefined;
}
