/** What a person can do something about, by what it is. */
export const USER_ERROR_CODES = [
  /** An option, a setting or a field does not fit. */
  'invalid-input',
  /** No instrument has this name. */
  'unknown-instrument',
  /** The settings of a run do not fit together, or do not fit its data. */
  'run-input',
  /** A file to be imported does not hold what its format says. */
  'import-file',
  /** There is no market data for the request. */
  'no-data',
  /** Stored market data cannot be read; importing it again repairs it. */
  'damaged-data',
  /** Somebody else is writing; the same can be tried again later. */
  'busy',
  /** Something else is there already. */
  'conflict',
  /** More than fits or is allowed. */
  'limit',
  /** The disk is full, or may not be written. */
  'disk',
] as const
export type UserErrorCode = (typeof USER_ERROR_CODES)[number]

/**
 * An error whose text is for the person who caused it or can resolve it: one clear line, no stack. Anything else that is
 * thrown is a fault of the program.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  readonly code: UserErrorCode
  /** The input that is wrong, where there is one. */
  readonly field: string | null

  constructor(code: UserErrorCode, text: string, field: string | null = null, cause?: unknown) {
    super(text, cause === undefined ? {} : { cause })
    this.code = code
    this.field = field
  }

  get text(): string {
    return this.message
  }
}
