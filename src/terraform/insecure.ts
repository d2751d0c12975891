/** Whether http to a host that is not this machine is allowed, as by --insecure of the CLI. */
export const isInsecure = (env: NodeJS.ProcessEnv): boolean => env["SCANFORM_INSECURE"]?.trim() === "1";

/** What the error about http names beside https. */
export const insecureAdvice = "set SCANFORM_INSECURE=1 if you mean it";
