import { type Drizzle, notify, schema } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import { unansweredBefore } from '@tradeloom/trading'
import { and, eq, lt, ne, sql } from 'drizzle-orm'

const { intents, tradingAccounts } = schema

/** Tells users of requests whose venue has not said for a quarter of an hour what has become of them: only they can end them. */
export class UnansweredNews {
  readonly #db: Drizzle
  readonly #now: () => number
  #told: ReadonlySet<string> = new Set()

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async look(): Promise<void> {
    const told = new Set<string>()
    for (const { id, userId, accountId, instrumentId, venue } of await this.#unanswered()) {
      if (!this.#told.has(id)) {
        await this.#db.transaction((tx) =>
          notify(tx, userId, {
            kind: 'order-unknown',
            subject: `${venue} has not reported the status of an order of ${instrumentName(instrumentId)} for 15 minutes`,
            body: 'It is queried repeatedly, and nothing is opened in that market until it answers. Check the exchange itself. If the order is not there and was not executed, confirm that in the list of orders.',
            object: `account:${accountId}`,
            dedupKey: `${id}:unanswered`,
          }),
        )
      }
      told.add(id)
    }
    this.#told = told
  }

  #unanswered() {
    const { id, userId, accountId, instrumentId, state, sentAt, decidedAt, kind } = intents
    const isLong = lt(sql`coalesce(${sentAt}, ${decidedAt})`, unansweredBefore(this.#now()))
    return (
      this.#db
        .select({ id, userId, accountId, instrumentId, venue: tradingAccounts.venue })
        .from(intents)
        .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountId))
        // Cancellations are sent again, and their orders say so.
        .where(and(eq(state, 'UNKNOWN'), ne(kind, 'CANCEL'), isLong))
    )
  }
}
