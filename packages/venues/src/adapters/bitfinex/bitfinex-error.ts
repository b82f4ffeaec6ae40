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

/** Codes of keys and signatures. */
const OF_KEYS = new Set([10_100, 10_102, 10_103, 10_104, 10_111, 10_112, 10_113])
const OUT_OF_TURN = 10_114
const LIMITED = 11_010

export function isOfKey(error: unknown): boolean {
  return error instanceof BitfinexError && error.code !== null && OF_KEYS.has(error.code)
}

/** A request whose nonce is not larger than all before it was not looked at. */
export function isOutOfTurn(error: unknown): boolean {
  return error instanceof BitfinexError && error.code === OUT_OF_TURN
}

/** There were too many requests. */
export function isLimited(error: unknown): boolean {
  return error instanceof BitfinexError && (error.status === 429 || error.code === LIMITED)
}
