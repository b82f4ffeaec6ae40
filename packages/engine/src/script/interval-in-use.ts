import { DAY, HOUR, INTERVALS, isBarInterval } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { IntervalBars } from '../market/interval-bars.ts'
import { TickBars } from '../market/tick-bars.ts'
import type { TradedMarket } from '../traded-market.ts'
import { shown } from '../orders/order-rules.ts'

/** The bars of an interval of a market, built from now on. Throws ScriptApiError if the data cannot provide them. */
export function intervalInUse(kernel: Kernel, market: TradedMarket, interval: unknown): IntervalBars {
  if (typeof interval === 'object' && interval !== null) return tickBarsInUse(kernel, market, interval)
  if (typeof interval !== 'string' || !isBarInterval(interval)) {
    throw new ScriptApiError(`'${shown(interval)}' is not an interval of bars: use one of ${NAMES}`)
  }
  const known = market.interval(interval)
  if (known) return known
  const { ms, label } = INTERVALS[interval]
  const { rows } = market
  const rowMs = rows.interval === null ? rows.rowMs : INTERVALS[rows.interval].ms
  const isShifted = market.spec.instrument.dayEnd === 'new-york' && ms >= DAY && interval !== rows.interval
  // The banking day ends on the hour, inside of longer bars.
  if (rowMs > 0 && (ms % rowMs !== 0 || (isShifted && rowMs > HOUR))) {
    throw new ScriptApiError(`Bars of ${label} cannot be made from this data, whose bars are ${lengthOf(rowMs)} long`)
  }
  const { instrument } = market.spec
  const bars = new IntervalBars(interval, kernel.activity, interval === rows.interval ? rows.rowMs : 0, instrument)
  kernel.useInterval(market, bars)
  return bars
}

const MAX_TICKS = 1_000_000

function tickBarsInUse(kernel: Kernel, market: TradedMarket, requested: object): IntervalBars {
  const { ticks } = requested as { ticks?: unknown }
  if (typeof ticks !== 'number' || !Number.isInteger(ticks) || ticks < 1 || ticks > MAX_TICKS) {
    throw new ScriptApiError(`ticks must be a whole number from 1 to ${MAX_TICKS}, as in { ticks: 100 }`)
  }
  const { rowMs } = market.rows
  if (rowMs > 0) {
    throw new ScriptApiError(
      `Bars of ${ticks} ticks need the resolution of every tick: this run has bars of ${lengthOf(rowMs)}`,
    )
  }
  const known = market.tickBarsOf(ticks)
  if (known) return known
  const bars = new TickBars(ticks, kernel.activity)
  market.useTickBars(bars)
  return bars
}

function lengthOf(rowMs: number): string {
  return Object.values(INTERVALS).find(({ ms }) => ms === rowMs)?.label ?? `${rowMs / 1000} s`
}

const NAMES = Object.keys(INTERVALS).join(', ')
