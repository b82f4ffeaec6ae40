import { csvToParquet } from '@tradeloom/market-data'
import { csvOfRows } from './csv-of-rows.ts'
import type { MarkedRow } from './marked-row.ts'
import { rowColumns } from './row-columns.ts'

/** All rows as a Parquet file with the columns of the CSV file. */
export function parquetOfRows(rows: readonly MarkedRow[]): Promise<Buffer> {
  const types = Object.fromEntries(rowColumns(rows).map(({ name, type }) => [name, type]))
  return csvToParquet(csvOfRows(rows).replaceAll('\n', '\r\n'), types)
}
