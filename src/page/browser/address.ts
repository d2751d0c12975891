/** What the part of the address after `#` says. */
export type Address = ReadonlyMap<string, string>;

/** `repository=payments-api&account=…`: each value is encoded. What cannot be decoded stays as it is. */
export function parsed(hash: string): Address {
  const found = new Map<string, string>();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [name = "", ...value] = part.split("=");
    if (name !== "") found.set(name, decoded(value.join("=")));
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    if (thrown instanceof URIError) return text;
    throw thrown;
  }
}
