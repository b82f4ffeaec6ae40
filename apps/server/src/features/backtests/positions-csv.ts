import type { CsvTypes } from '@tradeloom/market-data'
import type { ReadPosition } from './position-index.ts'

const COLUMNS = [
  'id',
  'instrumentId',
  'direction',
  'quantity',
  'openTime',
  'openPrice',
  'closeTime',
  'closePrice',
  'stopLoss',
  'takeProfit',
  'trailingStop',
  'profit',
  'pips',
  'spreadCost',
  'slippageCost',
  'commission',
  'swapCost',
  'fundingCost',
  'mae',
  'mfe',
  'maePips',
  'mfePips',
  'risk',
  'equityAtEntry',
  'notional',
  'status',
  'closeReason',
  'ambiguous',
  'worstProfit',
  'bestProfit',
  'tag',
] as const

const TEXTS: readonly string[] = ['instrumentId', 'direction', 'status', 'closeReason', 'tag']

function typeOf(column: string): CsvTypes[string] {
  if (column === 'id') return 'BIGINT'
  if (column === 'ambiguous') return 'BOOLEAN'
  if (TEXTS.includes(column)) return 'VARCHAR'
  return column.endsWith('Time') ? 'TIMESTAMP' : 'DOUBLE'
}

/** What the columns hold, for formats with types. */
export const CSV_TYPES: CsvTypes = Object.fromEntries(COLUMNS.map((column) => [column, typeOf(column)]))

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`

/** One line per position, times in ISO 8601, numbers unrounded. */
export function csvLines(positions: readonly ReadPosition[]): string {
  let lines = ''
  for (const position of positions) {
    const [worstProfit, bestProfit] = position.profitInterval ?? [null, null]
    const row = { ...position, worstProfit, bestProfit }
    lines += `${COLUMNS.map((column) => cell(column, row[column])).join(',')}\r\n`
  }
  return lines
}

function cell(column: (typeof COLUMNS)[number], value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return column.endsWith('Time') ? new Date(value).toISOString() : String(value)
  const text = String(value)
  // A spreadsheet would interpret such a text as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
