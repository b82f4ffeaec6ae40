import { AccountLedger, type Drizzle, type IntentRow, schema } from '@tradeloom/database'
import { nextIntent, unansweredFrom } from '@tradeloom/trading'
import { eq } from 'drizzle-orm'
import { conflict, forbidden, notFound } from '../../platform/errors/app-error.ts'
import type { StoredIntent, TradingRepository } from './trading.repository.ts'

const { intents } = schema

const TOO_EARLY = 'The exchange is still being queried. You can confirm this 15 minutes after the order was sent'
const KNOWN = 'The status of the order is already confirmed'

export interface OrderOutcomesParts {
  readonly db: Drizzle
  readonly repository: TradingRepository
  readonly now: () => number
}

/** What people say of requests of which their venue says nothing: no rule ends those. */
export class OrderOutcomes {
  readonly #parts: OrderOutcomesParts

  constructor(parts: OrderOutcomesParts) {
    this.#parts = parts
  }

  async stored(intentId: string, userId: string): Promise<StoredIntent> {
    const found = await this.#parts.repository.intent(userId, intentId)
    if (!found) throw notFound('Order')
    return found
  }

  /**
   * It was not placed, as its owner says. If the venue has it all the same, it is a stray: it is canceled, and what it has
   * bought is sold. Changes nothing if it is absent already.
   */
  async notPlaced(intentId: string, userId: string): Promise<IntentRow> {
    const { db, now } = this.#parts
    const { intent: found, isAsked } = await this.stored(intentId, userId)
    // What the venue has, only the owner of the key can look up there.
    if (found.userId !== userId) throw forbidden('Only the owner of this account can state what became of the order')
    return db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, found.accountId, now)
      const [intent] = await tx.select().from(intents).where(eq(intents.id, found.id))
      if (!ledger || !intent) throw notFound('Order')
      if (intent.state === 'ABSENT') return intent
      if (intent.state !== 'UNKNOWN') throw conflict(KNOWN)
      // A cancellation would be sent again and again.
      const isTakenBack = intent.kind === 'CANCEL'
      if (isAsked && !isTakenBack && now() < unansweredFrom(intent)) throw conflict(TOO_EARLY)
      const reason = `${isTakenBack ? 'Taken back by its owner' : 'Not placed, as its owner says'} (${intent.reason})`
      const facts = { ...intent, quantity: 0, tradeIds: new Set<string>() }
      const { state } = nextIntent(facts, { kind: 'GIVEN_UP', reason })
      const row: IntentRow = { ...intent, state, reason }
      const note = { outcome: 'not-placed', by: userId }
      await ledger.record({ kind: state, intentId: row.id, rows: [{ table: 'intents', row }], note })
      return row
    })
  }
}
