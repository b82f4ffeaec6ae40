import type { KnownColumns, MarketColumns, VenueEvent } from '@tradeloom/domain'

/**
 * Everything that can happen to a session, in one total order: the same inputs give the same state, so inputs are stored
 * and state is replayed. Plain data.
 */
export type Input = RowsInput | EventInput | CloseUntilInput | ControlInput | KnownInput

/** Prices of one market: bars or real ticks, oldest first, later than all before. */
export interface RowsInput {
  readonly kind: 'ROWS'
  readonly instrumentId: string
  readonly columns: MarketColumns
}

/** What a venue reports. */
export interface EventInput {
  readonly kind: 'EVENT'
  readonly event: VenueEvent
  /** Applied with the next row, before the script sees it; otherwise at once. */
  readonly isAttached: boolean
}

/** Ends the bars that end by a time although no price says so: the market is quiet, or closed. */
export interface CloseUntilInput {
  readonly kind: 'CLOSE_UNTIL'
  readonly time: number
}

/** Values of a dataset that the script reads, in the order in which they became known. */
export interface KnownInput {
  readonly kind: 'KNOWN'
  readonly sourceId: string
  readonly columns: KnownColumns
  /** Whether each counts from its known time on, as in a backtest. Otherwise it is news: it counts from now on. */
  readonly isHistory: boolean
}

/** Whether orders that open positions are taken: not while missed rows are caught up with, or at a raised risk level. */
export interface ControlInput {
  readonly kind: 'CONTROL'
  /** Why openings are refused; null if they are not. */
  readonly openingsRefused: string | null
}
