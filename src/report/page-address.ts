/** Longer names are addressed by their id. */
const longest = 300;

/**
 * The address of a section of a page: `#repository=payments-api`. Nothing in it ends a link in Markdown.
 *
 * @param id for a name that no address can have: it is too long, or has half a character
 */
export const addressOf = (kind: "repository" | "configuration", name: string, id: string): string =>
  `#${kind}=${encoded(/\p{Cs}/u.test(name) || name.length > longest ? id : name)}`;

/** What the part of an address after `#` says: each value is encoded. What cannot be decoded stays as it is. */
export function addressParts(hash: string): ReadonlyMap<string, string> {
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

/** Encoded as `encodeURIComponent` does, and brackets and marks too. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
