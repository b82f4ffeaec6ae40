import { type AccountRow, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, or, sql } from 'drizzle-orm'

const { intents } = schema

/** A request of another process that closes something, of which the books do not say yet how much it has sold. */
export interface PendingSale {
  /** Null for an order that reduces whatever is open in its market. */
  readonly positionId: string | null
  readonly instrumentId: string
  readonly clientId: string
  readonly clientNumber: number
  /** UTC milliseconds. */
  readonly sentAt: number
  /** After it, it can no longer arrive if the venue does not have it. */
  readonly fenceAt: number
  /** How much of it is in the books. */
  readonly booked: number
}

/** An order that waits for its price is among the open ones of the venue. */
const IN_DOUBT = ['SENDING', 'UNKNOWN'] as const
const UNFINISHED = [...IN_DOUBT, 'WORKING', 'PARTIAL'] as const

/** Those of these accounts that are on their way, or were executed and are not booked, with their accounts. */
export async function pendingSales(
  db: Transaction,
  accounts: readonly Pick<AccountRow, 'id' | 'model'>[],
): Promise<(PendingSale & { readonly accountId: string })[]> {
  const { accountId, kind, state, payload } = intents
  const ids = accounts.map(({ id }) => id)
  const netting = accounts.flatMap(({ id, model }) => (model === 'netting' ? [id] : []))
  const closes = and(eq(kind, 'CLOSE'), inArray(state, [...UNFINISHED]))
  // What buys may close a short position.
  const reduces = or(sql`${payload}->>'side' = 'SELL'`, inArray(accountId, netting))
  const sells = and(eq(kind, 'PLACE'), inArray(state, [...IN_DOUBT]), reduces)
  const rows = await db
    .select()
    .from(intents)
    .where(and(inArray(accountId, ids), or(closes, sells)))
  return rows.map((row) => {
    const sentAt = (row.sentAt ?? row.decidedAt).getTime()
    return {
      accountId: row.accountId,
      positionId: row.payload.kind === 'CLOSE' ? row.payload.positionId : null,
      instrumentId: row.instrumentId,
      clientId: row.clientId,
      clientNumber: row.cid,
      sentAt,
      fenceAt: row.fenceAt?.getTime() ?? sentAt,
      booked: row.filled,
    }
  })
}
