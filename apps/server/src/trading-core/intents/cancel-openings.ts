import { AccountLedger, newIntent, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, sql } from 'drizzle-orm'

const { intents, sessions } = schema

/** At the venue, or perhaps: what is only written is not sent once its session is over. */
const MAY_WORK = ['SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'] as const

type EndedSession = Pick<typeof sessions.$inferSelect, 'id' | 'userId' | 'brokerAccountId'>

/**
 * A session that is over opens nothing more: its orders that may still open a position are canceled, by requests of the
 * account, because those of an ended session are not sent. What only reduces stays, as do the stops of positions. Call it in
 * the transaction that ends the session.
 */
export async function cancelOpenings(
  tx: Transaction,
  { id, userId, brokerAccountId: accountId }: EndedSession,
  { installation, now }: { readonly installation: string; readonly now: () => number },
): Promise<void> {
  // Locks the account first: what is being claimed meanwhile is sent by then, or never.
  const ledger = await AccountLedger.open(tx, accountId, now)
  if (!ledger) return
  const isOpening = and(eq(intents.kind, 'PLACE'), sql`not (${intents.payload}->>'reduceOnly')::boolean`)
  const open = await tx
    .select({ intentId: intents.id, instrumentId: intents.instrumentId })
    .from(intents)
    .where(and(eq(intents.sessionId, id), isOpening, inArray(intents.state, [...MAY_WORK])))
  for (const { intentId, instrumentId } of open) {
    const payload = { kind: 'CANCEL', intentId } as const
    const row = newIntent({ userId, accountId, instrumentId, payload, installation, decidedAt: now() })
    await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  }
}
