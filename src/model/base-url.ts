/** The address of a service as it is compared, saved and shown: without a slash at its end. What is no URL stays as it is. */
export const baseUrlText = (text: string): string =>
  URL.canParse(text) ? new URL(text).href.replace(/\/$/, "") : text;
