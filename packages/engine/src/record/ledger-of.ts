import { ClosedPositions } from './closed-positions.ts'
import { type MakeColumn, newColumn } from './column-pool.ts'
import { ledgerHash } from './ledger-hash.ts'
import type { OrderColumns } from './order-columns.ts'
import { emptyPositionColumns, type PositionColumns } from './position-columns.ts'
import type { ResultParts } from './result-parts.ts'

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
  const positions = emptyPositionColumns(account.closed.count + open.count, make)
  account.closed.writeTo(positions)
  open.writeTo(positions)
  const positionTags = new Map([...account.closed.tags, ...open.tags])
  const { columns: orders, reasons } = placed.columns(make)
  return { positions, positionTags, orders, reasons, ledgerHash: ledgerHash(positions, orders) }
}
