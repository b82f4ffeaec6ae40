import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTable, readDoubles, sqlText, withDuckDb } from '../store/duckdb.ts'
import { syncFile, syncFolder, temporaryName } from '../store/durable-file.ts'
import { type MonthFile, monthFileName } from './live-folder.ts'
import { inDay } from './open-day.ts'
import { ROW_BYTES, type TickRow } from './tick-file.ts'

/** Rows that are read and written at a time: more would hold up everything else in this process. */
const PART = 131_072
/** Of the file. Whoever reads a few rows unpacks one of them. */
const GROUP = 65_536

const COLUMNS = ['sequence', 'time', 'received_at', 'bid', 'ask', 'flags'] as const
/** Of a row of a day, which counts its rows itself. */
const VALUES = COLUMNS.length - 1
const STORED = 'sequence::BIGINT AS sequence, time, received_at, bid, ask, flags::UTINYINT AS flags'
const READ = 'sequence::DOUBLE, time, received_at, bid, ask, flags::DOUBLE'

/** Rows of a month, `from <= sequence < to`. */
export async function readTickMonth(path: string, from: number, to: number): Promise<TickRow[]> {
  const columns = await readColumns(path, from, to)
  const at = (column: number, row: number): number => columns[column]?.[row] as number
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, row) => ({
    sequence: at(0, row),
    time: at(1, row),
    receivedAt: at(2, row),
    bid: at(3, row),
    ask: at(4, row),
    flags: at(5, row),
  }))
}

/** The row after the newest price before a time; the first one if all are later. */
export async function tickMonthAt(path: string, { first }: MonthFile, time: number): Promise<number> {
  if (time === -Infinity) return first
  const sql = `SELECT coalesce(max(sequence) + 1, ${first})::DOUBLE FROM read_parquet(${sqlText(path)})
               WHERE time < ${time} AND (flags & 1) = 0`
  const [column] = await withDuckDb((connection) => readDoubles(connection, sql, 1))
  return column?.[0] ?? first
}

/**
 * Makes one file of the days of a month, and then removes them. It appears under its name once it is complete, was read back
 * and is on the disk: until then the days count, and from then on it does, wherever this ends.
 */
export async function storeTickMonth(
  folder: string,
  month: string,
  days: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const paths = days.map((name) => join(folder, name))
  const target = temporaryName(join(folder, month))
  const parts: string[] = []
  try {
    for (const path of paths) {
      for (const { columns } of partsOf(path)) {
        signal?.throwIfAborted()
        const part = temporaryName(join(folder, `${month}-part`))
        parts.push(part)
        await writePart(part, columns())
      }
    }
    await joinParts(target, parts)
    const file = await compare(target, paths, signal)
    await syncFile(target)
    await rename(target, join(folder, monthFileName({ month, ...file })))
    await syncFolder(folder)
  } finally {
    await Promise.all([target, ...parts].map((path) => rm(path, { force: true })))
  }
  for (const path of paths) await rm(path, { force: true })
}

interface DayPart {
  /** Its rows, `from <= sequence < to`. */
  readonly from: number
  readonly to: number
  columns(): Float64Array[]
}

function partsOf(path: string): DayPart[] {
  const { first, count } = inDay(path, (file) => ({ first: file.first, count: file.count })) ?? { first: 0, count: 0 }
  return Array.from({ length: Math.ceil(count / PART) }, (_, part): DayPart => {
    const [from, to] = [part * PART, Math.min(count, (part + 1) * PART)]
    return { from: first + from, to: first + to, columns: () => columnsOf(path, from, to) }
  })
}

/** Rows by their places in the file of a day. */
function columnsOf(path: string, from: number, to: number): Float64Array[] {
  const rows = to - from
  const stored = inDay(path, (file) => ({ first: file.first, bytes: file.bytes(from, to) }))
  if (stored?.bytes.length !== rows * ROW_BYTES) throw new Error(`${path} has become shorter`)
  const values = new Float64Array(rows * VALUES)
  stored.bytes.copy(new Uint8Array(values.buffer))
  const columns = COLUMNS.map(() => new Float64Array(rows))
  for (const [column, into] of columns.entries()) {
    for (let row = 0; row < rows; row++) {
      into[row] = column === 0 ? stored.first + from + row : (values[row * VALUES + column - 1] as number)
    }
  }
  return columns
}

async function writePart(path: string, columns: readonly Float64Array[]): Promise<void> {
  await withDuckDb(async (connection) => {
    await createTable(connection, 'tick_rows', COLUMNS, columns)
    await connection.run(`COPY (SELECT ${STORED} FROM tick_rows) TO ${sqlText(path)} (FORMAT parquet)`)
    await connection.run('DROP TABLE tick_rows')
  })
}

/** Rows leave in the order of the parts (preserve_insertion_order). */
async function joinParts(path: string, parts: readonly string[]): Promise<void> {
  await withDuckDb((connection) =>
    connection.run(
      `COPY (SELECT * FROM read_parquet([${parts.map(sqlText).join(', ')}]))
       TO ${sqlText(path)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, ROW_GROUP_SIZE ${GROUP})`,
    ),
  )
}

/** Reads the new file back: it has the same rows, or this throws and the days stay. */
async function compare(path: string, days: readonly string[], signal?: AbortSignal) {
  let [first, last] = [Infinity, -1]
  for (const day of days) {
    for (const { from, to, columns } of partsOf(day)) {
      signal?.throwIfAborted()
      if (last >= 0 && from !== last + 1) throw new Error(`${day} does not follow the day before it`)
      first = Math.min(first, from)
      last = to - 1
      const wanted = columns()
      const found = await readColumns(path, from, to)
      const isSame = wanted.every((column, index) => {
        const other = found[index]
        return other?.length === column.length && column.every((value, row) => Object.is(value, other[row]))
      })
      if (!isSame) throw new Error(`${path} differs from ${day}`)
    }
  }
  return { first, last }
}

function readColumns(path: string, from: number, to: number): Promise<Float64Array[]> {
  const sql = `SELECT ${READ} FROM read_parquet(${sqlText(path)})
               WHERE sequence >= ${from} AND sequence < ${to} ORDER BY sequence`
  return withDuckDb((connection) => readDoubles(connection, sql, COLUMNS.length))
}
