import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { csvToParquet } from './csv-to-parquet.ts'
import { sqlText, withDuckDb } from './duckdb.ts'

it('A CSV table becomes a Parquet file with the same values, its types, and nulls for empty cells', async () => {
  const csv = 'id,name,openTime,profit\r\n1,"a ""b"", c",2026-01-02T03:04:05.678Z,0.1\r\n2,=x,,-3.5e-7\r\n'
  const types = { id: 'BIGINT', name: 'VARCHAR', openTime: 'TIMESTAMP', profit: 'DOUBLE' } as const
  const folder = await mkdtemp(join(tmpdir(), 'tradeloom-test-'))
  try {
    const path = join(folder, 'positions.parquet')
    await writeFile(path, await csvToParquet(csv, types))
    const rows = await withDuckDb(async (connection) => {
      const sql = `SELECT id::INTEGER, name, epoch_ms(openTime)::DOUBLE, profit FROM read_parquet(${sqlText(path)}) ORDER BY id`
      return (await connection.runAndReadAll(sql)).getRows()
    })
    expect(rows).toEqual([
      [1, 'a "b", c', Date.parse('2026-01-02T03:04:05.678Z'), 0.1],
      [2, '=x', null, -3.5e-7],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
