/** One form for every id of the service; versions and variants of UUIDs are its own business. */
export const uuidForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const isUuid = (text: string): boolean => uuidForm.test(text);
