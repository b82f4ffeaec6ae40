import { UserError } from '@tradeloom/domain'
import type { Direction } from '@tradeloom/domain'
import type { TradeRecord } from '@tradeloom/metrics'
import { parseCellNumber, parseCellTime } from './cells.ts'
import { findColumns } from './find-columns.ts'
import { joinEntries } from './join-entries.ts'
import type { Row, Table } from './table.ts'
import { TRADE_COLUMNS } from './trade-columns.ts'

type Places = ReturnType<typeof findColumns<typeof TRADE_COLUMNS>>
type Meaning = keyof typeof TRADE_COLUMNS

export interface ParsedTrades {
  readonly trades: readonly TradeRecord[]
  /** Notes for the user about how the file was read. */
  readonly notes: readonly string[]
}

/**
 * Closed trades of a list. Profits are after all costs, unless their column says gross, the list comes from MetaTrader,
 * or `gross` is set: then commission, swap and funding are subtracted. `pipSize` converts prices to pips where the list
 * has no pips.
 */
export function parseTrades(
  list: Table,
  { gross, pipSize }: { readonly gross: boolean; readonly pipSize: number | null },
): ParsedTrades {
  const { table, open: unclosed } = joinEntries(list)
  const columns = labelTwinColumns(table.columns)
  const places = findColumns({ ...table, columns }, TRADE_COLUMNS)
  // Its reports list profits, commissions and swaps separately, to be added up.
  const isMetaTrader = columns !== table.columns && places.swap !== undefined && places.profit !== undefined
  const isGross = gross || places.profit === undefined || isMetaTrader
  check(table, places)
  const paidIs = signOfPaid(table, columns, places)
  const trades: TradeRecord[] = []
  let open = unclosed
  for (const row of table.rows) {
    // An open position has no profit yet.
    if (cell(row, places.closeTime) === '') open += 1
    else trades.push(parseTrade(row, { ...table, columns }, places, { isGross, paidIs, pipSize }))
  }
  if (trades.length === 0) throw new UserError('invalid-input', `${table.file}: no row has a close time`)
  const notes: string[] = []
  if (unclosed > 0)
    notes.push(
      `${unclosed === 1 ? '1 trade that is still open was' : `${unclosed} trades that are still open were`} omitted`,
    )
  if (open > unclosed)
    notes.push(
      `${open - unclosed === 1 ? '1 row without a close time was' : `${open - unclosed} rows without a close time were`} omitted`,
    )
  if (trades.some(({ closeTime }, at) => at > 0 && closeTime < (trades[at - 1]?.closeTime ?? 0)))
    notes.push('Rows were sorted by closing time')
  const costs = places.commission !== undefined || places.swap !== undefined
  if (isMetaTrader && !gross) notes.push('MetaTrader reports profits before commission and swap: these were subtracted')
  else if (costs && !isGross) notes.push('Profits were read as after commission and swap; --gross subtracts these')
  notes.push('Equity is available at closings only: returns and drawdowns are those of the closed balance')
  return { trades, notes }
}

/**
 * 1 if paid commissions are positive, -1 if they are negative, as in MetaTrader. Next to swap costs, as printed by this
 * program, they are positive, and rebates negative.
 */
