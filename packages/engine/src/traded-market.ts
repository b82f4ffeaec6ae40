import type { BarInterval } from '@tradeloom/domain'

import type { FinancingCharges } from './account/financing-charges.ts'
import type { MarketPositions } from './account/market-positions.ts'
import type { Venue } from './ports/venue.ts'
import type { MarketExcursions } from './record/excursions.ts'
import type { MarketSpec } from './run-spec.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import type { PathChooser } from './market/path-chooser.ts'
import { isCoarse, type MarketRows } from './market/market-rows.ts'
import type { Quote } from './market/quote.ts'
import type { TickBars } from './market/tick-bars.ts'
import type { TradingHours } from './market/trading-hours.ts'

export type TickHandler = (tick: { readonly time: number; readonly bid: number; readonly ask: number }) => unknown

export interface TradedMarketParts {
  readonly spec: MarketSpec
  readonly rows: MarketRows
  readonly intrabarTicks: MarketRows | null
  readonly quote: Quote
  readonly positions: MarketPositions
  readonly excursions: MarketExcursions
  readonly financing: FinancingCharges
  readonly tradingHours: TradingHours
  readonly venue: Venue
  readonly pathChooser: PathChooser
  /** Call it after financing was booked outside of `venue.match`; null if the venue does not book any itself. */
  readonly afterFinancing: (() => void) | null
}

/** One market of a run: its data, last prices, orders, positions, and bars. */
export class TradedMarket {
  readonly spec: MarketSpec
  readonly rows: MarketRows
  /** Real ticks that resolve minutes whose bars are ambiguous; null if there are none. */
  readonly intrabarTicks: MarketRows | null
  readonly quote: Quote
  readonly positions: MarketPositions
  readonly excursions: MarketExcursions
  readonly financing: FinancingCharges
  readonly tradingHours: TradingHours
  readonly venue: Venue
  readonly pathChooser: PathChooser
  readonly afterFinancing: (() => void) | null
  /** Whether rows are bars longer than a minute. */
  readonly isCoarse: boolean
  /** Whether its conversion rate changes over time. */
  readonly converts: boolean
  /** A tolerance below the finest step of a sum of two prices. */
  readonly epsilon: number
  /** Intervals in use, shortest first. */
  intervals: readonly IntervalBars[] = []
  /** Tick bars in use, shortest first. */
  tickBars: readonly TickBars[] = []
  onTick: TickHandler | undefined
  isClosed = false
  /** Whether bars follow the minute data even where real ticks resolve the inside of a minute. */
  updatesBarsByRow = false
  minutesResolvedByTicks = 0
  /** Rows skipped because the market was closed. */
  closedRows = 0

  constructor(parts: TradedMarketParts) {
    this.spec = parts.spec
    this.rows = parts.rows
    this.intrabarTicks = parts.intrabarTicks
    this.quote = parts.quote
    this.positions = parts.positions
    this.excursions = parts.excursions
    this.financing = parts.financing
    this.tradingHours = parts.tradingHours
    this.venue = parts.venue
    this.pathChooser = parts.pathChooser
    this.afterFinancing = parts.afterFinancing
    this.isCoarse = isCoarse(parts.rows)
    this.converts = !parts.positions.conversion.isConstant
    this.epsilon = 10 ** -parts.spec.instrument.precision / 4
  }

  interval(interval: BarInterval): IntervalBars | undefined {
    return this.intervals.find((bars) => bars.interval === interval)
  }

  tickBarsOf(ticks: number): TickBars | undefined {
    return this.tickBars.find((bars) => bars.ticks === ticks)
  }

  useTickBars(bars: TickBars): void {
    this.tickBars = [...this.tickBars, bars].sort((a, b) => a.ticks - b.ticks)
  }

  /** Adds a handler that is called after every tick, after (or before) the existing ones. */
  addTickHandler(handler: TickHandler, isFirst = false): void {
    const known = this.onTick
    if (known === undefined) {
      this.onTick = handler
      return
    }
    const [first, second] = isFirst ? [handler, known] : [known, handler]
    this.onTick = (tick) => {
      // Each handler gets its own copy, because scripts may change it.
      first({ ...tick })
      second(tick)
    }
  }
}
