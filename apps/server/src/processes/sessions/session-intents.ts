import { type IntentRow, newIntent, payloadHash } from '@tradeloom/database'
import type { TradeRequest } from '@tradeloom/domain'
import type { TickRow } from '@tradeloom/market-data/ticks'
import type { PendingChange } from './pending-change.ts'
import { SessionFailed } from './session-answers.ts'
import { isMarketOpening, type SessionOrders } from './session-orders.ts'
import type { TakenSession } from './session-row.ts'
import type { VenueNews } from './venue-news.ts'

const IN_FLIGHT = 'An earlier order at market is still on its way'
const DIVERGED = 'Replayed, the script does not do what it did before'

export interface SessionIntentsParts {
  readonly row: TakenSession
  readonly orders: SessionOrders
  readonly news: VenueNews
  readonly pending: PendingChange
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
}

/** What led to a request. */
export interface DecidedAt {
  readonly tick: TickRow | null
  readonly rowNo: number
}

/** Turns what a script requests into intents. In a replay, compares it with those that are stored. */
export class SessionIntents {
  readonly #parts: SessionIntentsParts
  /** Number of the next intent. */
  #no: number
  /** Stored intents that the replay has not reached; null while there is none. */
  #expected: IntentRow[] | null = null

  constructor(parts: SessionIntentsParts) {
    this.#parts = parts
    this.#no = parts.row.intentCount
  }

  get no(): number {
    return this.#no
  }

  get isReplaying(): boolean {
    return this.#expected !== null
  }

  replay(stored: readonly IntentRow[]): void {
    this.#expected = [...stored]
  }

  /** From here on, requests are new. */
  endReplay(): void {
    if (this.#expected?.length !== 0) throw new SessionFailed(`${DIVERGED}: it requested less than before`)
    this.#expected = null
  }

  request(request: TradeRequest, at: DecidedAt): void {
    const { orders, news } = this.#parts
    const payload = orders.payloadOf(request)
    if (payload === null) return
    const { id } = this.#expected ? reached(this.#expected, payload) : this.#write(payload, this.#problem(request), at)
    orders.sent(request, id)
    news.sent(id)
  }

  /** Not by the script: orders of its earlier start are not known to it. */
  cancel(intentId: string, at: DecidedAt): void {
    this.#write({ kind: 'CANCEL', intentId }, null, at)
  }

  #problem(request: TradeRequest): string | null {
    const { row, orders } = this.#parts
    const isSecond =
      row.inFlight === 'one' && request.kind === 'PLACE' && isMarketOpening(request) && orders.isOpeningOnItsWay
    return isSecond ? IN_FLIGHT : null
  }

  #write(payload: IntentRow['payload'], denied: string | null, { tick, rowNo }: DecidedAt): IntentRow {
    const { row, installation, now, pending } = this.#parts
    const { id: sessionId, userId, brokerAccountId: accountId, instrumentId } = row
    const named = { sessionId, userId, accountId, instrumentId, installation, no: this.#no, leg: 0 }
    this.#no += 1
    const seen = { tickAt: tick?.time ?? null, receivedAt: tick?.receivedAt ?? null, rowNo }
    const intent = newIntent({ ...named, ...seen, payload, denied, decidedAt: now() })
    pending.order(intent)
    return intent
  }
}

/** The stored intent that a replayed request is. */
function reached(expected: IntentRow[], payload: IntentRow['payload']): IntentRow {
  const stored = expected.shift()
  if (!stored) throw new SessionFailed(`${DIVERGED}: it requested more than before`)
  if (stored.payloadHash !== payloadHash(payload)) {
    throw new SessionFailed(`${DIVERGED}: its request ${stored.no} is another one than before`)
  }
  return stored
}
