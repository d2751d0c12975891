/** Where the last word of a name's beginning ends, with what separates it from the next; 0 where there is no whole word. */
export function lastWordEnd(text: string): number {
  for (let at = text.length; at > 0; at -= 1) if (/[-_./ ]/.test(text.charAt(at - 1))) return at;
  return 0;
}
