import type { Direction } from '@tradeloom/domain'
import type { TradeRecord } from '@tradeloom/metrics'
import { InputError } from '../input-error.ts'
import { parseCellNumber, parseCellTime } from './cells.ts'
import { findColumns } from './find-columns.ts'
import { joinEntries } from './join-entries.ts'
import type { Row, Table } from './table.ts'
import { TRADE_COLUMNS } from './trade-columns.ts'

type Places = ReturnType<typeof findColumns<typeof TRADE_COLUMNS>>
type Meaning = keyof typeof TRADE_COLUMNS

export interface ParsedTrades {
  readonly trades: readonly TradeRecord[]
  /** What was decided on the way, for people. */
  readonly notes: readonly string[]
}

/**
 * Closed trades of a list. Profits are after all costs, unless their column says gross, MetaTrader wrote the list or
 * `gross` is given: then commission, swap and funding are taken off. `pipSize` gives pips where the list has prices
 * alone.
 */
export function parseTrades(
  list: Table,
  { gross, pipSize }: { readonly gross: boolean; readonly pipSize: number | null },
): ParsedTrades {
  const { table, open: unclosed } = joinEntries(list)
  const columns = tellTwins(table.columns)
  const places = findColumns({ ...table, columns }, TRADE_COLUMNS)
  // Its reports tell profits, commissions and swaps apart, to be added up.
  const isMetaTrader = columns !== table.columns && places.swap !== undefined && places.profit !== undefined
  const isGross = gross || places.profit === undefined || isMetaTrader
  check(table, places)
  const paidIs = signOfPaid(table, columns, places)
  const trades: TradeRecord[] = []
  let open = unclosed
  for (const row of table.rows) {
    // An open position has not earned anything yet.
    if (cell(row, places.closeTime) === '') open += 1
    else trades.push(parseTrade(row, { ...table, columns }, places, { isGross, paidIs, pipSize }))
  }
  if (trades.length === 0) throw new InputError(`${table.file}: no row has a close time`)
  const notes: string[] = []
  if (unclosed > 0) notes.push(`${unclosed} trades that are still open were left out`)
  if (open > unclosed) notes.push(`${open - unclosed} rows without a close time were left out`)
  if (trades.some(({ closeTime }, at) => at > 0 && closeTime < (trades[at - 1]?.closeTime ?? 0)))
    notes.push('The rows were put in order of closing')
  const costs = places.commission !== undefined || places.swap !== undefined
  if (isMetaTrader && !gross) notes.push('MetaTrader tells profits before commission and swap: these were taken off')
  else if (costs && !isGross) notes.push('Profits were taken as after commission and swap; --gross takes these off')
  notes.push('Equity is known at closings only: returns and drawdowns are those of the closed balance')
  return { trades, notes }
}

/**
 * 1 where a commission that was paid is positive and -1 where it is negative, as in MetaTrader. Beside swap costs, as
 * this program prints them, it is positive, and a rebate negative.
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
      throw new InputError(
        `${row.place}: ${column} "${text}" has another sign than in ${first.place}, so nobody knows which was paid; ` +
          'call the column "commission cost" if what is paid is positive',
      )
    }
  }
  return first?.sign === -1 ? -1 : 1
}

/**
 * MetaTrader 5 calls both times "Time" and both prices "Price": the first is that of opening, the second of closing.
 * Other columns come back as they are.
 */
function tellTwins(columns: readonly string[]): readonly string[] {
  const told = columns.map((column, at) => {
    const name = column.toLowerCase()
    const twins = columns.flatMap((other, place) => (other.toLowerCase() === name ? [place] : []))
    if ((name !== 'time' && name !== 'price') || twins.length !== 2) return column
    return at === twins[0] ? `Open ${name}` : `Close ${name}`
  })
  return told.every((column, at) => column === columns[at]) ? columns : told
}

function check({ file, columns, rows }: Table, places: Places): void {
  const names = columns.join(', ')
  if (places.closeTime === undefined)
    throw new InputError(`${file}:1: no column tells when a trade closed, such as "close time"; there are: ${names}`)
  if (places.profit === undefined && places.grossProfit === undefined)
    throw new InputError(`${file}:1: no column tells what a trade brought, such as "profit"; there are: ${names}`)
  if (rows.length === 0) throw new InputError(`${file}: there is a header and no row`)
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
  if (openTime !== null && openTime > closeTime) throw new InputError(`${row.place}: the trade closes before it opens`)
  const profit = number(isGross && places.grossProfit !== undefined ? 'grossProfit' : 'profit')
  if (profit === null) throw new InputError(`${row.place}: the trade has no profit`)
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
    // Some platforms write the worst mark as a size, others as the loss that it is.
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
  throw new InputError(`${place}: "${text}" is neither long (buy) nor short (sell)`)
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

/** 0 stays 0: a minus before it would be printed. */
function negated(value: number | null): number | null {
  return value === null ? null : 0 - value
}
