/** A refusal in the venue's form: `{"code":-1121,"msg":"Invalid symbol."}`. */
export class VenueError extends Error {
  readonly code: number
  readonly status: number
  /** Further fields of the body. */
  readonly data: object | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: number,
    message: string,
    { status = 400, data = null, headers = {} }: Partial<Pick<VenueError, 'status' | 'data' | 'headers'>> = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
    this.headers = headers
  }

  get body(): object {
    return { code: this.code, msg: this.message, ...(this.data === null ? {} : { data: this.data }) }
  }
}

/** The venue refused an order by one of the symbol's rules. */
export function filterFailure(filter: string): VenueError {
  return new VenueError(-1013, `Filter failure: ${filter}`)
}

/** The venue understood an order and does not take it. */
export function orderRejected(message: string): VenueError {
  return new VenueError(-2010, message)
}
