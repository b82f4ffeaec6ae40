import { AccountLedger, type Drizzle, newIntent, schema, type Transaction } from '@tradeloom/database'
import { type IntentPayload, type IntentState, nextFlattenStep } from '@tradeloom/trading'
import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { Closer } from './closer.ts'
import type { StoredGuard } from './stored-guards.ts'
import { unblocked } from './unblocked.ts'

const { intents, positions, venueOrders } = schema

/** A request that was refused is not repeated sooner. */
const AGAIN_MS = 5_000

const UNFINISHED: IntentState[] = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL']
/** An order may come of them. */
const UNDECIDED: ReadonlySet<IntentState> = new Set(['SENDING', 'UNKNOWN'])

export interface PaperCloserParts {
  readonly db: Drizzle
  readonly installation: string
  readonly now: () => number
}

/** Closes a paper account down: its venue is the database, so it is asked as everybody asks it. */
export class PaperCloser implements Closer {
  readonly isOwnClient = false
  readonly closings = []
  readonly #parts: PaperCloserParts

  constructor(parts: PaperCloserParts) {
    this.#parts = parts
  }

  held({ positions: booked }: StoredGuard) {
    return { positions: booked, closedProfit: 0 }
  }

  /** Everything that happens is in the books. */
  follow(): void {}

  step({ accountId, userId }: StoredGuard): Promise<boolean> {
    const { db, installation, now } = this.#parts
    return unblocked(db, async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      if (ledger?.level !== 'FLATTEN') return false
      const { orders, open, recent } = await this.#read(tx, accountId)
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
