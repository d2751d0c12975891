/** A value that only the service knows: the id of a configuration that is declared here. */
export class IdOf {
  /**
   * @param type of the resource, such as `scanform_configuration`
   * @param key of the configuration, where the resource is a collection
   */
  constructor(
    readonly stack: string,
    readonly type: string,
    readonly name: string,
    readonly key?: string,
  ) {}
}
