/** The version of every document, saved plan and journal that scanform writes; other programs rely on their form. */
export const formatVersion = "1.0";

/** Said of a document or a file whose version is another one. */
export const ofAnotherVersion = "was written by another version of scanform";
