import type { DuckDBConnection, DuckDBDoubleVector, DuckDBInstance } from '@duckdb/node-api'

/** Loaded when it is needed first: runs over prices that lie ready as columns go without. */
const duckDb = () => import('@duckdb/node-api')

/** Rows of one DuckDB vector. */
const CHUNK_ROWS = 2048

let instance: Promise<DuckDBInstance> | undefined

/**
 * Runs `work` on a connection to the process's single in-memory database. It has no data of its own, Parquet files do,
 * so any number of processes may read them concurrently.
 */
export async function withDuckDb<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  instance ??= duckDb().then(({ DuckDBInstance }) =>
    DuckDBInstance.create(':memory:', {
      threads: '2',
      memory_limit: '2GB',
      // It knows files by name and time, and would mix blocks of a month with those of the one that replaced it.
      enable_external_file_cache: 'false',
    }),
  )
  const connection = await (await instance).connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
  }
}

/** A path or any other text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Creates the temporary table `name` with one DOUBLE column per entry and fills it. */
export async function createTable(
  connection: DuckDBConnection,
  name: string,
  names: readonly string[],
  columns: readonly Float64Array[],
): Promise<void> {
  const { DOUBLE, DuckDBDataChunk, DuckDBDoubleVector } = await duckDb()
  await connection.run(`CREATE TEMP TABLE ${name} (${names.map((column) => `"${column}" DOUBLE`).join(', ')})`)
  const rows = columns[0]?.length ?? 0
  const appender = await connection.createAppender(name)
  const types = names.map(() => DOUBLE)
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, rows - from)
    const chunk = DuckDBDataChunk.create(types, count)
    for (const [index, column] of columns.entries()) {
      const vector = chunk.getColumnVector(index)
      if (!(vector instanceof DuckDBDoubleVector)) throw new TypeError('DuckDB returned a column of another type')
      doubleItems(vector).set(column.subarray(from, from + count))
      vector.flush()
    }
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

/** Runs a query whose columns are all DOUBLE and copies them chunk by chunk; nulls become NaN. */
export async function readDoubles(connection: DuckDBConnection, sql: string, width: number): Promise<Float64Array[]> {
  const { DuckDBDoubleVector } = await duckDb()
  const result = await connection.stream(sql)
  const parts: Float64Array[][] = Array.from({ length: width }, () => [])
  let rows = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    rows += chunk.rowCount
    for (let index = 0; index < width; index++) {
      const vector = chunk.getColumnVector(index)
      if (!(vector instanceof DuckDBDoubleVector)) throw new TypeError('DuckDB returned a column of another type')
      parts[index]?.push(copyItems(vector))
    }
  }
  return parts.map((chunks) => {
    const column = new Float64Array(rows)
    let offset = 0
    for (const part of chunks) {
      column.set(part, offset)
      offset += part.length
    }
    return column
  })
}

function copyItems(vector: DuckDBDoubleVector): Float64Array {
  const items = doubleItems(vector).slice()
  for (let row = 0; row < items.length; row++) if (vector.getItem(row) === null) items[row] = Number.NaN
  return items
}

/** The vector's own memory. The package types it as private, but nothing else avoids copying the values. */
function doubleItems(vector: DuckDBDoubleVector): Float64Array {
  return (vector as unknown as { items: Float64Array }).items
}
