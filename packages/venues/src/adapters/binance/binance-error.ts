/** An answer that is none, or a refusal. Its text never holds what was sent. */
export class BinanceError extends Error {
  /** Of HTTP; 0 without an answer. */
  readonly status: number
  /** Null if the answer states none. */
  readonly code: number | null
  /** Whether anything was sent: false if there was no budget for it. */
  readonly isSent: boolean
  /** What it says of the two halves of a request; null otherwise. */
  readonly data: unknown

  constructor(
    message: string,
    { status = 0, code = null, isSent = true, data = null }: Partial<Omit<BinanceError, keyof Error>> = {},
  ) {
    super(message)
    this.name = 'BinanceError'
    this.status = status
    this.code = code
    this.isSent = isSent
    this.data = data
  }
}

/** Codes of keys and signatures. */
const OF_KEYS = new Set([-1022, -2008, -2014, -2015])

export function isOfKey(error: unknown): boolean {
  return error instanceof BinanceError && error.code !== null && OF_KEYS.has(error.code)
}
