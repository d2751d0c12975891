import { allNodes, type CommandNode } from "./command-tree";

const nameOf = ({ path }: CommandNode): string => path.join(" ");

/** The completion of bash 3.2 and newer. Where nothing is known it completes the names of files. */
export function bashScript(root: CommandNode): string {
  const nodes = allNodes(root);
  const steps = nodes.flatMap((node) =>
    node.commands.map((each) => `      "${nameOf(node)} ${each.path.at(-1) ?? ""}") path="${nameOf(each)}" ;;`),
  );
  const values = nodes.flatMap((node) =>
    node.options.flatMap(({ flags, values: known }) => {
      if (known === undefined) return [];
      const patterns = flags.map((flag) => `"${nameOf(node)} ${flag}"`).join(" | ");
      return [`    ${patterns}) ${known.kind === "choices" ? `words="${known.choices.join(" ")}"` : "return"} ;;`];
    }),
  );
  const options = nodes.map(
    (node) => `      "${nameOf(node)}") words="${node.options.flatMap(({ flags }) => flags).join(" ")}" ;;`,
  );
  const rest = nodes.flatMap((node) => {
    const words = wordsOf(node);
    return words.length === 0 ? [] : [`      "${nameOf(node)}") words="${words.join(" ")}" ;;`];
  });
  return `# The completion of scanform for bash: source <(scanform completion bash)
_scanform() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" at
  # --option=value is three words
  if [[ "$cur" == "=" ]]; then
    cur=""
  elif [[ "$prev" == "=" ]]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$path \${COMP_WORDS[at]}" in
${steps.join("\n")}
    esac
  done
  COMPREPLY=()
  case "$path $prev" in
${values.join("\n")}
  esac
  if [[ -z "$words" && "$cur" == -* ]]; then
    case "$path" in
${options.join("\n")}
    esac
  elif [[ -z "$words" ]]; then
    case "$path" in
${rest.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _scanform scanform
`;
}

/** What can follow a command and is no option. */
function wordsOf({ commands, argument }: CommandNode): readonly string[] {
  if (commands.length > 0) return commands.map(({ path }) => path.at(-1) ?? "");
  return argument?.kind === "choices" ? argument.choices : [];
}
