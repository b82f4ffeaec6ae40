import { createHash } from 'node:crypto'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { inArray, sql } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'
import { seconds } from '../http/request-limits.ts'

const { loginGuesses } = schema

/** How many guesses are free, and how long pauses can become after that. */
export interface Pace {
  readonly free: number
  readonly maxMs: number
}

/** Whose guesses are counted, and how. */
export interface Guesser {
  readonly key: string
  readonly pace: Pace
}

/** One device or address that guesses the password of one account. */
export const PER_GUESSER: Pace = { free: 10, maxMs: 60_000 }
/** All devices and addresses together that have never signed in to the account. */
export const ALL_STRANGERS: Pace = { free: 50, maxMs: 10_000 }

type Row = typeof loginGuesses.$inferSelect
type Reader = Pick<Drizzle, 'select'>

const FIRST_PAUSE_MS = 1000
const FORGET_MS = 60 * 60_000

/**
 * Counts guesses before they are evaluated and doubles the pause between them. Nobody is locked out: a pause ends by
 * itself, and guessing during it does not extend it. The counts are in the database, so that several servers do not
 * allow several times as many guesses.
 */
export class LoginDelays {
  readonly #db: Drizzle
  readonly #now: () => number

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** Throws 429 during a pause of any of them. */
  async check(guessers: readonly Guesser[]): Promise<void> {
    refuseDuringPause(guessers, await this.#read(this.#db, guessers), this.#now())
  }

  /**
   * Counts a guess as failed until the opposite is known; returns how many there were in a row. Throws 429 during a pause,
   * and then counts nothing.
   */
  async begin(guessers: readonly Guesser[]): Promise<number> {
    const now = this.#now()
    const longAgo = new Date(now - FORGET_MS)
    // By itself, and not what somebody holds: it would wait for some of those with others in its hands.
    await this.#db.execute(sql`
      delete from ${loginGuesses} where ${loginGuesses.key} in (
        select ${loginGuesses.key} from ${loginGuesses} where ${loginGuesses.lastAt} < ${longAgo}
        for update skip locked)`)
    return this.#db.transaction(async (tx) => {
      // Creates the rows to lock, in the order in which all lock them.
      const keys = guessers.map(({ key }) => hashOf(key)).toSorted()
      const fresh = { count: 0, lastAt: new Date(now), nextAt: new Date(0) }
      await tx
        .insert(loginGuesses)
        .values(keys.map((key) => ({ key, ...fresh })))
        .onConflictDoNothing()
      await lockGuesses(tx, keys)
      const rows = await this.#read(tx, guessers)
      refuseDuringPause(guessers, rows, now)
      let most = 0
      for (const { key, pace } of guessers) {
        const count = (rows.get(hashOf(key))?.count ?? 0) + 1
        most = Math.max(most, count)
        const row = { count, lastAt: new Date(now), nextAt: new Date(now + pauseAfter(count, pace)) }
        await tx
          .update(loginGuesses)
          .set(row)
          .where(sql`${loginGuesses.key} = ${hashOf(key)}`)
      }
      return most
    })
  }

  /** The guess was not evaluated after all. */
  async takeBack(guessers: readonly Guesser[]): Promise<void> {
    const keys = hashesOf(guessers)
    await this.#db.transaction(async (tx) => {
      await lockGuesses(tx, keys)
      await tx
        .update(loginGuesses)
        .set({ count: sql`${loginGuesses.count} - 1`, nextAt: new Date(0) })
        .where(inArray(loginGuesses.key, keys))
    })
  }

  async succeeded(guessers: readonly Guesser[]): Promise<void> {
    const keys = hashesOf(guessers)
    await this.#db.transaction(async (tx) => {
      await lockGuesses(tx, keys)
      await tx.delete(loginGuesses).where(inArray(loginGuesses.key, keys))
    })
  }

  async #read(from: Reader, guessers: readonly Guesser[]): Promise<ReadonlyMap<string, Row>> {
    const rows = await from
      .select()
      .from(loginGuesses)
      .where(inArray(loginGuesses.key, hashesOf(guessers)))
    const longAgo = this.#now() - FORGET_MS
    return new Map(rows.filter(({ lastAt }) => lastAt.getTime() > longAgo).map((row) => [row.key, row]))
  }
}

/** In one order, which no locale changes, so that none of two waits for the other. */
async function lockGuesses(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx
    .select({ key: loginGuesses.key })
    .from(loginGuesses)
    .where(inArray(loginGuesses.key, [...keys]))
    .orderBy(sql`${loginGuesses.key} collate "C"`)
    .for('update')
}

function refuseDuringPause(guessers: readonly Guesser[], rows: ReadonlyMap<string, Row>, now: number): void {
  for (const { key, pace } of guessers) {
    const wait = (rows.get(hashOf(key))?.nextAt.getTime() ?? 0) - now
    if (wait <= 0) continue
    const limit = pace.maxMs / 1000
    throw new AppError('limit', 'too-many-attempts', `Too many attempts. Please try again in ${seconds(wait)}`, {
      retryAfter: Math.min(limit, Math.ceil(wait / 1000)),
    })
  }
}

function pauseAfter(count: number, { free, maxMs }: Pace): number {
  const over = count - free
  return over < 0 ? 0 : Math.min(maxMs, FIRST_PAUSE_MS * 2 ** Math.min(over, 20))
}

/** A typed name may be a password in the wrong field, so it is not stored. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function hashesOf(guessers: readonly Guesser[]): string[] {
  return guessers.map(({ key }) => hashOf(key))
}
