import type { CustomPolicy } from "../../../model/entities";
import type { Snapshot } from "../../types/snapshot";
import type { DeclaredConstruct } from "../../project/declared-construct";
import type { Framework } from "../../project/frameworks";

export interface TypeScriptOptions {
  readonly policies?: readonly CustomPolicy[];
  /** Writes everything out: no bases and no constants. */
  readonly flat?: boolean;
  /** A file for each team, where there are several. */
  readonly split?: boolean;
  /** Default: cdktn. */
  readonly framework?: Framework;
  /** What the names of modules end in: nothing where a CommonJS project expects that. Default: `.js`. */
  readonly extension?: ".js" | "";
  /** What scanform-types.ts beside the module holds, if it is there. */
  readonly types?: Snapshot;
  /** The number of this import of the account; from 2 on it is a part of the names. Default: 1. */
  readonly number?: number;
  /** The rules are a property, to be put before those of the app. */
  readonly rulesApart?: boolean;
}

/** A file of code; its path is relative to that of the class, with slashes. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

export interface TypeScriptFiles {
  /** The module that exports the class. */
  readonly text: string;
  /** The modules that it uses. */
  readonly more: readonly CodeFile[];
}

/** What the module of the class exports. */
export function constructOf({ number = 1 }: Pick<TypeScriptOptions, "number"> = {}): DeclaredConstruct {
  const [suffix, ending] = number === 1 ? ["", ""] : [String(number), `-${String(number)}`];
  return { fileName: `imported${ending}.ts`, className: `ImportedAccount${suffix}`, id: `imported${ending}` };
}
