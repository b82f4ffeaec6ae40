/** An answer that is none, or a refusal. Its text never holds what was sent. */
export class BitfinexError extends Error {
  /** Of HTTP; 0 without an answer. */
  readonly status: number
  /** Null if the answer states none. */
  readonly code: number | null
  /** Whether anything was sent: false if there was no budget for it. */
  readonly isSent: boolean

  constructor(
    message: string,
    { status = 0, code = null, isSent = true }: Partial<Omit<BitfinexError, keyof Error>> = {},
  ) {
    super(message)
    this.name = 'BitfinexError'
    this.status = status
    this.code = code
    this.isSent = isSent
  }
}
