import type { ErrorBody } from '@tradeloom/contracts'
import { withoutServerPaths } from './server-folders.ts'

export type ErrorKind = ErrorBody['kind']

/** The kind says who has to act; the status follows from it. */
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
  /** A more specific HTTP status, such as 413. */
  readonly status?: number
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** An expected error whose message is meant for the user. */
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

/** Also for hidden resources: the response must not reveal whether they exist. */
export function notFound(what: string): AppError {
  return new AppError('not-found', 'not-found', `${what} not found`)
}

export function invalid(message: string, field?: string): AppError {
  return new AppError('invalid-input', 'invalid-input', message, field ? { fields: { [field]: message } } : {})
}

/** Throws what a rule found wrong with a field. */
export function refuseInput(problem: string | null, field: string): void {
  if (problem !== null) throw invalid(problem, field)
}

export function conflict(message: string): AppError {
  return new AppError('conflict', 'conflict', message)
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'login-required', 'Please log in')
}

/** Something the server depends on is temporarily unavailable. */
export function unavailable(code: string, message: string): AppError {
  return new AppError('unavailable', code, message)
}

export function diskFull(message: string, cause?: unknown): AppError {
  return new AppError('limit', 'disk-full', message, { status: 507, cause })
}

/** Checked before the input: others learn nothing about which ids exist. */
export function forbidden(message: string): AppError {
  return new AppError('forbidden', 'forbidden', message)
}

export function administratorOnly(): AppError {
  return new AppError('forbidden', 'administrator-only', 'Only an administrator may do that')
}
