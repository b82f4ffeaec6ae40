/**
 * `bad-key`: the key, and nothing else. `bad-request`: our mistake. `away`: worth another try. `unreadable`: it answered
 * with something else than its documentation says.
 */
export type SourceErrorKind =
  | 'bad-key'
  | 'no-right'
  | 'not-found'
  | 'limit'
  | 'bad-request'
  | 'gone'
  | 'away'
  | 'unreadable'

/** Why a provider gave no data. Never holds an address or an answer: keys are in the one, and echoed in the other. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly kind: SourceErrorKind
  /** Of `limit`: when to try again, in milliseconds. */
  readonly retryInMs: number | null

  constructor(kind: SourceErrorKind, message: string, retryInMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryInMs = retryInMs
  }
}
