import type { CustomPolicy } from "../../../model/entities";
import type { Snapshot } from "../../types/snapshot";
import type { Framework } from "../../project/frameworks";

export interface TypeScriptOptions {
  readonly policies?: readonly CustomPolicy[];
  /** Writes everything out: no bases and no constants. */
  readonly flat?: boolean;
  /** A file for each team, where there are several. */
  readonly split?: boolean;
  /** Default: cdktn. */
  readonly framework?: Framework;
  /** What the names of modules end in: `.js` where they are ECMAScript modules. Default: nothing. */
  readonly extension?: ".js" | "";
  /** What scanform-types.ts beside the module holds, if it is there. */
  readonly types?: Snapshot;
  /** The number of this import of the account; from 2 on it is a part of the names. Default: 1. */
  readonly number?: number;
  /** The rules are a property, to be put before those of the app. */
  readonly rulesApart?: boolean;
}

/** A file of code; its path has slashes. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** The name of the class that is exported. */
export const className = ({ number = 1 }: TypeScriptOptions): string =>
  `ImportedAccount${number === 1 ? "" : String(number)}`;

/** Its module, without an extension. */
export const moduleName = ({ number = 1 }: TypeScriptOptions): string =>
  `imported${number === 1 ? "" : `-${String(number)}`}`;
