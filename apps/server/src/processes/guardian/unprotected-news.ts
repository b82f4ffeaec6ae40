import { type Drizzle, notify } from '@tradeloom/database'
import type { StoredGuard } from './stored-guards.ts'

/** As long as the rule of unprotected positions tolerates: a stop is on its way. */
const TOLERATED_MS = 10_000

/** Tells users of positions that lack the stop that they are to have, also where the level of the account is as strict already. */
export class UnprotectedNews {
  readonly #db: Drizzle
  readonly #now: () => number
  #told: ReadonlySet<string> = new Set()

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async look(guards: readonly StoredGuard[]): Promise<void> {
    const told = new Set<string>()
    for (const { userId, accountId, positions } of guards) {
      for (const { id, instrumentId, unprotectedSince } of positions) {
        if (unprotectedSince === null || this.#now() - unprotectedSince <= TOLERATED_MS) continue
        const key = `${id}:${unprotectedSince}`
        if (!this.#told.has(key)) {
          await this.#db.transaction((tx) =>
            notify(tx, userId, {
              kind: 'position-unprotected',
              subject: `A position of ${instrumentId} lacks its stop`,
              body: 'Its stop was not accepted or has gone. Set another one, or close the position.',
              object: `account:${accountId}`,
              dedupKey: key,
            }),
          )
        }
        told.add(key)
      }
    }
    this.#told = told
  }
}
