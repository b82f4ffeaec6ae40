import type { RowIndex } from '@tradeloom/domain'

import type { MarketRows } from './market-rows.ts'
import type { BarRange } from './quote.ts'

/** Chooses the path inside a bar where it decides about orders and positions. */
export interface PathChooser {
  /** Whether a path has decided about an order or a position so far. */
  readonly hasPathDecided: boolean
  /**
   * Before or right after the open of a bar that ends at `end`: whether the order of its extremes may decide anything.
   * False is certain; true is not.
   */
  mayDependOnPath(bar: BarRange, end: number): boolean
  /**
   * After the open of a bar, and all that the script did then: whether its high comes before its low, usually
   * `isHighFirst`. Notes about which orders and positions that decides.
   */
  choosePath(rows: MarketRows, row: RowIndex, isHighFirst: boolean): boolean
}

/** For a venue that matches orders itself. */
export const USUAL_PATH: PathChooser = Object.freeze({
  hasPathDecided: false,
  mayDependOnPath: () => false,
  choosePath: (_rows: MarketRows, _row: RowIndex, isHighFirst: boolean) => isHighFirst,
})
