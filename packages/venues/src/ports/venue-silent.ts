/** A venue has forbidden all requests from here for a while: nothing is sent until then. */
export class VenueSilent extends Error {
  override readonly name = 'VenueSilent'
  /** UTC milliseconds. */
  readonly until: number

  constructor(until: number) {
    super(`No request is allowed before ${new Date(until).toISOString()}`)
    this.until = until
  }
}
