import {
  AccountLedger,
  type Drizzle,
  type IntentRow,
  type PositionRow,
  schema,
  type Transaction,
} from '@tradeloom/database'
import { type AccountModel, isDust, type ListedInstrument, minus, roundToStep } from '@tradeloom/domain'
import {
  claimProblem,
  closingOrder,
  hasEnded,
  INTENT_STATES,
  intentAfter,
  type IntentEvent,
  isProtection,
  sentBefore,
  WITHDRAWN,
} from '@tradeloom/trading'
import type { OrderGateway, OrderReference } from '@tradeloom/venues'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { STALE_AFTER_S } from '../../platform/leases/lease-owner.ts'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'

const { intents, leases, positions, venueOrders } = schema

/** The process that sends requests needs less than that while it works. */
const LEFT_MS = 2_500
/** Without a process that works on the account, nobody else sends it. */
const ALONE_MS = 300
/** Where it could not be sent, for a reason that may pass. */
const AGAIN_MS = 1_000
const UNFINISHED = INTENT_STATES.filter((state) => !hasEnded(state) && state !== 'WRITTEN')

export interface LeftClosingsParts {
  readonly db: Drizzle
  readonly accountId: string
  readonly model: AccountModel
  /** Of the guardian: one that has lost it sends nothing. */
  readonly lease: Lease
  readonly gateway: OrderGateway
  readonly listing: (instrumentId: string) => Promise<ListedInstrument | null>
  readonly bid: (instrumentId: string) => Promise<number | null>
  /** Whether all that was executed in a market is booked. `but`: orders whose executions are counted anyway. */
  readonly isBooked: (instrumentId: string, but: ReadonlySet<string>) => Promise<boolean>
  /** What can be sold of a coin if these orders are taken away. */
  readonly sellable: (listing: ListedInstrument, tiedUp: number) => Promise<number>
  /** Whether all of the account is being closed down, which is another way. */
  readonly isClosingDown: () => boolean
  readonly now: () => number
}

interface Closing {
  readonly intent: IntentRow
  /** What protects the position, and ties up what is to be sold. */
  readonly protections: readonly IntentRow[]
  readonly position: PositionRow
}

/**
 * Closings by hand that nobody sends, because the process that should has died or does not get on: they go out from here, under
 * their own names, and that process finds them at the venue. A request is claimed under the lock of its account, so it is sent
 * once, by the first to claim it. What would leave a position without its stop, or is not certain, is left to that process.
 */
export class LeftClosings {
  readonly #parts: LeftClosingsParts
  #sending: Promise<void> | null = null
  /** Monotonic times, by request. */
  readonly #againAt = new Map<string, number>()

  constructor(parts: LeftClosingsParts) {
    this.#parts = parts
  }

  /** When nothing of it is on its way any more. */
  async settled(): Promise<void> {
    await this.#sending?.catch(() => undefined)
  }

  /** Sends what is left. Calls while it is at it are one call. */
  step(): Promise<void> {
    this.#sending ??= this.#step().finally(() => (this.#sending = null))
    return this.#sending
  }

  async #step(): Promise<void> {
    for (const id of await this.#left()) {
      if (performance.now() < (this.#againAt.get(id) ?? 0)) continue
      const closing = await this.#claim(id)
      if (!closing) this.#againAt.set(id, performance.now() + AGAIN_MS)
      else await this.#change(id, await this.#send(closing))
    }
  }

  async #left(): Promise<string[]> {
    const { db, accountId, isClosingDown, now } = this.#parts
    if (isClosingDown()) return []
    const at = now()
    const rows = await db
      .select({ id: intents.id, committedAt: intents.committedAt })
      .from(intents)
      .where(
        and(
          eq(intents.accountId, accountId),
          eq(intents.kind, 'CLOSE'),
          eq(intents.state, 'WRITTEN'),
          isNull(intents.sessionId),
          lt(intents.committedAt, new Date(at - ALONE_MS)),
          // What waited longer is not sent at all.
          gt(intents.committedAt, new Date(2 * at - sentBefore(at))),
        ),
      )
      .orderBy(intents.id)
    if (rows.length === 0) {
      this.#againAt.clear()
      return []
    }
    const isWorkedOn = await this.#isWorkedOn()
    return rows.filter((row) => !isWorkedOn || at - row.committedAt.getTime() > LEFT_MS).map(({ id }) => id)
  }

