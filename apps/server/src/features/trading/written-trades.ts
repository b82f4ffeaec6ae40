import type { OrderAccepted } from '@tradeloom/contracts'
import { AccountLedger, type Drizzle, type IntentRow, newIntent, sqlState, UNIQUE_VIOLATION } from '@tradeloom/database'
import type { IntentPayload } from '@tradeloom/trading'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { LivePrice } from '../../trading-core/prices/valuation.ts'
import { orderRefused } from './order-refused.ts'
import type { TradingRepository } from './trading.repository.ts'

interface WrittenTradesParts {
  readonly db: Drizzle
  readonly repository: Pick<TradingRepository, 'intentOfKey'>
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
}

interface AskedTrade {
  /** Who asks for it, on an account of theirs or on one that is shared with them. */
  readonly userId: string
  readonly accountId: string
  readonly instrumentId: string
  readonly key: string | undefined
  readonly price: LivePrice | null
  readonly denied: string | null
  readonly decidedAt: number
}

/** Writes down what people ask for, once for each key. */
export class WrittenTrades {
  readonly #parts: WrittenTradesParts

  constructor(parts: WrittenTradesParts) {
    this.#parts = parts
  }

  /** The time of the click: whatever waits from then on, here or elsewhere, makes it older. */
  decidedAt(age: number | undefined): number {
    return this.#parts.now() - (age ?? 0)
  }

  /** A repeated key gets the answer of the first request. */
  async once(
    userId: string,
    key: string | undefined,
    isSame: (first: IntentRow) => boolean,
    work: () => Promise<OrderAccepted>,
  ): Promise<OrderAccepted> {
    if (key === undefined) return work()
    const answer = (first: IntentRow): OrderAccepted => {
      if (!isSame(first)) throw conflict('The key of this order belongs to another one, which was sent before')
      return answerOf(first)
    }
    const known = await this.#parts.repository.intentOfKey(userId, key)
    if (known) return answer(known)
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error
      const first = await this.#parts.repository.intentOfKey(userId, key)
      if (!first) throw error
      return answer(first)
    }
  }

  async write(payload: IntentPayload, asked: AskedTrade): Promise<OrderAccepted> {
    const { db, now, installation } = this.#parts
    const { key, price, userId, ...rest } = asked
    const ticket = { ticketKey: key ?? null, tickAt: price?.time ?? null, receivedAt: price?.receivedAt ?? null }
    return db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, asked.accountId, now)
      if (!ledger) throw notFound('Account')
      const { userId: owner } = ledger.account
      const people = { userId: owner, placedBy: userId === owner ? null : userId }
      const intent = newIntent({ ...rest, ...ticket, ...people, payload, installation })
      await ledger.record({ kind: intent.state, intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
      return { intentId: intent.id, accountId: intent.accountId }
    })
  }
}

function answerOf({ id, accountId, state, reason }: IntentRow): OrderAccepted {
  if (state === 'DENIED') throw orderRefused(reason ?? 'refused')
  return { intentId: id, accountId }
}
