/** `a.b[0].c`, as it is written in code. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${String(step)}]`;
    const name = String(step);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}
