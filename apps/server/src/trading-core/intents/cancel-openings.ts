import { AccountLedger, newIntent, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

const { intents } = schema

/** At the venue, or perhaps: what is only written is not sent once its session is over, or its person may not trade. */
const MAY_WORK = ['SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'] as const

/** Of a session, or of a person who trades an account of somebody else. */
export type OpeningsOf = { readonly sessionId: string } | { readonly placedBy: string }

/**
 * A session that is over, or a person who no longer trades an account, opens nothing more there: orders of theirs that may
 * still open a position are canceled, by requests of the account, because those of an ended session are not sent. What only
 * reduces stays, as do the stops of positions. Call it in the transaction that ends the session, or takes the right away.
 */
export async function cancelOpenings(
  tx: Transaction,
  accountId: string,
  of: OpeningsOf,
  { installation, now }: { readonly installation: string; readonly now: () => number },
): Promise<void> {
  // Locks the account first: what is being claimed meanwhile is sent by then, or never.
  const ledger = await AccountLedger.open(tx, accountId, now)
  if (!ledger) return
  const { userId } = ledger.account
  const isOpening = and(eq(intents.kind, 'PLACE'), sql`not (${intents.payload}->>'reduceOnly')::boolean`)
  const isOf =
    'sessionId' in of
      ? eq(intents.sessionId, of.sessionId)
      : and(eq(intents.placedBy, of.placedBy), isNull(intents.sessionId))
  const open = await tx
    .select({ intentId: intents.id, instrumentId: intents.instrumentId })
    .from(intents)
    .where(and(eq(intents.accountId, accountId), isOf, isOpening, inArray(intents.state, [...MAY_WORK])))
  for (const { intentId, instrumentId } of open) {
    const payload = { kind: 'CANCEL', intentId } as const
    const row = newIntent({ userId, accountId, instrumentId, payload, installation, decidedAt: now() })
    await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  }
}
