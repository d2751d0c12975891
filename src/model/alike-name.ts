/** What names have in common that people take for one: they differ in case, blanks around them, or normal form. */
export const alikeName = (name: string): string => name.normalize("NFC").trim().toLowerCase();
