/**
 * Without the lines that come when something takes long, which depends on the machine. `onErr` of the
 * circumstances gets them.
 */
export const withoutNotices = (err: string): string =>
  err.replace(/^(?:\S+ has not answered .* for 1 s; still waiting\.|Waiting for the app of cdktf\.json.*)\n/gm, "");
