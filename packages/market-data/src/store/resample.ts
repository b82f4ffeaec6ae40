import { type BarDays, barEnd, type BarInterval, barStart, DAY, INTERVALS } from '@tradeloom/domain'

import { readDoubles, sqlText, withDuckDb } from './duckdb.ts'
import { readMonth } from './month-file.ts'
import type { SeriesKey, SeriesTable } from './series.ts'

/**
 * Bars of `interval` made from month files of a shorter series, `from <= time < to`, oldest first, labeled with their
 * start; days and weeks begin as `days` says. The result has the same kind of price. Throws a UserError 'damaged-data'.
 */
export async function resample(
  files: readonly string[],
  key: SeriesKey,
  interval: BarInterval,
  period: Period,
): Promise<SeriesTable> {
  const target: SeriesKey = { interval, price: key.price }
  const sql = `
    WITH source AS (
      SELECT epoch_ms("time") AS t, * EXCLUDE ("time") FROM read_parquet([${files.map(sqlText).join(', ')}])
      WHERE epoch_ms("time") >= ${Math.trunc(period.from)} AND epoch_ms("time") < ${Math.trunc(period.to)}
    ), keyed AS (
      ${keyedSql(interval, period)}
    ), ranked AS (
      SELECT *, (t - bucket) * 100000000 + seq AS rank FROM keyed
    )
    SELECT bucket::DOUBLE, ${aggregates(key).join(', ')} FROM ranked GROUP BY bucket ORDER BY bucket`
  const width = key.price === 'quote' ? 10 : 6
  const columns = await withDuckDb((connection) => readDoubles(connection, sql, width)).catch(
    async (error: unknown) => {
      // DuckDB does not always report which file it was; reading them one by one does.
      for (const file of files) await readMonth(file, key)
      throw error
    },
  )
  return { key: target, rows: columns[0]?.length ?? 0, columns }
}

interface Period {
  readonly from: number
  readonly to: number
  readonly days: BarDays
}

/** The rows of `source` with the start of their bar as `bucket`, as `barStart` computes it. */
function keyedSql(interval: BarInterval, { from, to, days }: Period): string {
  const { ms } = INTERVALS[interval]
  if (ms < DAY) return `SELECT *, (t // ${ms}) * ${ms} AS bucket FROM source`
  const starts: number[] = []
  for (let start = barStart(from, interval, days); start < to; start = barEnd(start, interval, days)) starts.push(start)
  return `SELECT * FROM source ASOF JOIN (SELECT unnest([${starts.join(', ')}]::BIGINT[]) AS bucket) AS starts ON t >= bucket`
}

/** Open is the first value by time, close the last; `rank` orders rows of the same millisecond. */
function aggregates(key: SeriesKey): string[] {
  if (key.interval === 'Tick') {
    if (key.price === 'trade') return [...ohlc('price', 'price', 'price', 'price'), 'sum("volume")']
    return [...ohlc('bid', 'bid', 'bid', 'bid'), ...ohlc('ask', 'ask', 'ask', 'ask'), 'count(*)::DOUBLE']
  }
  if (key.price === 'trade') return [...ohlc('open', 'high', 'low', 'close'), 'sum("volume")']
  return [
    ...ohlc('bidOpen', 'bidHigh', 'bidLow', 'bidClose'),
    ...ohlc('askOpen', 'askHigh', 'askLow', 'askClose'),
    'sum("volume")',
  ]
}

function ohlc(open: string, high: string, low: string, close: string): string[] {
  return [`arg_min("${open}", rank)`, `max("${high}")`, `min("${low}")`, `arg_max("${close}", rank)`]
}
