/** A refusal of the venue: it answers all of them with status 500. */
export class BitfinexError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }

  get body(): readonly unknown[] {
    return ['error', this.code, this.message]
  }
}
