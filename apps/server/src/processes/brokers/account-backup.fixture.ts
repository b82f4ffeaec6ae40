import type { TestDatabase } from '@tradeloom/testkit'

/**
 * Remembers the account, which has traded nothing yet. The function that it returns puts it back as if the database were
 * restored from a backup of now: call it while nothing runs.
 */
export async function backUpAccount(pool: TestDatabase['pool'], accountId: string): Promise<() => Promise<void>> {
  const of = [accountId]
  const [account] = (await pool.query('select balance, initial_balance from trading_accounts where id = $1', of)).rows
  const [head] = (await pool.query('select journal_n, journal_hash from account_control where account_id = $1', of))
    .rows
  return async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // The journal refuses to be shortened, which a restored one was not.
      await client.query('set local session_replication_role = replica')
      for (const table of [
        'custody_audits',
        'fills',
        'venue_orders',
        'positions',
        'intents',
        'venue_cursors',
        'venue_balances',
      ])
        await client.query(`delete from ${table} where account_id = $1`, of)
      await client.query('delete from journal where account_id = $1 and n > $2', [...of, head.journal_n])
      await client.query('update account_control set journal_n = $2, journal_hash = $3 where account_id = $1', [
        ...of,
        head.journal_n,
        head.journal_hash,
      ])
      await client.query('update trading_accounts set balance = $2, initial_balance = $3 where id = $1', [
        ...of,
        account.balance,
        account.initial_balance,
      ])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
