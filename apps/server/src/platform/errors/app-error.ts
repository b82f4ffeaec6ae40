import type { ErrorBody } from '@tradeloom/contracts'
import { withoutServerPaths } from './server-folders.ts'

export type ErrorKind = ErrorBody['kind']

/** Who acts on it says the kind; the status follows from that. */
const STATUS_OF_KIND: Record<ErrorKind, number> = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  limit: 429,
  algorithm: 422,
  'venue-rejected': 422,
  'venue-unavailable': 503,
  unavailable: 503,
  bug: 500,
}

export interface ErrorOptions {
  readonly details?: unknown
  readonly fields?: Record<string, string>
  /** Where HTTP has a status of its own for it, such as 413. */
  readonly status?: number
  /** Seconds after which it is worth asking again. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** An expected refusal: its message is for the person who asked. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly kind: ErrorKind
  readonly code: string
  readonly details: unknown
  readonly fields: Record<string, string> | undefined
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, code: string, message: string, options: ErrorOptions = {}) {
    super(withoutServerPaths(message), options.cause === undefined ? {} : { cause: options.cause })
    this.kind = kind
    this.code = code
    this.details = options.details
    this.fields = options.fields
    this.status = options.status ?? STATUS_OF_KIND[kind]
    this.retryAfter = options.retryAfter
  }

  body(): ErrorBody {
    return {
      code: this.code,
      kind: this.kind,
      message: this.message,
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }
}

/** Also for what exists but is not shown to who asks: the answer must not tell which of the two it is. */
export function notFound(what: string): AppError {
  return new AppError('not-found', 'not-found', `${what} not found`)
}

export function invalid(message: string, field?: string): AppError {
  return new AppError('invalid-input', 'invalid-input', message, field ? { fields: { [field]: message } } : {})
}

export function conflict(message: string): AppError {
  return new AppError('conflict', 'conflict', message)
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'login-required', 'Please log in')
}

/** A part that the server needs is not there now and will be soon. */
export function unavailable(code: string, message: string): AppError {
  return new AppError('unavailable', code, message)
}

export function diskFull(message: string, cause?: unknown): AppError {
  return new AppError('limit', 'disk-full', message, { status: 507, cause })
}
