import { UserError } from '@tradeloom/domain'
import { readFile, stat } from 'node:fs/promises'
import { MAX_ROWS, type Table } from './table.ts'

/** JSON is parsed as a whole. */
const MAX_BYTES = 256 * 1024 * 1024

/** An array of objects, or an object with an array named `list`, as in the result of a backtest. */
export async function readJsonTable(
  file: string,
  encoding: BufferEncoding,
  list: 'positions' | 'equityCurve',
): Promise<Table> {
  if ((await stat(file)).size > MAX_BYTES)
    throw new UserError('invalid-input', `${file}: more than ${MAX_BYTES / 1024 / 1024} MiB of JSON; CSV may be longer`)
  const value = parse(file, (await readFile(file, encoding)).replace(/^\uFEFF/, ''))
  const entries = entriesOf(file, value, list)
  if (entries.length > MAX_ROWS) throw new UserError('invalid-input', `${file}: more than ${MAX_ROWS} rows`)
  const columns = new Map<string, number>()
  for (const entry of entries)
    for (const key of Object.keys(entry)) if (!columns.has(key)) columns.set(key, columns.size)
  const rows = entries.map((entry, at) => ({
    place: `${file}, entry ${at}`,
    cells: [...columns.keys()].map((key) => cellOf(entry[key])),
  }))
  const table = { file, separator: null, columns: [...columns.keys()], rows }
  return list === 'equityCurve' && isEntry(value) ? { ...table, ...daysOf(file, value) } : table
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UserError('invalid-input', `${file}: not valid JSON: ${(error as Error).message}`)
  }
}

type Entry = Readonly<Record<string, unknown>>

function entriesOf(file: string, value: unknown, list: 'positions' | 'equityCurve'): Entry[] {
  const found = isEntry(value) ? value[list] : value
  // A backtest stores its equity curve in columns.
  const entries = isEntry(found) ? rowsOf(found) : found
  if (!Array.isArray(entries))
    throw new UserError('invalid-input', `${file}: neither an array of objects nor an object with "${list}"`)
  const odd = entries.findIndex((entry) => !isEntry(entry))
  if (odd >= 0) throw new UserError('invalid-input', `${file}, entry ${odd}: this is not an object`)
  return entries as Entry[]
}

function daysOf(file: string, { dailyEquity: days, equityCurve }: Entry): Pick<Table, 'days'> {
  if (days === undefined) return isEntry(equityCurve) ? { days: null } : {}
  const { time, equity } = isEntry(days) ? days : {}
  const areNumbers = [time, equity].every((list) => Array.isArray(list) && list.every((one) => typeof one === 'number'))
  if (!areNumbers || (time as number[]).length !== (equity as number[]).length)
    throw new UserError('invalid-input', `${file}: "dailyEquity" must have a time and an equity for each day`)
  return { days: { time: time as number[], equity: equity as number[] } }
}

function rowsOf(columns: Entry): unknown {
  const { time, equity } = columns
  if (!Array.isArray(time) || !Array.isArray(equity)) return null
  return time.map((timestamp: unknown, at) => ({ time: timestamp, equity: equity[at] as unknown }))
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellOf(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
