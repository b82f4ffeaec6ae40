import { type IntentRow, newIntent, notify, schema, type Transaction } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import { BOTH_FILLED, hasEnded } from '@tradeloom/trading'
import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'

const { intents, venueOrders } = schema
const first = alias(intents, 'first')

/** What a cancellation has not changed yet may be on its way. */
const AGAIN_MS = 1_000
const WORKING: ReadonlySet<IntentRow['state']> = new Set(['WORKING', 'PARTIAL'])
const ON_THE_WAY = ['WRITTEN', 'SENDING', 'UNKNOWN', 'DONE'] as const

interface LinkedOrdersParts extends LeasedAccount {
  readonly userId: string
  /** Of this installation, see `clientId`. */
  readonly installation: string
}

type Pair = readonly [IntentRow, IntentRow]

/**
 * Two orders of an account of which the fill, or the end, of one cancels the other. What is to be done follows from the rows
 * alone, so that it is done whenever the process ended.
 */
export class LinkedOrders {
  readonly #parts: LinkedOrdersParts
  readonly #canceledAt = new Map<string, number>()

  constructor(parts: LinkedOrdersParts) {
    this.#parts = parts
  }

  /** Returns whether there is something to send. */
  async step(): Promise<boolean> {
    const pairs = await this.#pairs()
    const due = pairs.flatMap((pair) => this.#overdue(pair))
    const crossed = pairs.filter(([first, second]) => isCrossed(first, second))
    if (due.length === 0 && crossed.length === 0) return false
    const written = await inLedger(this.#parts, async (tx, ledger) => {
      for (const [first, second] of crossed) {
        const orders = await tx
          .select()
          .from(venueOrders)
          .where(inArray(venueOrders.intentId, [first.id, second.id]))
        const rows = [
          { table: 'intents', row: { ...second, reason: BOTH_FILLED } } as const,
          ...orders.map((row) => ({ table: 'venue_orders', row: { ...row, reason: BOTH_FILLED } }) as const),
        ]
        await ledger.record({ kind: BOTH_FILLED_ENTRY, intentId: second.id, rows })
        await notifyOfBothFilled(tx, second)
      }
      let count = 0
      for (const { id, accountId, userId, instrumentId } of due) {
        if (await isBeingCanceled(tx, accountId, id)) continue
        const payload = { kind: 'CANCEL', intentId: id } as const
        const { installation, now } = this.#parts
        const row = newIntent({ accountId, userId, instrumentId, payload, installation, decidedAt: now() })
        await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
        count += 1
      }
      return count
    })
    for (const { id } of due) this.#canceledAt.set(id, performance.now())
    return written > 0
  }

  /** Whichever works although the other one was filled or has ended. */
  #overdue([first, second]: Pair): IntentRow[] {
    return [[first, second] as const, [second, first] as const].flatMap(([one, other]) => {
      if (!WORKING.has(one.state) || !mustYield(one, other)) return []
      return performance.now() - (this.#canceledAt.get(one.id) ?? -Infinity) < AGAIN_MS ? [] : [one]
    })
  }

  /** Those of which something may still come, or was not said yet. */
  async #pairs(): Promise<Pair[]> {
    const { db, accountId } = this.#parts
    const linkedTo = sql`${intents.payload}->>'linkedTo'`
    const isUnsaid = and(
      gt(first.filled, 0),
      gt(intents.filled, 0),
      sql`${intents.reason} is distinct from ${BOTH_FILLED}`,
    )
    const isOpen = or(inArray(first.state, [...WORKING]), inArray(intents.state, [...WORKING]), isUnsaid)
    const found = await db
      .select({ first, second: intents })
      .from(intents)
      .innerJoin(first, sql`${first.id} = (${linkedTo})::uuid`)
      .where(and(eq(intents.accountId, accountId), isNotNull(linkedTo), isOpen))
    return found.map(({ first: one, second }) => [one, second])
  }
}

/** Entry of the journal that says that both orders of a pair were filled. */
/** Once for a pair. */
export async function notifyOfBothFilled(
  tx: Transaction,
  { id, accountId, userId, instrumentId }: Pick<IntentRow, 'id' | 'accountId' | 'userId' | 'instrumentId'>,
): Promise<void> {
  await notify(tx, userId, {
    kind: 'both-filled',
    subject: `Both linked orders of ${instrumentName(instrumentId)} were filled`,
    body: 'The cancellation of the second one came too late, so you hold the positions of both. Close the one that you do not want.',
    object: `account:${accountId}`,
    dedupKey: id,
  })
}

const BOTH_FILLED_ENTRY = 'BOTH_FILLED'

/** The order that was filled first stays: the other one ends because of it. What was never at the venue was never linked. */
function mustYield(one: IntentRow, { state, filled, venueId }: IntentRow): boolean {
  return filled > 0 || (one.filled === 0 && hasEnded(state) && venueId !== null)
}

function isCrossed(first: IntentRow, second: IntentRow): boolean {
  return first.filled > 0 && second.filled > 0 && second.reason !== BOTH_FILLED
}

async function isBeingCanceled(tx: Transaction, accountId: string, intentId: string): Promise<boolean> {
  const isMeant = and(
    eq(intents.accountId, accountId),
    eq(intents.kind, 'CANCEL'),
    inArray(intents.state, [...ON_THE_WAY]),
    sql`${intents.payload}->>'intentId' = ${intentId}`,
  )
  return (await tx.$count(intents, isMeant)) > 0
}
