/** An answer that is none, or a refusal. Its text never holds what was sent. */
export class OandaError extends Error {
  /** Of HTTP; 0 without an answer. */
  readonly status: number
  /** Why, in the venue's word; null if the answer states none. */
  readonly code: string | null
  /** Whether anything was sent: false if there was no budget for it. */
  readonly isSent: boolean

  constructor(
    message: string,
    { status = 0, code = null, isSent = true }: Partial<Omit<OandaError, keyof Error>> = {},
  ) {
    super(message)
    this.name = 'OandaError'
    this.status = status
    this.code = code
    this.isSent = isSent
  }
}

export function isOfKey(error: unknown): boolean {
  return error instanceof OandaError && (error.status === 401 || error.status === 403)
}

/** There is nothing of that name. */
export function isAbsent(error: unknown): boolean {
  return error instanceof OandaError && error.status === 404
}
