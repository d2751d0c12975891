export interface Lifetime {
  /** Resolves when the process is no longer needed. */
  readonly ended: Promise<void>;
  readonly asked: () => void;
  /** A connection has ended. @param open how many are left */
  readonly disconnected: (open: number) => void;
  readonly shutDown: () => void;
  readonly end: () => void;
}

const startTimeout = 60_000;

/** Time from Shutdown to the end, in milliseconds. Terraform kills the process after two seconds. */
const shutdownDelay = 500;

/** Ends with the last connection, so that no process is left when Terraform is killed. */
export function pluginLifetime(): Lifetime {
  const { ended, end } = ending();
  const alone = setTimeout(end, startTimeout);
  let wasAsked = false;
  return {
    ended,
    asked: () => {
      wasAsked = true;
      clearTimeout(alone);
    },
    // a client without a certificate opens a connection before it is refused
    disconnected: (open) => {
      if (open === 0 && wasAsked) end();
    },
    shutDown: () => {
      setTimeout(end, shutdownDelay).unref();
    },
    end: () => {
      clearTimeout(alone);
      end();
    },
  };
}

/** Serves any number of Terraform runs until `end`. */
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
