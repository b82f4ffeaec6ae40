import { createHash } from 'node:crypto'

import type { DuckDBConnection } from '@duckdb/node-api'

import { createTable, readDoubles, sqlText, withDuckDb } from './duckdb.ts'
import { type SeriesKey, type SeriesTable, seriesColumns } from './series.ts'

/** Metadata key of the hash of the values. */
const HASH_KEY = 'tradeloom_values_sha256'

/**
 * Writes one month: `time` as TIMESTAMP (UTC), the other columns as DOUBLE, and `seq`, the order of the rows, because
 * several ticks may share a millisecond and DuckDB guarantees no order.
 */
export async function writeParquet(path: string, table: SeriesTable): Promise<void> {
  const names = seriesColumns(table.key)
  const values = names.slice(1).map((name) => `"${name}"`)
  await withDuckDb(async (connection) => {
    await createTable(connection, 'month_rows', names, table.columns)
    // Rows leave a table in insertion order (preserve_insertion_order); reading sorts by `seq`.
    await connection.run(
      `COPY (SELECT make_timestamp_ms("time"::BIGINT) AS "time", ${values.join(', ')}, rowid::INTEGER AS "seq"
             FROM month_rows)
       TO ${sqlText(path)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2,
                             KV_METADATA {${HASH_KEY}: ${sqlText(hashTable(table))}})`,
    )
    await connection.run('DROP TABLE month_rows')
  })
}

/**
 * Reads a file that `writeParquet` wrote, in row order. Throws if it is damaged, even if it can be read but has other
 * values.
 */
export function readParquet(path: string, key: SeriesKey): Promise<SeriesTable> {
  return withDuckDb((connection) => readWith(connection, path, key))
}

async function readWith(connection: DuckDBConnection, path: string, key: SeriesKey): Promise<SeriesTable> {
  const names = seriesColumns(key)
  const values = names.slice(1).map((name) => `"${name}"`)
  const sql = `SELECT epoch_ms("time")::DOUBLE, ${values.join(', ')} FROM read_parquet(${sqlText(path)}) ORDER BY "seq"`
  const columns = await readDoubles(connection, sql, names.length)
  const table = { key, rows: columns[0]?.length ?? 0, columns }
  const stated = await statedHash(connection, path)
  if (stated !== null && stated !== hashTable(table)) throw new Error('The values differ from those that were written')
  return table
}

/** The hash stated in the file; null for a file of an earlier version. */
async function statedHash(connection: DuckDBConnection, path: string): Promise<string | null> {
  const sql = `SELECT decode(value) FROM parquet_kv_metadata(${sqlText(path)}) WHERE decode(key) = '${HASH_KEY}'`
  const [row] = await (await connection.run(sql)).getRows()
  return typeof row?.[0] === 'string' ? row[0] : null
}

/** SHA-256 of the values themselves, so that it does not depend on how DuckDB writes Parquet. */
export function hashTable(table: SeriesTable): string {
  const hash = createHash('sha256')
  for (const column of table.columns) hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return hash.digest('hex')
}
