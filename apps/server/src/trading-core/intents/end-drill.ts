import { AccountLedger, type Drizzle, newIntent, schema, type Transaction } from '@tradeloom/database'
import type { DrillEnd } from '@tradeloom/domain/drills'
import type { IntentPayload, IntentState } from '@tradeloom/trading'
import { and, eq, inArray, isNull } from 'drizzle-orm'

const { drills, intents, positions, tradingAccounts } = schema

const OPEN: IntentState[] = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL']

export interface EndedDrill {
  readonly db: Drizzle
  readonly id: string
  readonly end: DrillEnd
  readonly problem?: string
  readonly now: () => number
}

/**
 * Ends a drill: prices and answers are again as everybody else's, and what it has opened is canceled or closed. False if it
 * has ended before.
 */
export function endDrill({ db, id, end, problem, now }: EndedDrill): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ accountId: drills.accountId, userId: tradingAccounts.userId })
      .from(drills)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, drills.accountId))
      .where(eq(drills.id, id))
    const ledger = found && (await AccountLedger.open(tx, found.accountId, now))
    if (!found || !ledger) return false
    const [drill] = await tx
      .update(drills)
      .set({ endedAt: new Date(now()), end, problem: problem ?? null })
      .where(and(eq(drills.id, id), isNull(drills.endedAt)))
      .returning()
    if (!drill) return false
    await ledger.record({ kind: 'DRILL_ENDED', rows: [], note: { drill: drill.kind, end } })
    await closeOpened(tx, ledger, { ...found, id, instrumentId: drill.instrumentId, now })
    return true
  })
}

/** What its order has opened although it has ended: the order was just being sent. */
export function closeLeft({ db, id, now }: Pick<EndedDrill, 'db' | 'id' | 'now'>): Promise<void> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ accountId: drills.accountId, userId: tradingAccounts.userId, instrumentId: drills.instrumentId })
      .from(drills)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, drills.accountId))
      .where(eq(drills.id, id))
    const ledger = found && (await AccountLedger.open(tx, found.accountId, now))
    if (found && ledger) await closeOpened(tx, ledger, { ...found, id, now })
  })
}

interface OpenedByDrill {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly instrumentId: string
  readonly now: () => number
}

async function closeOpened(tx: Transaction, ledger: AccountLedger, { id, now, ...of }: OpenedByDrill): Promise<void> {
  const asked = await tx
    .select({ payload: intents.payload })
    .from(intents)
    .where(
      and(
        eq(intents.accountId, of.accountId),
        inArray(intents.kind, ['CANCEL', 'CLOSE']),
        inArray(intents.state, OPEN),
      ),
    )
  const isAsked = asked.some(
    ({ payload }) =>
      (payload.kind === 'CANCEL' && payload.intentId === id) || (payload.kind === 'CLOSE' && payload.positionId === id),
  )
  if (isAsked) return
  const ask = async (payload: IntentPayload): Promise<void> => {
    const row = newIntent({ ...of, payload, installation: 'paper', decidedAt: now() })
    await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }], note: { by: 'drill' } })
  }
  const [order] = await tx
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.id, id), inArray(intents.state, OPEN)))
  if (order) await ask({ kind: 'CANCEL', intentId: id })
  const [position] = await tx
    .select()
    .from(positions)
    .where(and(eq(positions.id, id), eq(positions.status, 'OPEN')))
  if (position) await ask({ kind: 'CLOSE', positionId: id, quantity: position.quantity })
}
