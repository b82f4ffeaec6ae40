import { readDoubles, sqlText, withDuckDb } from './duckdb.ts'
import type { SeriesSummary } from './instrument-folder.ts'
import { type Layers, pathOfMonth } from './layers.ts'
import { readStable } from './stable-read.ts'

/** The number of rows of a stored series in `from <= time < to`, without building columns. */
export async function countRows(
  layers: Layers,
  instrumentId: string,
  series: SeriesSummary,
  from: number,
  to: number,
): Promise<number> {
  let rows = 0
  for (const month of series.months) {
    const { first, last, rows: all } = month
    if (last < from || first >= to) continue
    if (first >= from && last < to) {
      rows += all
      continue
    }
    const path = pathOfMonth(layers, instrumentId, series, month)
    const sql = `SELECT count(*)::DOUBLE FROM read_parquet(${sqlText(path)})
      WHERE epoch_ms("time") >= ${Math.trunc(from)} AND epoch_ms("time") < ${Math.trunc(to)}`
    const counted = await readStable([path], () => withDuckDb((connection) => readDoubles(connection, sql, 1)))
    rows += counted[0]?.[0] ?? 0
  }
  return rows
}
