import { join } from 'node:path'
import { expect } from 'vitest'
import type { BinanceDesk } from '../brokers/binance-desk.fixture.ts'
import { SupervisedGuardian } from './supervised-guardian.ts'

/** The real process `guardian` of a server, which watches the account of a desk with a limit, and knows what it has open. */
export async function guardDesk(desk: BinanceDesk, dailyLoss: number): Promise<SupervisedGuardian> {
  const { pool } = desk.database
  const limits = JSON.stringify({ dailyLoss })
  await pool.query('update account_control set limits = $2 where account_id = $1', [desk.accountId, limits])
  const guardian = openGuardian(desk, 'guardian.json')
  // The desk has pretended that one watches.
  await pool.query(`delete from leases where kind = 'guard' and key = $1`, [desk.accountId])
  await expect.poll(() => guardian.ensure(desk.accountId)).toBe(true)
  const referred = 'select from account_control where account_id = $1 and reference_result is not null'
  await expect.poll(async () => (await pool.query(referred, [desk.accountId])).rowCount).toBe(1)
  return guardian
}

/** That of another server is there, too, and waits. */
export function openGuardian(desk: BinanceDesk, file: string): SupervisedGuardian {
  const { parts, folder } = desk
  const config = { heartbeat: null, dataDir: folder }
  const guardian = desk.alongside(new SupervisedGuardian({ ...parts, config, kill: null, file: join(folder, file) }))
  guardian.look()
  return guardian
}

export async function levelOf(desk: BinanceDesk): Promise<string | undefined> {
  const query = 'select level from account_control where account_id = $1'
  return (await desk.database.pool.query<{ level: string }>(query, [desk.accountId])).rows[0]?.level
}
