import { type Drizzle, notify, schema } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'

const { brokerConnections, positions, tradingAccounts } = schema

/** As long as the rule of unprotected positions tolerates: a stop is on its way, unless it was refused. */
const TOLERATED_MS = 10_000

/** Tells users of positions that lack the stop that they are to have: of every account, whether a guardian watches it or not. */
export class UnprotectedNews {
  readonly #db: Drizzle
  readonly #now: () => number
  #told: ReadonlySet<string> = new Set()

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async look(): Promise<void> {
    const told = new Set<string>()
    for (const { id, userId, accountId, instrumentId, since } of await this.#lacking()) {
      const key = `${id}:${since?.getTime()}`
      if (!this.#told.has(key)) {
        await this.#db.transaction((tx) =>
          notify(tx, userId, {
            kind: 'position-unprotected',
            subject: `Position of ${instrumentName(instrumentId)} without a stop`,
            body: 'Its stop was rejected or no longer exists. Set another one, or close the position.',
            object: `account:${accountId}`,
            dedupKey: key,
          }),
        )
      }
      told.add(key)
    }
    this.#told = told
  }

  #lacking() {
    const { id, userId, accountId, instrumentId, unprotectedSince: since, status, isStopLossRejected } = positions
    const isLacking = or(
      lt(since, new Date(this.#now() - TOLERATED_MS)),
      and(isNotNull(since), eq(isStopLossRejected, true)),
    )
    return this.#db
      .select({ id, userId, accountId, instrumentId, since })
      .from(positions)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountId))
      .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
      .where(and(eq(status, 'OPEN'), isLacking, isNull(brokerConnections.deletedAt)))
  }
}
