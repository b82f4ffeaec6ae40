import { csvToParquet, type CsvTypes } from '@tradeloom/market-data'
import { csvOfRows } from './csv-of-rows.ts'
import type { OptimizationRow } from './optimization-row.ts'

/** All rows as a Parquet file with the columns of the CSV file. */
export function parquetOfRows(rows: readonly OptimizationRow[]): Promise<Buffer> {
  const names = Object.keys(rows[0]?.externals ?? {})
  const types: CsvTypes = {
    index: 'BIGINT',
    ...Object.fromEntries(names.map((name) => [name, 'DOUBLE'])),
    status: 'VARCHAR',
    profit: 'DOUBLE',
    profitPercentage: 'DOUBLE',
    positionCount: 'BIGINT',
    maxDrawdown: 'DOUBLE',
    objective: 'DOUBLE',
  }
  return csvToParquet(csvOfRows(rows).replaceAll('\n', '\r\n'), types)
}
