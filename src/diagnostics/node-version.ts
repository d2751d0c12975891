/** The oldest version of Node that works: `engines` in package.json. */
const oldestMajor = 20;
const oldestMinor = 20;

/**
 * What to say of a version of Node that is too old; undefined when it is not. This module and the program that loads it
 * first, `cli/bin.ts`, are written so that an old Node can read them.
 *
 * @param version such as `18.19.0`
 */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `scanform needs Node ${String(oldestMajor)}.${String(oldestMinor)} or newer, and this is Node ${version}.\n`;
}