  async #isWorkedOn(): Promise<boolean> {
    const { db, accountId } = this.#parts
    const isAlive = sql`exists (select from lease_owners owner where owner.id = ${leases.owner}
      and owner.heartbeat_at > now() - make_interval(secs => ${STALE_AFTER_S}))`
    return (await db.$count(leases, and(eq(leases.kind, 'account'), eq(leases.key, accountId), isAlive))) > 0
  }

  /** Null where it is not to be sent from here, with nothing changed. */
  async #claim(id: string): Promise<Closing | null> {
    const { db, accountId, lease, gateway, now } = this.#parts
    const closing = await this.#closing(db, id)
    if (!closing || !(await this.#isPossible(closing))) return null
    return db.transaction(async (tx) => {
      if (!(await holdLease(tx, lease))) return null
      const ledger = await AccountLedger.open(tx, accountId, now)
      // Under the lock: whoever else has claimed something of the position is seen here, or sees this.
      const again = await this.#closing(tx, id)
      if (!ledger || !again || !isSame(closing, again)) return null
      const at = now()
      const writtenAt = again.intent.committedAt.getTime()
      const problem = claimProblem({ ...CLOSING, writtenAt, now: at, level: ledger.level, isHeld: ledger.isHeld })
      if (problem !== null || ledger.level === 'FLATTEN' || this.#parts.isClosingDown()) return null
      const fenceAt = new Date(sentBefore(at) + gateway.fenceMs)
      const next = intentAfter(again.intent, { kind: 'CLAIMED' }, at)
      const intent = { ...again.intent, ...next, sentAt: new Date(at), fenceAt }
      // Beforehand: an order that ends without that was canceled by somebody else.
      const protectionIds = again.protections.map((one) => one.id)
      const stored = await tx.select().from(venueOrders).where(inArray(venueOrders.intentId, protectionIds))
      const withdrawn = stored.map((one) => ({ table: 'venue_orders', row: { ...one, reason: WITHDRAWN } }) as const)
      const rows = [{ table: 'intents', row: intent } as const, ...withdrawn]
      await ledger.record({ kind: 'SENDING', intentId: id, rows, note: { by: 'guardian' } })
      return { ...again, intent }
    })
  }

  /** What is to be closed; null unless it is all of an open position, and it is certain what protects it. */
  async #closing(db: Drizzle | Transaction, id: string): Promise<Closing | null> {
    const [intent] = await db.select().from(intents).where(eq(intents.id, id))
    if (intent?.state !== 'WRITTEN' || intent.payload.kind !== 'CLOSE') return null
    const { payload } = intent
    const [position] = await db.select().from(positions).where(eq(positions.id, payload.positionId))
    if (position?.status !== 'OPEN' || payload.quantity < position.quantity) return null
    const isOf = sql`${intents.payload}->>'positionId' = ${position.id}`
    const others = await db
      .select()
      .from(intents)
      .where(and(eq(intents.accountId, position.accountId), inArray(intents.state, UNFINISHED), isOf))
    const protections = others.filter((one) => isProtection(one.payload))
    const isCertain = protections.every(({ state }) => state === 'WORKING' || state === 'PARTIAL')
    if (!isCertain || others.some(({ kind }) => kind === 'CLOSE')) return null
    return { intent, protections, position }
  }

  /** Whether the venue will take it, as far as that can be known: its protections are away by then, and nobody places others. */
  async #isPossible({ intent, protections, position: { quantity } }: Closing): Promise<boolean> {
    const { gateway, listing, bid, isBooked, model, sellable } = this.#parts
    const { instrumentId } = intent
    const [listed, price] = [await listing(instrumentId), await bid(instrumentId)]
    if (!listed || price === null || (model === 'spot' && isDust(quantity, price, listed))) return false
    const most = (await gateway.maxMarketQuantity?.(instrumentId)) ?? Infinity
    const wanted = roundToStep(quantity, listed.lotSize, 'down')
    if (wanted > most || !(await isBooked(instrumentId, venueIdsOf(protections)))) return false
    return (await sellable(listed, tiedUpBy(protections))) >= wanted
  }

  async #send({ intent, protections, position }: Closing): Promise<IntentEvent> {
    const { gateway, listing, isClosingDown } = this.#parts
    const { instrumentId, sentAt } = intent
    const listed = await listing(instrumentId).catch(() => null)
    if (!listed) return dropped('the instrument is not listed')
    let left = position.quantity
    for (const protection of protections) {
      const filled = await this.#withdraw(protection).catch(() => null)
      if (filled === null)
        return dropped('the stop of the position could not be canceled, so the position was not closed')
      left = minus(left, minus(filled, protection.filled))
    }
    const whole = roundToStep(left, listed.lotSize, 'down')
    if (!(whole > 0)) return dropped('less than one step of it is left')
    const reference = { ...referenceOf(intent), until: sentBefore(sentAt?.getTime() ?? 0) }
    if (isClosingDown()) return dropped('the account is being closed down')
    const answer = await gateway.place(reference, closingOrder(this.#parts.model, position, whole))
    if (answer.kind === 'ACCEPTED') return { kind: 'ACCEPTED', venueId: answer.venueId ?? '' }
    if (answer.kind === 'UNKNOWN') return { kind: 'UNANSWERED', reason: answer.reason }
    return answer.isUnsent ? dropped(answer.reason) : { kind: 'REFUSED', reason: answer.reason }
  }

  /** What the order has executed in all, once it has ended. */
  async #withdraw(protection: IntentRow): Promise<number> {
    const { gateway } = this.#parts
    const answer = await gateway.cancel(referenceOf(protection))
    if (answer.kind === 'ACCEPTED' && answer.order) return answer.order.filled
    // Its partner may have taken it with it.
    const found = await gateway.lookUp(referenceOf(protection), true)
    // What it has executed nobody knows then.
    if (found.kind === 'NONE') throw new Error('The venue does not know it')
    const { status, filled } = found.order
    if (status === 'NEW' || status === 'PARTIALLY_FILLED') throw new Error('It is still there')
    return filled
  }

  /** Whoever has booked more meanwhile knows better, see `nextIntent`. */
  async #change(id: string, event: IntentEvent): Promise<void> {
    const { db, accountId, now } = this.#parts
    await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      const [row] = await tx.select().from(intents).where(eq(intents.id, id))
      const next = row && intentAfter(row, event, now())
      if (!ledger || !next) return
      const rows = [{ table: 'intents', row: next }] as const
      await ledger.record({ kind: next.state, intentId: id, rows, note: { by: 'guardian' } })
    })
  }
}

