import type { ImportBudget } from './import-budget.ts'
import { findDayOrder } from './day-order.ts'
import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'
import { finishRows, type MakeRowParser, storeRow } from './store-row.ts'
import type { ParsedFile } from './parsed-rows.ts'

/** Whether a text looks like JSON. */
export async function isJson(file: TextFile): Promise<boolean> {
  const stream = await file.open()
  try {
    for await (const chunk of stream) {
      return /^\uFEFF?\s*[[{]/.test(chunk.toString('utf8', 0, 64))
    }
  } catch (error) {
    throw unreadable(file, error)
  }
  return false
}

function unreadable(file: TextFile, error: unknown): ImportError {
  if (error instanceof ImportError) return error
  return new ImportError(`cannot be read (${(error as Error).message})`, file.name)
}

/**
 * The value in a JSON file, which is parsed as a whole; such exports are small. Throws ImportError with the place of
 * the error.
 */
export async function readJson(file: TextFile, { limits }: ImportBudget): Promise<unknown> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  try {
    for await (const chunk of await file.open()) {
      bytes += chunk.length
      if (bytes > limits.jsonBytes) {
        const most = `${Math.floor(limits.jsonBytes / 1024 ** 2)} MB`
        throw new ImportError(`the JSON is larger than ${most}. Import it in parts`, file.name)
      }
      parts.push(decoder.decode(chunk, { stream: true }))
    }
  } catch (error) {
    throw unreadable(file, error)
  }
  const text = parts.join('')
  if (text.trim() === '') throw new ImportError('the file is empty', file.name)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)
    const line = text.slice(0, at).split('\n').length
    throw new ImportError(`is not complete JSON (${(error as Error).message}), nothing was imported`, file.name, line)
  }
}

/** Rows of a JSON array of arrays, or of objects with the same keys; element numbers serve as line numbers. */
export async function readJsonRows(
  file: TextFile,
  context: ReadContext,
  makeParser: MakeRowParser,
): Promise<ParsedFile> {
  const value = await readJson(file, context.buffers.budget)
  const list = Array.isArray(value) ? (value as unknown[]) : null
  if (!list || list.length === 0) throw new ImportError('the JSON is not a list of rows', file.name)
  const keys = headerOf(list[0])
  const cellsOf = (row: unknown): string[] => {
    if (Array.isArray(row)) return row.map(cellText)
    if (row === null || typeof row !== 'object') return []
    const fields = row as Record<string, unknown>
    return (keys ?? []).map((key) => cellText(fields[key]))
  }
  const first = list.slice(0, 200).map(cellsOf)
  const elements = first.map((_, index) => index + 1)
  const sample = keys ? { rows: [keys, ...first], lines: [1, ...elements] } : { rows: first, lines: elements }
  let plan = makeParser(sample, file, context)
  const column = plan.openDates
  if (column !== undefined) {
    const dates = list.map((row, index) => ({ text: cellsOf(row)[column] ?? '', line: index + 1 }))
    const dayOrder = await findDayOrder(dates, file, context)
    plan = makeParser(sample, file, { ...context, mapping: { ...context.mapping, dayOrder } })
  }
  for (const [index, row] of list.entries()) storeRow(plan, cellsOf(row), index + 1)
  context.onRows(plan.sink.rows)
  return finishRows(plan, file, context)
}

function headerOf(row: unknown): string[] | null {
  return row !== null && typeof row === 'object' && !Array.isArray(row) ? Object.keys(row) : null
}

function cellText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}
