import { ClosedPositions } from '../record/closed-positions.ts'
import { type MakeColumn, newColumn } from '../record/column-pool.ts'
import { ledgerHash } from './ledger-hash.ts'
import type { OrderColumns } from '../record/order-columns.ts'
import { emptyPositionColumns, POSITION_COLUMNS, type PositionColumns } from '../record/position-columns.ts'
import type { ResultParts } from './result-parts.ts'
import { SingleColumns } from '../record/single-columns.ts'

/** What a run has traded. */
export interface Ledger {
  readonly positions: PositionColumns
  /** By id. */
  readonly positionTags: ReadonlyMap<number, string>
  readonly orders: OrderColumns
  readonly reasons: readonly string[]
  readonly ledgerHash: string
}

/** All positions and orders of a run, as columns. */
export function ledgerOf({ account, markets, orders: placed }: ResultParts, make: MakeColumn = newColumn): Ledger {
  const open = new ClosedPositions(account.markets.map(({ instrument }) => instrument))
  for (const { market, next } of markets) market.positions.recordOpen(next - 1, open)
  const singlePositions = new SingleColumns(account.closed.count + open.count, make)
  const singleOrders = new SingleColumns(placed.count, make)
  const positions = positionsOf(account.closed, open, make, singlePositions)
  const positionTags = new Map([...account.closed.tags, ...open.tags])
  const { columns: orders, reasons } = placed.columns(make, singleOrders)
  const hash = ledgerHash(positions, orders, [singlePositions, singleOrders])
  return { positions, positionTags, orders, reasons, ledgerHash: hash }
}

function positionsOf(
  closed: ClosedPositions,
  open: ClosedPositions,
  make: MakeColumn,
  singles: SingleColumns,
): PositionColumns {
  const given: { -readonly [name in keyof PositionColumns]?: Float64Array } = {}
  const [one, ...others] = [closed, open].filter(({ count }) => count > 0)
  for (const name of POSITION_COLUMNS) {
    const value = one?.single(name)
    if (value !== undefined && others.every((other) => Object.is(other.single(name), value))) {
      given[name] = singles.of(value)
    }
  }
  const columns = emptyPositionColumns(closed.count + open.count, given, make)
  const without = new Set(Object.keys(given) as (keyof PositionColumns)[])
  closed.writeTo(columns, without)
  open.writeTo(columns, without)
  return columns
}