function signOfPaid({ rows }: Table, columns: readonly string[], places: Places): 1 | -1 {
  if (places.commission === undefined || places.swapCost !== undefined) return 1
  const column = columns[places.commission] as string
  let first: { readonly place: string; readonly sign: number } | null = null
  for (const row of rows) {
    const text = cell(row, places.commission)
    // Values that are not numbers are reported when their row is read.
    const sign = /^[\s$€£¥]*[-\u2212\u2013(]/.test(text) ? -1 : /[1-9]/.test(text) ? 1 : 0
    if (sign === 0 || !/[1-9]/.test(text)) continue
    first ??= { place: row.place, sign }
    if (sign !== first.sign) {
      throw new UserError(
        'invalid-input',
        `${row.place}: ${column} "${text}" has a different sign than ${first.place}, so it is unclear which sign means paid; ` +
          'name the column "commission cost" if paid amounts are positive',
      )
    }
  }
  return first?.sign === -1 ? -1 : 1
}

/**
 * MetaTrader 5 names both times "Time" and both prices "Price": the first is that of the opening, the second that of
 * the closing. Other columns are returned unchanged.
 */
function labelTwinColumns(columns: readonly string[]): readonly string[] {
  const labels = columns.map((column, at) => {
    const name = column.toLowerCase()
    const twins = columns.flatMap((other, place) => (other.toLowerCase() === name ? [place] : []))
    if ((name !== 'time' && name !== 'price') || twins.length !== 2) return column
    return at === twins[0] ? `Open ${name}` : `Close ${name}`
  })
  return labels.every((column, at) => column === columns[at]) ? columns : labels
}

function check({ file, columns, rows }: Table, places: Places): void {
  const names = columns.join(', ')
  if (places.closeTime === undefined)
    throw new UserError(
      'invalid-input',
      `${file}:1: no column has the closing time, such as "close time"; columns: ${names}`,
    )
  if (places.profit === undefined && places.grossProfit === undefined)
    throw new UserError('invalid-input', `${file}:1: no column has the profit, such as "profit"; columns: ${names}`)
  if (rows.length === 0) throw new UserError('invalid-input', `${file}: the file has a header but no rows`)
}

function parseTrade(
  row: Row,
  { columns, separator }: Table,
  places: Places,
  { isGross, paidIs, pipSize }: { isGross: boolean; paidIs: 1 | -1; pipSize: number | null },
): TradeRecord {
  const number = (meaning: Meaning): number | null => {
    const text = cell(row, places[meaning])
    return text === ''
      ? null
      : parseCellNumber(text, row.place, columns[places[meaning] as number] as string, separator)
  }
  const time = (meaning: 'openTime' | 'closeTime'): number | null => {
    const text = cell(row, places[meaning])
    if (text === '') return null
    const name = columns[places[meaning] as number] as string
    return parseCellTime(text, row.place, name, meaning === 'openTime' ? 'start' : 'end')
  }
  const openTime = time('openTime')
  const closeTime = time('closeTime') as number
  if (openTime !== null && openTime > closeTime)
    throw new UserError('invalid-input', `${row.place}: the trade closes before it opens`)
  const profit = number(isGross && places.grossProfit !== undefined ? 'grossProfit' : 'profit')
  if (profit === null) throw new UserError('invalid-input', `${row.place}: the trade has no profit`)
  const costs = {
    commission: number('commissionCost') ?? signed(number('commission'), paidIs),
    swapCost: number('swapCost') ?? negated(number('swap')),
    fundingCost: number('fundingCost'),
    spreadCost: number('spreadCost'),
    slippageCost: number('slippageCost'),
  }
  const paid = (costs.commission ?? 0) + (costs.swapCost ?? 0) + (costs.fundingCost ?? 0)
  const direction = directionOf(row, cell(row, places.direction))
  const prices = [number('openPrice'), number('closePrice')] as const
  return {
    ...costs,
    openTime,
    closeTime,
    direction,
    profit: isGross ? profit - paid : profit,
    instrumentId: cell(row, places.instrumentId) || null,
    quantity: absolute(number('quantity')),
    notional: absolute(number('notional')),
    equityAtEntry: number('equityAtEntry'),
    pips: number('pips') ?? pipsOf(prices, direction, pipSize),
    risk: absolute(number('risk')),
    // Some platforms write MAE as a size, others as a loss.
    mae: negated(absolute(number('mae'))),
    mfe: number('mfe'),
    maePips: negated(absolute(number('maePips'))),
    mfePips: number('mfePips'),
  }
}

function cell({ cells }: Row, place: number | undefined): string {
  return place === undefined ? '' : (cells[place] ?? '').trim()
}

function directionOf({ place }: Row, text: string): Direction | null {
  if (text === '') return null
  if (/^(l|long|b|buy|1)\b/i.test(text)) return 'LONG'
  if (/^(s|short|sell|-1)\b/i.test(text)) return 'SHORT'
  throw new UserError('invalid-input', `${place}: "${text}" is neither long (buy) nor short (sell)`)
}

function pipsOf(
  [open, close]: readonly [number | null, number | null],
  direction: Direction | null,
  pipSize: number | null,
): number | null {
  if (open === null || close === null || direction === null || pipSize === null) return null
  return ((close - open) * (direction === 'LONG' ? 1 : -1)) / pipSize
}

function absolute(value: number | null): number | null {
  return value === null ? null : Math.abs(value)
}

function signed(value: number | null, sign: 1 | -1): number | null {
  return sign === 1 ? value : negated(value)
}

/** Keeps 0 from becoming -0, which would be printed. */
function negated(value: number | null): number | null {
  return value === null ? null : 0 - value
}
