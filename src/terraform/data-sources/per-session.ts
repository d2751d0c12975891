import type { Session } from "../account/session";

/** What is read once for all that ask in one session. A failure is that of all who wait for it, and is not kept. */
export function perSession<T>(read: (session: Session) => Promise<T>): (session: Session) => Promise<T> {
  const known = new WeakMap<Session, Promise<T>>();
  return (session) => {
    const before = known.get(session);
    if (before !== undefined) return before;
    const reading = read(session);
    known.set(session, reading);
    reading.catch(() => known.delete(session));
    return reading;
  };
}
