import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { UserError } from '@tradeloom/domain'
import { type Database, isDatabaseAway, isDatabaseFull, isOutOfDescriptors } from '@tradeloom/database'
import { AppError, diskFull, type ErrorKind, unavailable } from '../errors/app-error.ts'
import { fromUserError } from '../errors/from-user-error.ts'

/** Whether the database responds. */
export type DatabaseState = Pick<Database, 'answers' | 'sinceAway'>

/** Seconds after which a retry makes sense. */
const RETRY_AFTER_S = 2
/** An error this soon after a database outage is attributed to it. */
const AFTERMATH_MS = 3000

/** Answers every error in the contract's form. Unexpected errors are logged in full, and their details withheld. */
export async function replyToError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  database: DatabaseState,
): Promise<FastifyReply> {
  const expected = asAppError(error) ?? ((await hasBeenAway(database)) ? databaseAway() : null)
  if (expected) {
    const { status, retryAfter = status === 503 ? RETRY_AFTER_S : undefined } = expected
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return reply.status(expected.status).send(expected.body())
  }
  request.log.error({ err: error }, 'request failed')
  const message = `Something went wrong. The server's log has the details under ${request.id}.`
  return reply.status(500).send({ code: 'bug', kind: 'bug', message })
}

export function databaseAway(): AppError {
  return unavailable('database-away', 'The database is restarting. Please try again in a moment')
}

function outOfDescriptors(): AppError {
  return unavailable(
    'too-many-open',
    'The server has too many connections and files open. Please try again in a moment',
  )
}

/** The login library hides the causes of its errors. */
async function hasBeenAway(database: DatabaseState): Promise<boolean> {
  return database.sinceAway() < AFTERMATH_MS || !(await database.answers())
}

/** Returns null for an unexpected error. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof UserError) return fromUserError(error)
  if (error instanceof z.ZodError) return fromZod(error)
  if (isOutOfDescriptors(error)) return outOfDescriptors()
  if (isDatabaseAway(error)) return databaseAway()
  if (isDatabaseFull(error) || ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException | null)?.code))) {
    return diskFull('The disk of the server is full', error)
  }
  return fromFastify(error)
}

function fromZod(error: z.ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || 'request'
    fields[path] ??= issue.message
  }
  const message = error.issues[0]?.message ?? 'The input is not valid'
  return new AppError('invalid-input', 'invalid-input', message, { fields })
}

const TEXTS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request must be JSON',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large',
  FST_FILES_LIMIT: 'Too many files',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'The request must be a form with files (multipart/form-data)',
}

const KIND_OF_STATUS: Record<number, ErrorKind> = { 404: 'not-found', 413: 'limit', 429: 'limit' }

/** Errors of Fastify and its plugins before a handler runs. */
function fromFastify(error: unknown): AppError | null {
  const { statusCode, code, message } = (error ?? {}) as Partial<FastifyError>
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null
  const text = (code && TEXTS[code]) || message || 'Invalid request'
  const name = (code ?? 'invalid-input')
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^fst-(err-)?/, '')
  return new AppError(KIND_OF_STATUS[statusCode] ?? 'invalid-input', name, text, { status: statusCode })
}
