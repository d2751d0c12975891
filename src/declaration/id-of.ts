/** A value that only the service knows: the id of a configuration that is declared here. */
export class IdOf {
  constructor(
    readonly stack: string,
    readonly name: string,
  ) {}
}
