/** A refusal in the venue's form: `{"errorMessage":"..."}`, with a code and transactions for some. */
export class OandaError extends Error {
  readonly status: number
  readonly #more: object

  constructor(status: number, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.#more = more
  }

  get body(): object {
    return { ...this.#more, errorMessage: this.message }
  }
}

/** Of what the venue has not. */
export function notFound(what: string): OandaError {
  return new OandaError(404, `The ${what} specified does not exist`, { errorCode: `NO_SUCH_${what.toUpperCase()}` })
}
