import type { Account } from '../account/account.ts'
import type { RowProgress } from '../loops/loop.ts'
import type { TradedMarket } from '../traded-market.ts'
import type { MarketData } from '../run-markets.ts'
import type { RunSpec } from '../run-spec.ts'
import type { EquityRecorder } from '../record/equity-recorder.ts'
import type { PlacedOrders } from '../record/placed-orders.ts'
import type { Plots } from '../record/plots.ts'
import type { RunLog } from '../record/run-log.ts'
import type { LeftOut, RevisedReads } from '../script/known-source.ts'

/** A market at the end of its run. */
export interface MarketEnd extends RowProgress {
  readonly data: MarketData
  readonly market: TradedMarket
}

export interface ResultParts {
  readonly spec: RunSpec
  /** The run's instrument first. */
  readonly markets: readonly MarketEnd[]
  readonly account: Account
  readonly orders: PlacedOrders
  readonly recorder: EquityRecorder
  readonly log: RunLog
  readonly plots: Plots
  /** Datasets of which the script has read values whose known times are assumed. */
  readonly revised: RevisedReads
  /** What was left out of datasets as forecasts. */
  readonly leftOut: readonly LeftOut[]
  /** Finished bars of the run's interval. */
  readonly bars: number
  readonly hasPathDecided: boolean
  readonly end: number
  readonly lastPriceTime: number
}
