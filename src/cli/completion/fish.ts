import { allNodes, type CommandNode, type Values } from "./command-tree";

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** The completion of fish 3 and newer. */
export function fishScript(root: CommandNode): string {
  const lines = allNodes(root).flatMap((node) => {
    const start = `complete -c scanform -n ${quoted(conditionOf(node))}`;
    return [
      ...node.commands.map((each) => `${start} -f -a ${each.path.at(-1) ?? ""} -d ${quoted(each.description)}`),
      ...(node.argument === undefined ? [] : [`${start}${valuesOf(node.argument, false)}`]),
      ...node.options.map(
        ({ flags, description, values }) =>
          `${start} ${flags.map(flagOf).join(" ")}${values === undefined ? "" : valuesOf(values, true)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `# The completion of scanform for fish: scanform completion fish | source
complete -c scanform -e
${lines.join("\n")}
`;
}

const flagOf = (flag: string): string => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`);

/** @param isRequired of an option, which cannot be given without its value */
function valuesOf(values: Values, isRequired: boolean): string {
  const required = isRequired ? " -r" : "";
  if (values.kind === "choices") return `${required} -f -a ${quoted(values.choices.join(" "))}`;
  return values.kind === "files" ? `${required} -F` : `${required} -f`;
}

function conditionOf({ path, commands }: CommandNode): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((each) => `__fish_seen_subcommand_from ${each}`);
  const below = commands.map((each) => each.path.at(-1) ?? "").join(" ");
  return [...seen, ...(below === "" ? [] : [`not __fish_seen_subcommand_from ${below}`])].join("; and ");
}
