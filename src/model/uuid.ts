/** The form of every id of the service, whatever the UUID's version and variant. */
export const uuidForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** Compares UUIDs, which are case-insensitive. */
export const sameId = (left: string, right: string): boolean =>
  left === right || left.toLowerCase() === right.toLowerCase();

/** A further sentence for an id that the service does not know: it may know it in lower case. */
export const caseHint = (id: string): string =>
  isUuid(id) && id !== id.toLowerCase() ? " Write it in lower case, if that is how the service lists it." : "";