/** What is the same of all closings by hand. */
const CLOSING = {
  isUnguarded: false,
  isOpening: false,
  isClosing: true,
  isCanceling: false,
  isSessionOver: false,
  isShareOver: false,
  marketProblem: null,
} as const

function isSame(one: Closing, other: Closing): boolean {
  const ids = ({ protections }: Closing): string => protections.map(({ id, filled }) => `${id} ${filled}`).join()
  return one.position.quantity === other.position.quantity && ids(one) === ids(other)
}

function venueIdsOf(protections: readonly IntentRow[]): ReadonlySet<string> {
  return new Set(protections.flatMap(({ venueId }) => (venueId === null ? [] : [venueId])))
}

/** Of a stop and a target that are one pair, the coins are tied up once. */
function tiedUpBy(protections: readonly IntentRow[]): number {
  const left = protections.map(({ payload, filled }) => (isProtection(payload) ? minus(payload.quantity, filled) : 0))
  return Math.max(0, ...left)
}

function dropped(reason: string): IntentEvent {
  return { kind: 'DROPPED', reason }
}

function referenceOf({ instrumentId, clientId, cid, sentAt, decidedAt }: IntentRow): OrderReference {
  return { instrumentId, clientId, clientNumber: cid, sentAt: (sentAt ?? decidedAt).getTime() }
}
