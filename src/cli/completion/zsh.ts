import { allNodes, type CommandNode, type OptionNode, type Values } from "./command-tree";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const functionOf = ({ path }: CommandNode): string => ["_scanform", ...path].join("_").replaceAll("-", "_");

/** The completion of zsh, for a file `_scanform` in the function path, or to be evaluated. */
export const zshScript = (root: CommandNode): string => `#compdef scanform
# The completion of scanform for zsh: source <(scanform completion zsh)
${allNodes(root).map(functionText).join("\n")}
if [ "$funcstack[1]" = "_scanform" ]; then
  _scanform "$@"
else
  compdef _scanform scanform
fi
`;

function functionText(node: CommandNode): string {
  const { options, argument, commands } = node;
  const specs = options.flatMap(specsOf);
  const lines = (more: readonly string[]): string => [...specs, ...more].map((each) => `    ${each}`).join(" \\\n");
  if (commands.length === 0)
    return `${functionOf(node)}() {
  _arguments \\
${lines(argument === undefined ? [] : [quoted(`*:value:${actionOf(argument)}`)])}
}
`;
  const named = commands.map((each) => [each.path.at(-1) ?? "", each] as const);
  return `${functionOf(node)}() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C \\
${lines([quoted("1:command:->command"), quoted("*::argument:->argument")])}
  case "$state" in
    command)
      local -a commands
      commands=(
${named.map(([name, { description }]) => `        ${quoted(`${name}:${description}`)}`).join("\n")}
      )
      _describe command commands
      ;;
    argument)
      case "$line[1]" in
${named.map(([name, each]) => `        ${name}) ${functionOf(each)} ;;`).join("\n")}
      esac
      ;;
  esac
}
`;
}

function specsOf({ flags, description, values }: OptionNode): readonly string[] {
  const shown = `[${description.replace(/[\\[\]:]/g, "\\$&")}]`;
  const after = values === undefined ? "" : `:value:${actionOf(values)}`;
  // --option value and --option=value
  return flags.map((flag) => quoted(`*${flag}${values === undefined ? "" : "="}${shown}${after}`));
}

function actionOf(values: Values): string {
  if (values.kind === "choices") return `(${values.choices.join(" ")})`;
  return values.kind === "files" ? "_files" : " ";
}
