import type { Command } from "commander";
import { connected, synthesizing } from "./shared-options";

/** The options of every command that compares a declaration with the service and can write nothing. */
export const reading = (command: Command): Command =>
  synthesizing(connected(command)).option(
    "--synthesized <dir>",
    "read this output of cdktf instead of running the app of cdktf.json",
  );
