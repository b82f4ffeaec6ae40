import type { Bar } from '@tradeloom/domain'

import type { IntervalBars } from '../market/interval-bars.ts'
import type { TradedMarket } from '../traded-market.ts'
import type { OrderDesk, OrderDeskParts } from './order-desk.ts'

interface History {
  at(k: number): number
}

/** What a view of bars reads. */
export interface BarsSource {
  readonly interval: IntervalBars['interval']
  readonly history: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', History>> & {
    readonly time: History & { readonly count: number }
    at(k: number): Bar | null
  }
  forming(): Bar | null
}

/** Values of one output of an indicator, newest first. */
export interface Values {
  /** The newest; NaN where there is none. */
  readonly last: number
  at(k: number): number
}

/** What a view of an indicator reads. */
export interface IndicatorSource {
  /** The first output; of most indicators the only one. */
  readonly first: Values
  /** Called when `first` is another one. */
  onChange: () => void
  forming(): unknown
  /** The values of all outputs, by name. */
  named(k: number): unknown
}

/** The indicator that a script creates, with its arguments as given. */
export interface CreatedIndicator {
  readonly key: string
  readonly bars: IntervalBars
  readonly market: TradedMarket
  readonly given: readonly unknown[]
}

/**
 * Stands between a script and the engine, for an analysis of the script. What the script holds is the same with it and
 * without it, down to the text of functions: it reads from here instead of from the engine.
 */
export interface ScriptObserver {
  /** Takes the requests of the script. */
  desk(parts: OrderDeskParts): OrderDesk
  /** The script uses these bars. */
  uses(bars: IntervalBars): void
  bars(bars: IntervalBars, market: TradedMarket): BarsSource
  indicator(source: IndicatorSource, created: CreatedIndicator): IndicatorSource
  /** The view that the script gets of bars or of an indicator. */
  made(view: object, source: BarsSource | IndicatorSource): void
}
