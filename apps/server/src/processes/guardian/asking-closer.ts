import { AccountLedger, type Drizzle, newIntent, schema, type Transaction } from '@tradeloom/database'
import { isDust, type ListedInstrument } from '@tradeloom/domain'
import { type IntentPayload, type IntentState, nextFlattenStep } from '@tradeloom/trading'
import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Closer } from './closer.ts'
import type { SentClosing } from './guard-file.ts'
import type { HeldPosition, StoredGuard } from './stored-guards.ts'
import { unblocked } from './unblocked.ts'

const { intents, positions, venueOrders } = schema

/** A request that was refused is not repeated sooner. */
const AGAIN_MS = 5_000

const UNFINISHED: IntentState[] = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL']
/** So long an order of the guardian's own may still be carried out. */
const KEPT_MS = 60_000
/** An order may come of them. */
const UNDECIDED: ReadonlySet<IntentState> = new Set(['SENDING', 'UNKNOWN'])

export interface AskingCloserParts {
  readonly db: Drizzle
  readonly installation: string
  /** What the guardian has sent itself while it could. */
  readonly closings: readonly SentClosing[]
  readonly listing: (instrumentId: string) => ListedInstrument | null
  /** The newest price; null if there is none. */
  readonly bid: (instrumentId: string) => Promise<number | null>
  readonly now: () => number
}

/**
 * Closes an account down through whoever sends its orders, by requests like those of a person: on paper, whose venue is the
 * database, and at venues where the guardian has no key.
 */
export class AskingCloser implements Closer {
  readonly isOwnClient = false
  readonly #parts: AskingCloserParts

  constructor(parts: AskingCloserParts) {
    this.#parts = parts
  }

  get closings(): readonly SentClosing[] {
    const { closings, now } = this.#parts
    return closings.filter(({ sentAt }) => now() < sentAt + KEPT_MS)
  }

  held({ positions: booked }: StoredGuard) {
    return { positions: booked, closedProfit: 0 }
  }

  /** Everything that happens is in the books. */
  follow(): void {}

  async step(stored: StoredGuard): Promise<boolean> {
    const { accountId, userId } = stored
    const { db, installation, now } = this.#parts
    if (this.closings.length > 0) return false
    const dust = await this.#dust(stored)
    return unblocked(db, async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      if (ledger?.level !== 'FLATTEN') return false
      await ledger.handOver()
      const { orders, open: all, recent } = await this.#read(tx, accountId)
      const open = all.filter(({ id }) => !dust.has(id))
      const canceled = new Set(recent.flatMap(({ payload }) => (payload.kind === 'CANCEL' ? [payload.intentId] : [])))
      const closed = new Set(recent.flatMap(({ payload }) => (payload.kind === 'CLOSE' ? [payload.positionId] : [])))
      const step = nextFlattenStep({
        now: now(),
        orders: orders.map(({ instrumentId, intentId }) => {
          const id = intentId ?? ''
          return { id, instrumentId, isCanceling: canceled.has(id) }
        }),
        positions: open.map(({ id, instrumentId }) => ({ id, instrumentId, isClosing: closed.has(id) })),
        fenceAt: recent.some(({ kind, state }) => kind === 'PLACE' && UNDECIDED.has(state)) ? Infinity : null,
      })
      const instruments = new Map([
        ...orders.map((one) => [one.intentId ?? '', one.instrumentId] as const),
        ...open.map((one) => [one.id, one.instrumentId] as const),
      ])
      const ask = async (id: string, payload: IntentPayload): Promise<void> => {
        const instrumentId = instruments.get(id) ?? ''
        const intent = newIntent({ accountId, userId, instrumentId, payload, installation, decidedAt: now() })
        const rows = [{ table: 'intents', row: intent } as const]
        await ledger.record({ kind: 'WRITTEN', intentId: intent.id, rows, note: { by: 'guardian' } })
      }
      for (const id of step.cancel) await ask(id, { kind: 'CANCEL', intentId: id })
      for (const { id, quantity } of open) {
        if (step.close.includes(id)) await ask(id, { kind: 'CLOSE', positionId: id, quantity, reason: 'guardian' })
      }
      return step.isFlat
    })
  }

  close(): void {}

  /** Positions of which the venue would sell nothing any more. */
  async #dust({ model, positions: held }: StoredGuard): Promise<ReadonlySet<string>> {
    const { listing, bid } = this.#parts
    const isLeft = async ({ instrumentId, quantity }: HeldPosition): Promise<boolean> => {
      const listed = listing(instrumentId)
      return listed !== null && isDust(quantity, (await bid(instrumentId)) ?? Infinity, listed)
    }
    const dust: string[] = []
    for (const one of model === 'spot' ? held : []) if (await isLeft(one)) dust.push(one.id)
    return new Set(dust)
  }

  async #read(tx: Transaction, accountId: string) {
    const since = new Date(this.#parts.now() - AGAIN_MS)
    const [orders, open, recent] = await Promise.all([
      tx
        .select()
        .from(venueOrders)
        .where(
          and(
            eq(venueOrders.accountId, accountId),
            inArray(venueOrders.status, ['NEW', 'PARTIALLY_FILLED']),
            // Others are placed elsewhere, and not ours.
            isNotNull(venueOrders.intentId),
            // Stops and targets end with their position.
            isNull(venueOrders.positionId),
          ),
        ),
      tx
        .select()
        .from(positions)
        .where(and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))),
      tx
        .select()
        .from(intents)
        .where(
          and(eq(intents.accountId, accountId), or(inArray(intents.state, UNFINISHED), gte(intents.decidedAt, since))),
        ),
    ])
    return { orders, open, recent }
  }
}
