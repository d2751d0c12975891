/** One form for every id of the service; versions and variants of UUIDs are its own business. */
export const uuidForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** UUIDs are the same in upper and lower case. */
export const sameId = (left: string, right: string): boolean =>
  left === right || left.toLowerCase() === right.toLowerCase();
