import { bytesOf, layOut, readColumns, type TableLayout, writeColumns } from '../record/column-bytes.ts'
import { CURVE_COLUMNS } from '../record/curve-columns.ts'
import { type CompactResult, DAY_COLUMNS, type MetricBasis, type ResultHead } from './compact-result.ts'
import { ORDER_COLUMNS } from '../record/order-columns.ts'
import type { Plot } from '../record/plot-columns.ts'
import { POSITION_COLUMNS } from '../record/position-columns.ts'
import type { LogLine } from '../run-result.ts'
import { TAG_COLUMNS } from '../record/tag-tables.ts'

/**
 * A result in two parts: the short parts and the log as ASCII JSON, and all columns as bytes. Equal results have equal
 * bytes.
 */
export interface PackedResult {
  readonly text: string
  readonly columns: ArrayBuffer
}

const TABLES = {
  positions: POSITION_COLUMNS,
  orders: ORDER_COLUMNS,
  equityCurve: CURVE_COLUMNS,
  days: DAY_COLUMNS,
} as const
const PLOT_COLUMNS = ['time', 'value'] as const

type TableName = keyof typeof TABLES

/** The JSON part of a packed result. */
interface PackedHead {
  readonly head: ResultHead
  readonly log: readonly LogLine[]
  readonly plots: readonly Omit<Plot, 'time' | 'value'>[]
  /** In the order of the bytes: positions, orders, equity curve, days, each plot, then the two of tags, if there are any. */
  readonly layouts: readonly TableLayout[]
}

export function packResult(result: CompactResult): PackedResult {
  const { positions, orders, equityCurve, days, plots, log, positionTags, orderTags, ...head } = result
  const tagged = [positionTags, orderTags].filter((table) => table !== undefined)
  const plotted = plots.map(({ time, value }) => ({ time, value }))
  const tables = [positions, orders, equityCurve, days, ...plotted, ...tagged]
  const layouts = tables.map(layOut)
  const columns = new ArrayBuffer(layouts.reduce((sum, layout) => sum + bytesOf(layout), 0))
  let offset = 0
  for (const [place, layout] of layouts.entries()) {
    writeColumns(layout, tables[place] as Record<string, Float64Array>, columns, offset)
    offset += bytesOf(layout)
  }
  const packed: PackedHead = {
    head,
    log,
    plots: plots.map(({ name, pane, color, steps = false }) => ({ name, pane, color, ...(steps ? { steps } : {}) })),
    layouts,
  }
  return { text: inAscii(JSON.stringify(packed)), columns }
}

/** Maximum number of rows in its tables. */
export interface TableLimits {
  readonly positions: number
  readonly orders: number
  readonly plotValues: number
}

/** More points and days than any run has. */
const MAX_POINTS = 1_000_000

/** Unpacks a result. Throws for bytes that do not form tables within the limits. */
export function unpackResult({ text, columns }: PackedResult, limits: TableLimits): CompactResult {
  const { head, log, plots, layouts } = JSON.parse(text) as PackedHead
  const names = Object.keys(TABLES) as TableName[]
  const tagsAt = names.length + plots.length
  const hasTags = head.tags !== undefined
  if (layouts.length !== tagsAt + (hasTags ? 2 : 0)) throw new RangeError('It lacks tables')
  let offset = 0
  let plotted = 0
  const read = <Name extends string>(place: number, expected: readonly Name[], most: number) => {
    const layout = layouts[place] as TableLayout
    if (!Number.isInteger(layout.rows) || layout.rows < 0 || layout.rows > most) throw new RangeError('It is too long')
    const table = readColumns(layout, expected, columns, offset)
    offset += bytesOf(layout)
    return table
  }
  const result = {
    ...head,
    basis: withoutNulls(head.basis),
    positions: read(0, POSITION_COLUMNS, limits.positions),
    orders: read(1, ORDER_COLUMNS, limits.orders),
    equityCurve: read(2, CURVE_COLUMNS, MAX_POINTS),
    days: read(3, DAY_COLUMNS, MAX_POINTS),
    plots: plots.map((plot, place) => {
      const table = read(names.length + place, PLOT_COLUMNS, limits.plotValues - plotted)
      plotted += table.time.length
      return { ...plot, ...table }
    }),
    log,
  }
  const { positions, orders } = result
  const tagged = hasTags
    ? {
        positionTags: read(tagsAt, TAG_COLUMNS, positions.id.length),
        orderTags: read(tagsAt + 1, TAG_COLUMNS, orders.time.length),
      }
    : {}
  if (offset !== columns.byteLength) throw new RangeError('Its columns do not fill its bytes')
  return { ...result, ...tagged }
}

/** JSON has null in place of numbers that are not finite. */
function withoutNulls(basis: MetricBasis): MetricBasis {
  const { balance, equity, maxDrawdown, maxDrawdownFraction, benchmarkStart } = basis
  return {
    ...basis,
    balance: balance ?? NaN,
    equity: equity ?? NaN,
    maxDrawdown: maxDrawdown ?? NaN,
    maxDrawdownFraction: maxDrawdownFraction ?? NaN,
    benchmarkStart: benchmarkStart ?? NaN,
  }
}

/**
 * JSON with all non-ASCII characters escaped, so that its length in bytes equals its length in characters, padded with
 * spaces so that the columns after it start at a multiple of eight.
 */
function inAscii(json: string): string {
  const ascii = json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return ascii.padEnd(Math.ceil(ascii.length / 8) * 8)
}
