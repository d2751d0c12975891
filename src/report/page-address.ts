/** Longer names are addressed by their id. */
const longest = 300;

/**
 * The address of a section of a page: `#repository=payments-api`. Nothing in it ends a link in Markdown.
 *
 * @param id for a name that no address can have: it is too long, or has half a character
 */
export const addressOf = (kind: "repository" | "configuration", name: string, id: string): string =>
  `#${kind}=${encoded(/\p{Cs}/u.test(name) || name.length > longest ? id : name)}`;

/** Encoded as `encodeURIComponent` does, and brackets and marks too. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
