import type { Optimization } from '@tradeloom/contracts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import type { RowSelection } from '../rows/row-selection.ts'

/** What every chart of an optimization gets. */
export interface ChartProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  readonly selection: RowSelection
  /** 1 for brushed rows; null if nothing is brushed. */
  readonly brushed: Uint8Array | null
  /** Opens the full backtest of a row. */
  readonly onOpen: (index: number) => void
}
