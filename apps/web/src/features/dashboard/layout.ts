/** A panel of a layout: its name, what it starts with, its columns and rows, and what its user has set. */
export interface Cell {
  readonly view: string
  readonly w: number
  readonly h: number
  /** Options as a panel stores them. */
  readonly settings?: unknown
}

export interface Layout {
  readonly name: string
  /** In reading order. */
  readonly config: readonly Cell[]
}

const cell = (view: string, w: number, h: number, values: object = {}): Cell => ({
  view,
  w,
  h,
  settings: { version: 1, values },
})
const tile = (instrumentId: string): Cell => cell('price-tile', 1, 1, { instrumentId })

/** The layout that everybody has. */
export const FOREX_MARKETS: Layout = {
  name: 'Forex Markets',
  config: [
    cell('instruments', 1, 4),
    cell('price-chart', 3, 3, { instrumentId: 'EURUSD:SIM' }),
    tile('EURUSD:SIM'),
    tile('EURUSD:SIM2'),
    tile('GBPUSD:SIM'),
    tile('GBPUSD:SIM2'),
    tile('USDJPY:SIM'),
    tile('USDJPY:SIM2'),
    cell('ticker', 1, 1, { instrumentId: 'EURUSD:SIM' }),
    cell('open-positions', 5, 2),
    cell('orders', 5, 2),
    cell('balances', 5, 2),
    cell('closed-positions', 5, 2),
  ],
}

export const CELL_WIDTH = 225
export const CELL_HEIGHT = 119
export const CELL_MARGIN = 7
const MIN_WIDTH = 768
const [MIN_COLUMNS, MAX_COLUMNS] = [3, 7]

/** Columns of the grid in a container of a width; 1 where not even the fewest fit: then panels stand in one list. */
export function columnsIn(width: number): number {
  const fit = (from: number): number => Math.floor((from - CELL_MARGIN) / (CELL_WIDTH + CELL_MARGIN))
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, fit(Math.max(width, MIN_WIDTH))))
  return fit(width) < MIN_COLUMNS ? 1 : columns
}
