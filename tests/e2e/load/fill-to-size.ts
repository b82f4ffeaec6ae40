import { randomBytes } from 'node:crypto'
import { schema, silentLogger, startDatabase } from '@tradeloom/database'

/** What is generated at once, and cut into parts of different rows. */
const POOL_BYTES = 48_000_000
const ROUND_BYTES = 250_000_000
/** A result of a year of minutes, which is compressed already: nothing makes it smaller. */
const RESULT_BYTES = 60_000
/** Points of the equity curve of a row of an optimization. */
const SPARKLINE = 64
const FAST = { archive_mode: 'off', fsync: 'off', synchronous_commit: 'off', max_wal_size: '4GB' }

/**
 * Fills the database of a server that is stopped: 40% results, 40% rows of optimizations and 20% what sessions were told. Rows
 * of what does not exist, because each of these tables alone is large.
 */
export async function fillToSize(dataDir: string, gigabytes: number): Promise<void> {
  const { pool, stop } = await startDatabase({ dataDir, logger: silentLogger, recovery: FAST })
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    const walk = randomWalk(POOL_BYTES / 4)
    for (let filled = 0; filled < gigabytes * 1e9; filled += ROUND_BYTES) {
      const results = Math.round((ROUND_BYTES * 0.4) / RESULT_BYTES)
      await client.query(
        `insert into backtest_results (backtest_id, statistics, metrics, warnings, ${schema.backtestResults.manifest.name}, packed)
         select gen_random_uuid(), jsonb_build_object('trades', n, 'profit', random() * 1000), '{}', '[]',
           jsonb_build_object('seed', 1, 'prices', md5(random()::text)), substring($1::bytea from n * 24000 + 1 for $2)
         from generate_series(0, $3 - 1) n`,
        [randomBytes(POOL_BYTES), RESULT_BYTES, results],
      )
      await client.query(
        `insert into optimization_rows (optimization_id, index, revision, point, status, position_count, profit, profit_percentage,
           max_drawdown, max_drawdown_percentage, objectives, violation, sharpe, mean_by_deviation, skewness, kurtosis, days,
           ledger_hash, sparkline)
         select $1, n, n, array[n % 40, n / 40 % 50, n / 2000], 0, (random() * 900)::int, random() * 9000, random() * 90, random() * 4000,
           random() * 40, array[random() * 3, random()], 0, random(), random(), random(), random() * 5, 365,
           md5(random()::text) || md5(random()::text), substring($2::bytea from (n * 4096) % 40000000 + 1 for $3)
         from generate_series(0, $4 - 1) n`,
        [crypto.randomUUID(), walk, SPARKLINE * 4, Math.round((ROUND_BYTES * 0.4) / 640)],
      )
      await client.query(
        `insert into session_inputs (session_id, seq, after_row, kind, body)
         select $1, n, n * 7, 'report', jsonb_build_object('intentId', gen_random_uuid(), 'positionId', gen_random_uuid(), 'state', 'FILLED',
           'price', round((1.1 + random() / 100)::numeric, 5), 'quantity', (1 + random() * 100)::int * 1000, 'time', 1764460800000 + n * 977)
         from generate_series(0, $2 - 1) n`,
        [crypto.randomUUID(), Math.round((ROUND_BYTES * 0.2) / 330)],
      )
    }
    await client.query(`set session_replication_role = default`)
    await client.query('vacuum analyze')
  } finally {
    client.release()
    await stop()
  }
}

function randomWalk(points: number): Buffer {
  const walk = new Float32Array(points)
  let equity = 1
  for (let at = 0; at < points; at++) {
    equity *= 1 + (Math.random() - 0.5) / 100
    walk[at] = equity
  }
  return Buffer.from(walk.buffer)
}
