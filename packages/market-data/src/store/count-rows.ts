import { readDoubles, sqlText, withDuckDb } from './duckdb.ts'
import { instrumentFolder, monthPath, type SeriesSummary } from './instrument-folder.ts'
import { readStable } from './stable-read.ts'

/** How many rows of a kept series lie in `from <= time < to`, without making columns of them. */
export async function countRows(
  marketDir: string,
  instrumentId: string,
  series: SeriesSummary,
  from: number,
  to: number,
): Promise<number> {
  const folder = instrumentFolder(marketDir, instrumentId)
  let rows = 0
  for (const { month, first, last, rows: all } of series.months) {
    if (last < from || first >= to) continue
    if (first >= from && last < to) {
      rows += all
      continue
    }
    const path = monthPath(folder, series, month)
    const sql = `SELECT count(*)::DOUBLE FROM read_parquet(${sqlText(path)})
      WHERE epoch_ms("time") >= ${Math.trunc(from)} AND epoch_ms("time") < ${Math.trunc(to)}`
    const counted = await readStable([path], () => withDuckDb((connection) => readDoubles(connection, sql, 1)))
    rows += counted[0]?.[0] ?? 0
  }
  return rows
}
