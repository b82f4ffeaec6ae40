import { type Drizzle, recordAudit, schema } from '@tradeloom/database'
import { eq, sql } from 'drizzle-orm'

const { journal, tradingAccounts } = schema

/** In one go. */
const AT_ONCE = 20

/**
 * Removes journals of accounts that are gone and whose last entry is that many years old. They hold the id of the account and no
 * person; until then whoever has to can prove what was traded.
 */
export async function forgetJournals(db: Drizzle, years: number, now: number): Promise<void> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  const gone = await db
    .select({ accountId: journal.accountId })
    .from(journal)
    .where(sql`not exists (select from ${tradingAccounts} where ${tradingAccounts.id} = ${journal.accountId})`)
    .groupBy(journal.accountId)
    .having(sql`max(${journal.at}) < ${before}`)
    .limit(AT_ONCE)
  for (const { accountId } of gone) {
    await db.transaction(async (tx) => {
      const removed = await tx.delete(journal).where(eq(journal.accountId, accountId)).returning({ n: journal.n })
      const line = {
        actor: null,
        via: 'server',
        action: 'journal-forgotten',
        object: accountId,
        address: null,
      } as const
      await recordAudit(tx, { ...line, detail: { entries: removed.length } }, () => now)
    })
  }
}
