import { KNOWN_QUALITIES, type KnownQuality, type KnownRevision } from '@tradeloom/domain'

import { sqlText, withDuckDb } from '../store/duckdb.ts'

/** Writes revisions in their order, times as TIMESTAMP (UTC). A missing value is NaN. */
export async function writeKnownParquet(path: string, rows: readonly KnownRevision[]): Promise<void> {
  await withDuckDb(async (connection) => {
    await connection.run(`CREATE TEMP TABLE known_rows
      (period_start DOUBLE, period_end DOUBLE, value DOUBLE, known_at DOUBLE, vintage VARCHAR, quality VARCHAR)`)
    const appender = await connection.createAppender('known_rows')
    for (const { periodStart, periodEnd, value, knownAt, vintage, quality } of rows) {
      for (const number of [periodStart, periodEnd, value, knownAt]) appender.appendDouble(number)
      if (vintage === null) appender.appendNull()
      else appender.appendVarchar(vintage)
      appender.appendVarchar(quality)
      appender.endRow()
    }
    appender.closeSync()
    const time = (name: string): string => `make_timestamp_ms(${name}::BIGINT) AS ${name}`
    await connection.run(
      `COPY (SELECT ${['period_start', 'period_end', 'known_at'].map(time).join(', ')}, value, vintage, quality,
               rowid::INTEGER AS seq FROM known_rows)
       TO ${sqlText(path)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)`,
    )
    await connection.run('DROP TABLE known_rows')
  })
}

export function readKnownParquet(path: string): Promise<KnownRevision[]> {
  return withDuckDb(async (connection) => {
    const time = (name: string): string => `epoch_ms(${name})::DOUBLE`
    const result = await connection.run(
      `SELECT ${['period_start', 'period_end', 'known_at'].map(time).join(', ')}, value, vintage, quality
       FROM read_parquet(${sqlText(path)}) ORDER BY seq`,
    )
    return (await result.getRows()).map(([periodStart, periodEnd, knownAt, value, vintage, quality]) => ({
      periodStart: Number(periodStart),
      periodEnd: Number(periodEnd),
      value: Number(value),
      knownAt: Number(knownAt),
      vintage: typeof vintage === 'string' ? vintage : null,
      quality: qualityNamed(quality),
    }))
  })
}

function qualityNamed(name: unknown): KnownQuality {
  const quality = KNOWN_QUALITIES.find((one) => one === name)
  if (quality === undefined) throw new Error('A stored series has an unknown quality')
  return quality
}
