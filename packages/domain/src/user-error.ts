/** Kinds of errors that a person can resolve. */
export const USER_ERROR_CODES = [
  /** An option, a setting or a field does not fit. */
  'invalid-input',
  /** No instrument has this name. */
  'unknown-instrument',
  /** The settings of a run do not fit together, or do not fit its data. */
  'run-input',
  /** An imported file does not match its format. */
  'import-file',
  /** There is no market data for the request. */
  'no-data',
  /** Stored market data cannot be read; importing it again repairs it. */
  'damaged-data',
  /** Another process is writing; the request can be retried later. */
  'busy',
  /** It conflicts with something that exists. */
  'conflict',
  /** It exceeds a limit. */
  'limit',
  /** The disk is full or not writable. */
  'disk',
] as const
export type UserErrorCode = (typeof USER_ERROR_CODES)[number]

/**
 * An error whose text is for the person who caused or can resolve it: one clear line, no stack. Any other thrown error
 * is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  readonly code: UserErrorCode
  /** The invalid input, if there is one. */
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
