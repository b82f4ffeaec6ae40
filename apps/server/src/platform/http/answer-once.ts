import { createHash } from 'node:crypto'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, count, eq, lt, sql } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'

const { repeatableCalls } = schema
/** Visible ASCII, as in other headers. */
const KEY = /^[!-~]{1,100}$/
const KEPT = sql`now() - interval '24 hours'`
/** No answer: JSON is never empty. */
const NOT_KEPT = ''
/** Of one user within a day. */
const MAX_KEYS = 1_000

export interface RepeatableCall {
  readonly userId: string
  /** The header `Idempotency-Key`. */
  readonly key: string
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly body: unknown
  /** Of a form with files, which is read while it is worked on. */
  readonly bytes?: string | undefined
  /** Whether the answer is never kept. */
  readonly showsOnce: boolean
}

export interface KeptAnswer {
  readonly status: number
  readonly body: string
  /** Whether it is that of an earlier call. */
  readonly isRepeated: boolean
}

/**
 * Runs a call once for a key of a user: for a day, the same call with the same key gets the same answer and does nothing; where
 * the answer is shown once, it is refused with that reason.
 * A call that was refused may be sent again. Of a call that was cut off nobody knows whether it took effect, so it stays
 * refused (409) rather than being done twice.
 */
export async function answerOnce(
  db: Drizzle,
  call: RepeatableCall,
  run: () => Promise<Omit<KeptAnswer, 'isRepeated'>>,
): Promise<KeptAnswer> {
  const { userId, key } = call
  if (!KEY.test(key)) {
    throw new AppError('invalid-input', 'invalid-input', 'An Idempotency-Key has 1 to 100 visible ASCII characters')
  }
  const earlier = await begin(db, call)
  if (earlier !== null) return earlier
  const own = and(eq(repeatableCalls.userId, userId), eq(repeatableCalls.key, key))
  try {
    const { status, body } = await run()
    await db
      .update(repeatableCalls)
      .set({ status, answer: call.showsOnce ? NOT_KEPT : body })
      .where(own)
    return { status, body, isRepeated: false }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await db.delete(repeatableCalls).where(own)
    throw error
  }
}

/** Notes that a call begins; the answer of an earlier one with this key, if there is one. */
async function begin(db: Drizzle, call: RepeatableCall): Promise<KeptAnswer | null> {
  const { userId, key, method, url, body, bytes } = call
  await db.delete(repeatableCalls).where(and(eq(repeatableCalls.userId, userId), lt(repeatableCalls.begunAt, KEPT)))
  const [{ kept } = { kept: 0 }] = await db
    .select({ kept: count() })
    .from(repeatableCalls)
    .where(eq(repeatableCalls.userId, userId))
  const request = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, ...(bytes === undefined ? [] : [bytes])]))
    .digest('hex')
  if (kept < MAX_KEYS) {
    const begun = await db.insert(repeatableCalls).values({ userId, key, request }).onConflictDoNothing().returning()
    if (begun.length > 0) return null
  }
  const [earlier] = await db
    .select()
    .from(repeatableCalls)
    .where(and(eq(repeatableCalls.userId, userId), eq(repeatableCalls.key, key)))
  // Refused in this moment, so it may be sent again.
  if (earlier === undefined && kept < MAX_KEYS) return begin(db, call)
  if (earlier === undefined) throw tooMany()
  if (earlier.request !== request) {
    throw new AppError('conflict', 'key-of-other-call', 'This Idempotency-Key was sent with another call', {
      status: 422,
    })
  }
  const { status, answer, begunAt } = earlier
  if (status === null || answer === null) throw unanswered(begunAt)
  if (answer === NOT_KEPT) throw shownOnce(begunAt)
  return { status, body: answer, isRepeated: true }
}

function unanswered(begun: Date): AppError {
  const message = `A call with this Idempotency-Key started at ${begun.toISOString()} and has no answer. It may still be \
running, or it was interrupted: check what exists before you use another key.`
  return new AppError('conflict', 'call-begun', message, { retryAfter: 1 })
}

function shownOnce(begun: Date): AppError {
  const message = `This call took effect at ${begun.toISOString()}. Its answer is shown once and not stored.`
  return new AppError('conflict', 'answer-shown', message)
}

function tooMany(): AppError {
  const message = `Not more than ${MAX_KEYS.toLocaleString('en-US')} calls a day may have an Idempotency-Key`
  return new AppError('limit', 'too-many-keys', message, { retryAfter: 3600 })
}
