import { switches } from "../../emulator";

/** Every switch of a profile: its values, with what it is when nobody says otherwise, and what it does. */
export function switchesText(): string {
  const texts = Object.entries(switches).map(([name, each]) => {
    const values = each.kind === "choice" ? each.values.join(" | ") : `${String(each.least)} to ${String(each.most)}`;
    return `${name} = ${values}   (default ${String(each.standard)})\n    ${each.description}\n`;
  });
  return texts.join("");
}
