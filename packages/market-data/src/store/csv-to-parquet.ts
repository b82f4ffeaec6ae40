import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlText, withDuckDb } from './duckdb.ts'

/** Column types of a table; all others are text. */
export interface CsvTypes {
  readonly [column: string]: 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'VARCHAR'
}

/** A CSV table with a header as a Parquet file with the given types, empty cells as nulls. Times are UTC. */
export async function csvToParquet(csv: string, types: CsvTypes): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tradeloom-parquet-'))
  const [source, target] = [join(folder, 'table.csv'), join(folder, 'table.parquet')]
  try {
    await writeFile(source, csv)
    const columns = Object.entries(types).map(([name, type]) => `${sqlText(name)}: ${sqlText(type)}`)
    await withDuckDb((connection) =>
      connection.run(
        `COPY (SELECT * FROM read_csv(${sqlText(source)}, header = true, auto_detect = false, delim = ',',
                                      quote = '"', escape = '"', new_line = '\\r\\n', columns = {${columns.join(', ')}}))
         TO ${sqlText(target)} (FORMAT parquet, COMPRESSION zstd)`,
      ),
    )
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
