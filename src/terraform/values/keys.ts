/**
 * Keys of maps while they are read: a key that begins like `__proto__` carries one more character, since an object's
 * `__proto__` is no data, and the MessagePack library refuses it.
 */

const dangerous = "__proto__";

export const safeKey = (key: string): string => (key.startsWith(dangerous) ? `${key}_` : key);

/** The original key. */
export const keyOf = (safe: string): string => (safe.startsWith(dangerous) ? safe.slice(0, -1) : safe);

/** For the MessagePack library, which asks it for the keys that are long enough to matter. */
export const safeKeys = {
  canBeCached: (bytes: number): boolean => bytes >= dangerous.length,
  decode: (bytes: Uint8Array, start: number, length: number): string =>
    safeKey(Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString()),
};
