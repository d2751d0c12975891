/** When a provider's process has to end. */
export interface Lifetime {
  /** Done when nobody needs the process any more. */
  readonly ended: Promise<void>;
  /** A request has come. */
  readonly asked: () => void;
  /** A connection has ended. @param open how many are left */
  readonly disconnected: (open: number) => void;
  /** terraform has said that it is done. */
  readonly shutDown: () => void;
  readonly end: () => void;
}

/** How long terraform waits for a plugin to start; after that nobody comes. */
const awaited = 60_000;

/** After two seconds terraform kills. As a rule it closes its connection long before this. */
const farewell = 500;

/** Serves one terraform: ends with its last connection, so that nothing is left when terraform is killed. */
export function pluginLifetime(): Lifetime {
  const { ended, end } = ending();
  const alone = setTimeout(end, awaited);
  let wasAsked = false;
  return {
    ended,
    asked: () => {
      wasAsked = true;
      clearTimeout(alone);
    },
    // whoever is refused for want of a certificate has a connection too
    disconnected: (open) => {
      if (open === 0 && wasAsked) end();
    },
    shutDown: () => {
      setTimeout(end, farewell).unref();
    },
    end: () => {
      clearTimeout(alone);
      end();
    },
  };
}

/** Serves one terraform after the other, until it is ended. */
export function debugLifetime(): Lifetime {
  const nothing = (): void => undefined;
  return { ...ending(), asked: nothing, disconnected: nothing, shutDown: nothing };
}

function ending(): Pick<Lifetime, "ended" | "end"> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}
