import { type Diagnostic, error } from "../diagnostics/diagnostic";

interface FrameworkProblems {
  readonly problems: readonly Diagnostic[];
  /** What else the app has said. */
  readonly others: string;
}

/** What Node prints before the error, the error, the framework's advice to skip validation, the stack and Node's version. */
const failure =
  /(?:^(?:\S*errors|.*[\\/]cdkt[fn][\\/].*)\.[jt]s:\d+\n[^]{0,2000}?\n\s*\^\n\s*)?^Error: Validation failed with the following errors:\n((?: {2}\[.*\n)+)\s*If you wish to ignore these validations.*\n?(?:\s+at .*\n?)*(?:\s*Node\.js v.*)?/m;

const noProvider = /^Found resources without a matching provider construct\..* the following providers: (.+)$/;

/**
 * The problems for which cdktn or cdktf itself refuses a stack, read from what the app has printed: without the stack
 * trace, and without the advice to skip validation. Undefined where the app failed for another reason.
 */
export function frameworkProblems(said: string): FrameworkProblems | undefined {
  const found = failure.exec(said);
  const problems = [...(found?.[1] ?? "").matchAll(/^ {2}\[([^\]]+)\] (.+)$/gm)].map(([, address, message = ""]) =>
    error("declaration-invalid", words(message), { address }),
  );
  if (found === null || problems.length === 0) return undefined;
  const others = said.slice(0, found.index) + said.slice(found.index + found[0].length);
  return { problems, others: others.trim() };
}

function words(message: string): string {
  const providers = noProvider.exec(message)?.[1]?.split(", ");
  if (providers?.includes("scanform") !== true) return message;
  const others = providers.filter((each) => each !== "scanform");
  const more = others.length === 0 ? "" : ` Those of ${others.join(", ")} have none either.`;
  return `The stack has constructs of scanform and no provider for them: add new ScanformProvider(this, "scanform").${more}`;
}
