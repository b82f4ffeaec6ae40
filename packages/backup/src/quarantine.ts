import { AccountLedger, type Drizzle, type IntentRow, recordAudit, schema } from '@tradeloom/database'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

const { deliveries, intents, logins, mailOutbox, sessions, tradingAccounts } = schema

/** What became of things that were under way. */
export interface Quarantined {
  readonly sessions: number
  readonly accounts: number
  readonly orders: number
}

/** Who raised the levels of accounts. */
const BY = 'restore'

/**
 * What a restored installation may not go on with: what happened since the backup is not in it. Sessions are stopped, no
 * account opens anything until a person has looked at it, orders that were on their way to a venue are of unknown outcome,
 * nobody is logged in, and no mail of that time is sent.
 */
export async function quarantine(
  db: Drizzle,
  { takenAt, at }: { readonly takenAt: number; readonly at: number },
  now: () => number = Date.now,
): Promise<Quarantined> {
  const from = `Restored from the backup of ${new Date(takenAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const to = at === takenAt ? '' : ` to ${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const reason = `${from}${to}`
  return db.transaction(async (tx) => {
    const stopped = await tx
      .update(sessions)
      .set({ status: 'Stopped', statusDetail: reason, stopped: new Date(now()), epoch: sql`${sessions.epoch} + 1` })
      .where(eq(sessions.status, 'Active'))
      .returning({ id: sessions.id })
    const accounts = await tx.select({ id: tradingAccounts.id, venue: tradingAccounts.venue }).from(tradingAccounts)
    let orders = 0
    for (const { id, venue } of accounts) {
      const ledger = await AccountLedger.open(tx, id, now)
      if (!ledger) continue
      await ledger.raise({ level: 'NO_NEW', by: BY, reason })
      const onTheirWay = await tx
        .select()
        .from(intents)
        .where(and(eq(intents.accountId, id), inArray(intents.state, ['WRITTEN', 'SENDING'])))
      for (const intent of onTheirWay) await ledger.record(outcomeOf(intent, venue === 'paper', reason, now()))
      orders += onTheirWay.length
    }
    await tx.delete(logins)
    await tx.update(mailOutbox).set({ body: '', error: reason }).where(isNull(mailOutbox.sentAt))
    await tx.update(deliveries).set({ state: 'dropped' }).where(eq(deliveries.state, 'waiting'))
    const detail = { takenAt, at, sessions: stopped.length, accounts: accounts.length, orders }
    const line = { actor: null, via: 'cli', action: 'backup-restored', object: null, address: null } as const
    await recordAudit(tx, { ...line, detail }, now)
    return { sessions: stopped.length, accounts: accounts.length, orders }
  })
}

/** Paper is the database itself: what it had not begun was never done. A venue may have received the order since. */
function outcomeOf(intent: IntentRow, isPaper: boolean, reason: string, now: number) {
  const sent = { sentAt: intent.sentAt ?? intent.decidedAt, fenceAt: intent.fenceAt ?? new Date(now) }
  const row: IntentRow = isPaper
    ? { ...intent, state: 'UNSENT', reason }
    : { ...intent, state: 'UNKNOWN', reason, ...sent }
  return { kind: row.state, intentId: intent.id, rows: [{ table: 'intents', row }] } as const
}
