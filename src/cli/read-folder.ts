import { resolve } from "node:path";
import { type Declaration, readDeclaration } from "../declaration/read-declaration";
import { fail } from "../diagnostics/error";
import { inputVariables } from "./credentials/variables";
import type { Io } from "./io";

/**
 * What an app has synthesized into a folder. Runs no code. An API key in it is an error: it would go into plans and
 * journals.
 */
export function readFolder(io: Io, folder: string): Declaration {
  io.secrets.readFiles(io.env, io.cwd);
  const inspect = (text: string, path: string): void => {
    if (!io.secrets.isIn(text)) return;
    const detail = `${path} contains an API key. Remove it there, and make a new key in the dashboard.`;
    fail("secret-declared", detail, { path });
  };
  return readDeclaration(resolve(io.cwd, folder), inspect, inputVariables(io));
}
