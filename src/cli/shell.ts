/**
 * An argument of a command that is printed, so that it can be pasted: bare where no shell takes anything in it for its own,
 * in double quotes, which every shell knows, or in the single quotes of POSIX shells where those would not keep it.
 */
export function pasted(argument: string): string {
  if (process.platform === "win32") return /^[\w@+=:,./\\-]+$/.test(argument) ? argument : `"${argument}"`;
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return /["$`\\!]/.test(argument) ? `'${argument.replaceAll("'", String.raw`'\''`)}'` : `"${argument}"`;
}

/** The same for a file: a name that begins with `-` would be taken for an option. */
export const pastedFile = (file: string): string => pasted(file.startsWith("-") ? `./${file}` : file);
