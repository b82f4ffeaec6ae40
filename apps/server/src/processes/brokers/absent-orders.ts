import { type IntentRow, type LedgerRow, schema, type Transaction, type VenueOrderRow } from '@tradeloom/database'
import { intentAfter, type IntentEvent, isProtection, VANISHED } from '@tradeloom/trading'
import { REJECTED_FLAGS } from './lost-protection.ts'
import type { LookUp, OrderGateway, VenueOrder } from '@tradeloom/venues'
import { and, eq, inArray } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { referenceOf } from './order-reference.ts'

const { intents, positions, venueOrders } = schema

const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const
/** A venue that answers from a copy which lags behind, or starts again, catches up within a few times its fence. */
const FENCES = 4
const MIN_MS = 2_000
/** Before an absence is proven. */
const ANSWERS = 3
const MAX_PAUSE_MS = 5_000

interface Missing {
  readonly since: number
  answers: number
}

/**
 * Working orders that are missing from the list of their venue. That proves nothing, and neither does one answer: the venue is
 * asked by the name that it was given and by its own number, for a while.
 */
export class AbsentOrders {
  readonly #gateway: Pick<OrderGateway, 'lookUp' | 'orderOf' | 'fenceMs'>
  readonly #missing = new Map<string, Missing>()

  constructor(gateway: Pick<OrderGateway, 'lookUp' | 'orderOf' | 'fenceMs'>) {
    this.#gateway = gateway
  }

  /** How long until they are to be asked for again, milliseconds; null if none is missing. */
  get pauseMs(): number | null {
    return this.#missing.size === 0 ? null : Math.min(MAX_PAUSE_MS, this.#proofMs / (ANSWERS - 1))
  }

  get #proofMs(): number {
    return Math.max(MIN_MS, FENCES * this.#gateway.fenceMs)
  }

  found(id: string): void {
    this.#missing.delete(id)
  }

  /** `id`: of the order; `named`: of the request by whose name the venue knows it now. */
  async ask(id: string, named: IntentRow): Promise<LookUp> {
    const { venueId, instrumentId } = named
    const byName = await this.#gateway.lookUp(referenceOf(named))
    const isAskedOn = byName.kind === 'NONE' && venueId !== null && this.#gateway.orderOf !== undefined
    const answer = isAskedOn ? ((await this.#gateway.orderOf?.(instrumentId, venueId)) ?? byName) : byName
    if (answer.kind === 'FOUND') {
      this.found(id)
      return answer
    }
    const missing = this.#missing.get(id) ?? { since: performance.now(), answers: 0 }
    missing.answers += 1
    this.#missing.set(id, missing)
    return answer
  }

  /** Whether the answers so far are enough. It is forgotten then. */
  isProven(id: string): boolean {
    const missing = this.#missing.get(id)
    if (!missing || missing.answers < ANSWERS || performance.now() - missing.since < this.#proofMs) return false
    return this.#missing.delete(id)
  }
}

/** Ends an order that is proven not to be at its venue. Returns the rows that show it. */
export function endAbsent(account: LeasedAccount, intentId: string): Promise<string[]> {
  return inLedger(account, async (tx, ledger) => {
    const [intent] = await tx.select().from(intents).where(eq(intents.id, intentId))
    const at = account.now()
    const next = intent && intentAfter(intent, { kind: 'NOT_THERE' }, at)
    if (!next) return []
    const shown = and(eq(venueOrders.intentId, intentId), inArray(venueOrders.status, [...ACTIVE]))
    const orders = (await tx.select().from(venueOrders).where(shown)).map(
      (row) => ({ ...row, status: 'CANCELED', reason: row.reason ?? VANISHED, changedAt: new Date(at) }) as const,
    )
    const rows: LedgerRow[] = [
      { table: 'intents', row: next },
      ...orders.map((row) => ({ table: 'venue_orders', row }) as const),
    ]
    await ledger.record({ kind: next.state, intentId, rows })
    return orders.map(({ id }) => id)
  })
}

/**
 * What it means that an order works of which it was proven that the venue does not have it; null for all others. One that
 * protects a position is in custody again, which keeps or cancels it. One that was acknowledged is its owner's as before. A
 * session has been told that its order has ended, and an opening that was never acknowledged was repeated: strays.
 */
export function backEvent({ state, reason, payload, sessionId }: IntentRow, order: VenueOrder): IntentEvent | null {
  if (order.status !== 'NEW' && order.status !== 'PARTIALLY_FILLED') return null
  const { venueId } = order
  if (isProtection(payload)) return { kind: 'BACK', venueId, isKept: true }
  const hasVanished = state === 'CANCELED' && reason === VANISHED
  return hasVanished ? { kind: 'BACK', venueId, isKept: sessionId === null } : null
}

/** What shows that it works again, and the level of its position that counted as lost, unless that is another one by now. */
export async function backRows(tx: Transaction, { payload }: IntentRow, order: VenueOrderRow): Promise<LedgerRow[]> {
  const shown = { table: 'venue_orders', row: { ...order, reason: null } } as const
  if (!isProtection(payload)) return [shown]
  const [position] = await tx.select().from(positions).where(eq(positions.id, payload.positionId))
  const flag = REJECTED_FLAGS[payload.guard]
  const isMeant = position?.status === 'OPEN' && position[payload.guard] === payload.price && position[flag]
  return isMeant ? [shown, { table: 'positions', row: { ...position, [flag]: false } }] : [shown]
}
