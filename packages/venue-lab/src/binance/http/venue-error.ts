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
