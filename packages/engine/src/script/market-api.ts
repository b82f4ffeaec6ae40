import type { CustomIndicator } from '@tradeloom/indicators'

import type { Account } from '../account/account.ts'
import { ScriptApiError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { Clock } from '../market/clock.ts'
import type { BarHandler, IntervalBars } from '../market/interval-bars.ts'
import type { TickHandler, TradedMarket } from '../traded-market.ts'
import type { OrderRegistry } from '../account/order-registry.ts'
import type { OrderDesk } from './order-desk.ts'
import { shown } from '../orders/order-rules.ts'
import type { ScriptObserver } from './script-observer.ts'
import type { RunLog } from '../record/run-log.ts'
import type { HandlerCalls } from './handler-calls.ts'
import { ignoresArgument } from './ignores-argument.ts'
import { intervalInUse } from './interval-in-use.ts'
import type { ScriptGuard } from './script-guard.ts'
import { scriptIndicators } from './script-indicators.ts'
import { ScriptBars, scriptInstrument, ScriptOrders, ScriptPositions } from './script-views.ts'

export interface MarketApiParts {
  readonly kernel: Kernel
  readonly account: Account
  readonly registry: OrderRegistry
  readonly desk: OrderDesk
  /** Indicators of users. */
  readonly indicators: readonly CustomIndicator[]
  readonly clock: Clock
  readonly log: RunLog
  readonly guard: ScriptGuard
  readonly observer: ScriptObserver | null
  readonly calls: HandlerCalls
  /** Requests a number of bars of a market before the start. */
  readonly requestWarmup: (market: TradedMarket, bars: IntervalBars, count: number) => void
}

/** The API of one market: globals for the run's own, the object of `market(name)` for another. */
export function marketApi(parts: MarketApiParts, market: TradedMarket) {
  const { kernel, registry, desk, clock, guard, observer, calls, indicators: custom } = parts
  const log = (text: string) => parts.log.write(clock.time, 'info', text)
  const { positions, spec } = market
  const { precision, pipSize } = spec.instrument
  const useInterval = (interval: unknown) => {
    const bars = intervalInUse(kernel, market, interval)
    observer?.uses(bars)
    return bars
  }
  const requestWarmup = (bars: IntervalBars, count: number) => parts.requestWarmup(market, bars, count)
  const scale = 10 ** precision
  const instrument = scriptInstrument(spec.instrument)
  return {
    instrument,
    positions: Object.freeze(new ScriptPositions(positions)),
    orders: Object.freeze(new ScriptOrders(registry, positions.market)),
    indicators: scriptIndicators({ market, useInterval, requestWarmup, custom, instrument, log, guard, observer }),
    bars: (interval: unknown) => {
      const bars = useInterval(interval)
      const source = observer?.bars(bars, market) ?? bars
      const view = Object.freeze(new ScriptBars(bars, source, (count) => requestWarmup(bars, count)))
      observer?.made(view, source)
      return view
    },
    every: (interval: unknown, handler: unknown) => {
      if (typeof handler !== 'function') throw new ScriptApiError('every: the second argument must be a function')
      const readsBar = !ignoresArgument(handler as BarHandler)
      useInterval(interval).addHandler(calls.note(handler as BarHandler), readsBar)
    },
    buy: (request: unknown) => desk.place(positions, request, true),
    sell: (request: unknown) => desk.place(positions, request, false),
    closeAll: (direction?: unknown) => closeAll(desk, market, direction),
    round: (price: number) => Math.round(price * scale) / scale,
    pips: (n: number) => n * pipSize,
  }
}

/** Additional members of another market, for which the script has no globals. */
export function otherMarketApi(parts: MarketApiParts, market: TradedMarket): Readonly<Record<string, unknown>> {
  const { quote } = market
  const api = {
    ...marketApi(parts, market),
    onTick: (handler: unknown) => {
      if (typeof handler !== 'function') throw new ScriptApiError('onTick: the argument must be a function')
      const noted = parts.calls.note(handler as TickHandler)
      market.addTickHandler((tick) => noted(tick))
    },
  }
  Object.defineProperty(api, 'bid', { get: () => quote.bid, enumerable: true })
  Object.defineProperty(api, 'ask', { get: () => quote.ask, enumerable: true })
  return api
}

/** Skips positions that are already being closed completely. */
function closeAll(desk: OrderDesk, { positions }: TradedMarket, direction: unknown): number {
  if (direction !== undefined && direction !== 'LONG' && direction !== 'SHORT') {
    throw new ScriptApiError(`closeAll: the direction must be LONG or SHORT, not ${shown(direction)}`)
  }
  let count = 0
  for (let position = positions.open.first; position !== null; position = position.next) {
    if (position.closing || (direction !== undefined && position.long !== (direction === 'LONG'))) continue
    desk.closeWhole(positions, position)
    count += 1
  }
  return count
}
