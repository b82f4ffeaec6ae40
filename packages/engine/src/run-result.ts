import type { Order, Position } from '@tradeloom/domain'
import type { Breakdowns, MetricValue } from '@tradeloom/metrics'

export type { Position as PositionView } from '@tradeloom/domain'
export type { MetricValue } from '@tradeloom/metrics'

/** A position of a result, with what is only known afterwards: a script must not know the rest of the bar. */
export interface PositionRecord extends Position {
  /** Distance of the fill prices from the middle of bid and ask, and from the price that was slipped. */
  readonly spreadCost: number
  readonly slippageCost: number
  /** Profit at the worst and the best price while it was open, after spread and slippage, before other costs. */
  readonly mae: number
  readonly mfe: number
  readonly maePips: number
  readonly mfePips: number
  /** Money between the opening price and the first stop; null without one. */
  readonly risk: number | null
  /** Equity right before it was opened. */
  readonly equityAtEntry: number
  /** Value of the quantity at the opening price. */
  readonly notional: number
  /** The path inside a bar decided about it, not the data: its entry, its exit, or which of two orders was filled. */
  readonly ambiguous: boolean
  /** The worst and the best of its profit and of that which the other path of these bars led to; null unless ambiguous. */
  readonly profitInterval: readonly [worst: number, best: number] | null
}

/** An order of a result. */
export type OrderRecord = Order

/** The equity curve as columns, thinned to at most some thousand points that keep every extreme. */
export interface EquityCurve {
  readonly time: readonly number[]
  readonly equity: readonly number[]
  readonly balance: readonly number[]
  /** Drawdown as a fraction of the peak, 0 to 1. */
  readonly drawdown: readonly number[]
}

/**
 * What a script plotted under one name, every value of it. As text, because millions of numbers as JSON would be most of
 * a result; `readPlot` gives them back exactly.
 */
export interface PlotSeries {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  /** Each value holds until the next one; absent where it does not. */
  readonly steps?: boolean
  readonly count: number
  /** UTC milliseconds, ascending: base64 of their differences as LEB128. */
  readonly times: string
  /** Base64 of little-endian 64-bit floats; NaN where nothing was plotted. */
  readonly values: string
}

export interface LogLine {
  readonly time: number
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
}

export interface RunStatistics {
  readonly positionCount: number
  readonly openPositions: number
  readonly closedPositions: number
  readonly winningPositions: number
  readonly losingPositions: number
  readonly ambiguousPositions: number
  /** When the account ran out of margin, UTC milliseconds, if it did and nothing was opened after that. */
  readonly outOfMarginSince: number | null
  /** Orders rejected for lack of margin since nothing has been open. */
  readonly marginRejections: number
  /** How often the used margin came to exceed equity. */
  readonly marginCalls: number
  /** Positions that the broker closed for lack of margin. */
  readonly closeouts: number
  /** Orders rejected for lack of margin in the whole run. */
  readonly allMarginRejections: number
  /** Used margin at the end, and its highest value at any price. */
  readonly usedMargin: number
  readonly maxUsedMargin: number
  /**
   * The highest closeout percentage at any price, half of the used margin by equity: positions are closed at 100. Null if
   * margin was used without any equity.
   */
  readonly maxCloseoutPercent: number | null
  /**
   * N of N:1, the rounded inverse of the margin rate of the run's instrument, for the first units of a position and for the
   * last ones of a large position; they differ with margin tiers. Null if no margin is needed.
   */
  readonly leverage: number | null
  readonly lowestLeverage: number | null
  /**
   * Lowest and highest profit of the runs under all path models, if the path decided anything; the profit itself if not.
   * Null if these runs were not made: in a stopped run, or if the script fails on another path.
   */
  readonly ambiguousWorstProfit: number | null
  readonly ambiguousBestProfit: number | null
  readonly initialBalance: number
  readonly balance: number
  readonly equity: number
  readonly profit: number
  /** Per cent, 1.5 is 1.5 %. */
  readonly profitPercentage: number
  /** The sums of closed and of open positions, net of all costs: together the profit. */
  readonly realizedProfit: number
  readonly unrealizedProfit: number
  readonly realizedPips: number
  readonly maxDrawdown: number
  /** Per cent of the peak. */
  readonly maxDrawdownPercentage: number
  /** Profit of all positions at the middle of bid and ask, before every cost. */
  readonly grossProfit: number
  readonly spreadCost: number
  readonly slippageCost: number
  readonly commission: number
  readonly swapCost: number
  readonly fundingCost: number
  /** Per period, as the specification's gauges show them. */
  readonly sharpeDaily: number | null
  readonly sortinoDaily: number | null
  readonly sharpeMonthly: number | null
  readonly sortinoMonthly: number | null
  readonly averageDailyReturn: number | null
  readonly averageMonthlyReturn: number | null
  /**
   * Profit % divided by max drawdown %, only if positive: the specification's profit factor, `returnOverMaxDrawdown`
   * among the metrics. Gross profits by gross losses is the metric `grossProfitFactor`.
   */
  readonly profitFactor: number | null
}

export interface RunResult {
  readonly engineVersion: string
  /** Ticks the engine processed (four per minute bar) and finished bars of the run's interval. */
  readonly ticks: number
  readonly bars: number
  /** Rows of history that were fed before the start because indicators needed them. */
  readonly warmupRows: number
  /**
   * Minutes resolved by real ticks because the bar left the order of stop and target open. The hashed record keeps the
   * key that earlier engines wrote; everywhere else it is `minutesResolvedByTicks`.
   */
  readonly finerMinutes: number
  /** Rows left out because the market was closed. */
  readonly closedRows: number
  readonly statistics: RunStatistics
  /** Every metric of the registry by key, with n, interval and reason. */
  readonly metrics: Readonly<Record<string, MetricValue>>
  readonly breakdowns: Breakdowns
  readonly positions: readonly PositionRecord[]
  readonly orders: readonly OrderRecord[]
  readonly equityCurve: EquityCurve
  readonly plots: readonly PlotSeries[]
  readonly endPrices: { readonly time: number; readonly bid: number; readonly ask: number } | null
  readonly log: readonly LogLine[]
  /** Log lines that did not fit. */
  readonly logDropped: number
  readonly warnings: readonly string[]
}
