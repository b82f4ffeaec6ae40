import { schema } from '@tradeloom/database'
import { defaultModels } from '@tradeloom/domain'
import type { Pool } from 'pg'
import { SMA_CROSS } from '../strategies.ts'

export const ALGORITHMS = 200
const VERSIONS = 6
export const BACKTESTS = 2000

/** A typical comment before a script. */
const COMMENT =
  '// Follows the trend while a fast average is above a slow one, and leaves the rest to its stops.\n'.repeat(15)

const FINDINGS = [
  {
    kind: 'look-ahead',
    detector: 'future prices',
    line: 12,
    column: 5,
    message: 'This decision changes with prices that come later',
  },
]

/**
 * Creates algorithms with versions and checks, and backtests with results, for a user; every other algorithm is shared.
 * A second user has clones of a fifth of them.
 */
export async function fillDatabase(client: Pool, username: string): Promise<void> {
  const found = await client.query<{ id: string }>('select id from users where username = $1', [username])
  const userId = (found.rows[0] as { id: string }).id
  const other = await client.query<{ id: string }>(
    `insert into users (id, name, username, display_username, email)
     values (gen_random_uuid(), 'Other', 'other', 'Other', 'other@example.com') returning id`,
  )
  const otherId = (other.rows[0] as { id: string }).id
  await addAlgorithms(client, userId, ALGORITHMS)
  await addAlgorithms(client, otherId, ALGORITHMS / 5)
  await client.query(
    `update algorithms a set cloned_from_algorithm = origin.id from (
       select id, row_number() over (order by created_at, id) as n from algorithms where user_id = $1
     ) origin, (
       select id, row_number() over (order by created_at, id) as n from algorithms where user_id = $2
     ) clone where a.id = clone.id and origin.n = clone.n * 3`,
    [userId, otherId],
  )
  await addBacktests(client, userId, BACKTESTS)
  await addBacktests(client, otherId, BACKTESTS / 5)
  await client.query('vacuum analyze')
}

async function addAlgorithms(client: Pool, userId: string, count: number): Promise<void> {
  await client.query(
    `insert into algorithms (id, user_id, name, description, shared, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, 'Moving averages ' || n, 'Trades crosses of averages on many pairs, number ' || n, n % 2 = 0,
       now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, $2::int) n`,
    [userId, count],
  )
  await client.query(
    `insert into algorithm_versions (id, algorithm_id, version_no, shared_version_no, shared, message, script, script_hash, externals)
     select gen_random_uuid(), a.id, n, case when a.shared then n end, a.shared, 'Tuned the averages again',
       $2 || a.name || $3 || n, md5(a.id::text || n), '[{"name":"fast","defaultValue":11},{"name":"slow","defaultValue":31}]'
     from algorithms a, generate_series(1, $4::int) n where a.user_id = $1`,
    [userId, COMMENT, SMA_CROSS, VERSIONS],
  )
  await client.query(
    `insert into version_checks (version_id, status, verdict, reason, findings, engine_version, checked_at)
     select v.id, 'done', case when v.version_no % 3 = 0 then 'look-ahead' else 'unbiased' end,
       'Analyzed on 35 days of EUR/USD', case when v.version_no % 3 = 0 then $2::jsonb else '[]'::jsonb end, '1.0.0', now()
     from algorithm_versions v join algorithms a on a.id = v.algorithm_id where a.user_id = $1`,
    [userId, JSON.stringify(FINDINGS)],
  )
}

async function addBacktests(client: Pool, userId: string, count: number): Promise<void> {
  await client.query(
    `insert into backtests (id, user_id, algorithm_id, algorithm_version_id, instrument_id, simulated, initial_balance,
       start, "end", interval, resolution, externals, models, account_currency, seed, status, progress, created_at,
       started_at, ended_at, equity, profit, profit_percentage, max_drawdown, max_drawdown_percentage, position_count,
       profit_factor, result_hash, engine_version, cpu_ms, ticks)
     select gen_random_uuid(), $1::uuid, v.algorithm_id, v.id, 'EURUSD:SIM', true, 10000, '2025-11-01', '2026-11-01', 'M15', 1,
       '{"fast": 11, "slow": 31}', $3::jsonb, 'USD', 1, 'Completed', 100, now() - n * interval '1 minute', now() - n * interval '1 minute',
       now() - n * interval '1 minute' + interval '2 seconds', 10000 + n * 0.37, n * 0.37, n * 0.0037, 512.25, 5.1225, 570,
       n * 0.0007, md5(n::text) || md5($1::text), '1.0.0', 812.5, 375840
     from generate_series(1, $2::int) n join (
       select v.id, v.algorithm_id, row_number() over (order by a.id, v.version_no) as k, count(*) over () as versions
       from algorithm_versions v join algorithms a on a.id = v.algorithm_id where a.user_id = $1::uuid
     ) v on v.k = (n * 7) % v.versions + 1`,
    [userId, count, JSON.stringify(defaultModels())],
  )
  await client.query(
    `insert into backtest_results (backtest_id, statistics, metrics, warnings, ${schema.backtestResults.manifest.name}, positions, orders, charts, log)
     select id, '{"trades": 570}', '{}', '[]', '{}', convert_to(repeat(md5(id::text), 300), 'UTF8'), '', '', ''
     from backtests where user_id = $1`,
    [userId],
  )
}
