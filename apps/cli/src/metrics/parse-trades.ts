import type { OutsideTrade } from '@tradeloom/metrics'
import { InputError } from '../input-error.ts'
import { parseCellNumber, parseCellTime } from './cells.ts'
import { findColumns } from './find-columns.ts'
import type { Row, Table } from './table.ts'
import { TRADE_COLUMNS } from './trade-columns.ts'

type Places = ReturnType<typeof findColumns<typeof TRADE_COLUMNS>>
type Meaning = keyof typeof TRADE_COLUMNS

export interface ParsedTrades {
  readonly trades: readonly OutsideTrade[]
  /** What was decided on the way, for people. */
  readonly notes: readonly string[]
}

/**
 * Closed trades of a list. Profits are after all costs, unless their column says gross or `gross` is given: then
 * commission, swap and funding are taken off. `pipSize` gives pips where the list has prices alone.
 */
export function parseTrades(
  table: Table,
  { gross, pipSize }: { readonly gross: boolean; readonly pipSize: number | null },
): ParsedTrades {
  const columns = tellTwins(table.columns)
  const places = findColumns({ ...table, columns }, TRADE_COLUMNS)
  const isGross = gross || places.profit === undefined
  check(table, places)
  const trades: OutsideTrade[] = []
  let open = 0
  for (const row of table.rows) {
    // An open position has not earned anything yet.
    if (cell(row, places.closeTime) === '') open += 1
    else trades.push(parseTrade(row, columns, places, { isGross, pipSize }))
  }
  if (trades.length === 0) throw new InputError(`${table.file}: no row has a close time`)
  const notes: string[] = []
  if (open > 0) notes.push(`${open} rows without a close time were left out`)
  if (trades.some(({ closeTime }, at) => at > 0 && closeTime < (trades[at - 1]?.closeTime ?? 0)))
    notes.push('The rows were put in order of closing')
  const costs = places.commission !== undefined || places.swap !== undefined
  if (costs && !isGross) notes.push('Profits were taken as after commission and swap; --gross takes these off')
  notes.push('Equity is known at closings only: returns and drawdowns are those of the closed balance')
  return { trades, notes }
}

/** MetaTrader 5 calls both times "Time" and both prices "Price": the first is that of opening, the second of closing. */
function tellTwins(columns: readonly string[]): readonly string[] {
  return columns.map((column, at) => {
    const name = column.toLowerCase()
    const twins = columns.flatMap((other, place) => (other.toLowerCase() === name ? [place] : []))
    if ((name !== 'time' && name !== 'price') || twins.length !== 2) return column
    return at === twins[0] ? `Open ${name}` : `Close ${name}`
  })
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
  columns: readonly string[],
  places: Places,
  { isGross, pipSize }: { isGross: boolean; pipSize: number | null },
): OutsideTrade {
  const number = (meaning: Meaning): number | null => {
    const text = cell(row, places[meaning])
    return text === '' ? null : parseCellNumber(text, row.place, columns[places[meaning] as number] as string)
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
    commission: absolute(number('commission')),
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

function directionOf({ place }: Row, text: string): 'LONG' | 'SHORT' | null {
  if (text === '') return null
  if (/^(l|long|b|buy|1)\b/i.test(text)) return 'LONG'
  if (/^(s|short|sell|-1)\b/i.test(text)) return 'SHORT'
  throw new InputError(`${place}: "${text}" is neither long (buy) nor short (sell)`)
}

function pipsOf(
  [open, close]: readonly [number | null, number | null],
  direction: 'LONG' | 'SHORT' | null,
  pipSize: number | null,
): number | null {
  if (open === null || close === null || direction === null || pipSize === null) return null
  return ((close - open) * (direction === 'LONG' ? 1 : -1)) / pipSize
}

function absolute(value: number | null): number | null {
  return value === null ? null : Math.abs(value)
}

/** 0 stays 0: a minus before it would be printed. */
function negated(value: number | null): number | null {
  return value === null ? null : 0 - value
}
