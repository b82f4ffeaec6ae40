import { INTERVALS, isBarInterval } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { IntervalBars } from '../market/interval-bars.ts'
import type { MarketRows } from '../market/market-rows.ts'
import { TickBars } from '../market/tick-bars.ts'
import type { Quote } from '../market/quote.ts'
import type { OrderAck } from '../orders/order-ack.ts'
import type { SimulatedVenue } from '../venues/simulated/simulated-venue.ts'
import { cancel } from '../venues/simulated/cancel.ts'
import { oneCancelsOther } from '../venues/simulated/link.ts'
import { modify } from '../venues/simulated/modify.ts'
import { idOf, shown } from '../orders/order-rules.ts'
import type { Portfolio } from '../account/portfolio.ts'
import type { Plots } from '../record/plots.ts'
import { logText, type RunLog } from '../record/run-log.ts'
import type { RunSpec } from '../run-spec.ts'
import { crossed } from './crossed.ts'
import { freezeWhole } from './freeze-whole.ts'
import { scriptIndicators } from './script-indicators.ts'
import type { ScriptApi } from './script-types.ts'
import { ScriptAccount, ScriptBars, scriptInstrument, ScriptOrders, ScriptPositions } from './script-views.ts'

export interface ScriptApiParts {
  readonly spec: RunSpec
  readonly quote: Quote
  readonly kernel: Kernel
  readonly venue: SimulatedVenue
  readonly portfolio: Portfolio
  readonly log: RunLog
  readonly plots: Plots
  /** The traded rows: how long they are, and what they are bars of where that was said. */
  readonly rows: Pick<MarketRows, 'rowMs' | 'interval'>
  /** So many bars are wanted before the start. */
  readonly requestWarmup: (bars: IntervalBars, count: number) => void
}

/** Everything that the typing file of the script API declares for algorithms, and the externals. */
export function createScriptApi(parts: ScriptApiParts): ScriptApi {
  const { spec, quote, venue, portfolio, log, plots } = parts
  const useInterval = (interval: unknown) => intervalInUse(parts, interval)
  const { precision, pipSize } = spec.instrument
  const scale = 10 ** precision
  return freezeWhole({
    ...spec.externals,
    instrument: scriptInstrument(spec.instrument),
    account: Object.freeze(new ScriptAccount(portfolio, quote, spec.accountCurrency)),
    positions: Object.freeze(new ScriptPositions(portfolio, quote)),
    orders: Object.freeze(new ScriptOrders(venue)),
    indicators: scriptIndicators(useInterval, parts.requestWarmup),
    runInterval: spec.interval === 'Tick' ? 'M1' : spec.interval,
    bars: (interval: unknown) => Object.freeze(new ScriptBars(useInterval(interval))),
    every: (interval: unknown, handler: unknown) => {
      if (typeof handler !== 'function') throw new ScriptApiError('every: the second argument must be a function')
      useInterval(interval).handlers.push((bar) => (handler as (item: unknown) => unknown)(bar))
    },
    buy: (request: unknown) => venue.place(request, true).record(),
    sell: (request: unknown) => venue.place(request, false).record(),
    closePosition: (position: unknown, quantity?: unknown) => closePosition(parts, position, quantity),
    closeAll: (direction?: unknown) => closeAll(parts, direction),
    modify: (target: unknown, changes: unknown) =>
      written(venue, 'modify', modify({ venue, portfolio, instrument: spec.instrument }, target, changes)),
    cancel: (order: unknown) => cancel(venue, order),
    plot: (name: string, value: number | null, options?: unknown) => plots.add(quote.time, name, value, options),
    oco: (...targets: unknown[]) => written(venue, 'oco', oneCancelsOther(venue, targets)),
    crossedAbove: (first: unknown, second: unknown) => crossed('crossedAbove', first, second),
    crossedBelow: (first: unknown, second: unknown) => crossed('crossedBelow', second, first),
    log: (...values: unknown[]) => log.write(quote.time, 'info', logText(values)),
    now: () => quote.time,
    round: (price: number) => Math.round(price * scale) / scale,
    pips: (n: number) => n * pipSize,
  })
}

/** The bars of an interval, which from now on are made. Throws ScriptApiError when the data cannot give them. */
export function intervalInUse(
  { kernel, rows }: Pick<ScriptApiParts, 'kernel' | 'rows'>,
  interval: unknown,
): IntervalBars {
  if (typeof interval === 'object' && interval !== null) return tickBarsInUse(kernel, rows, interval)
  if (typeof interval !== 'string' || !isBarInterval(interval)) {
    throw new ScriptApiError(`'${shown(interval)}' is not an interval of bars: use one of ${NAMES}`)
  }
  const known = kernel.interval(interval)
  if (known) return known
  const { ms, label } = INTERVALS[interval]
  const rowMs = rows.interval === null ? rows.rowMs : INTERVALS[rows.interval].ms
  if (rowMs > 0 && ms % rowMs !== 0) {
    throw new ScriptApiError(`Bars of ${label} cannot be made from this data, whose bars are ${lengthOf(rowMs)} long`)
  }
  const bars = new IntervalBars(interval, interval === rows.interval ? rows.rowMs : 0)
  kernel.useInterval(bars)
  return bars
}

const MAX_TICKS = 1_000_000

function tickBarsInUse(kernel: Kernel, { rowMs }: ScriptApiParts['rows'], asked: object): IntervalBars {
  const { ticks } = asked as { ticks?: unknown }
  if (typeof ticks !== 'number' || !Number.isInteger(ticks) || ticks < 1 || ticks > MAX_TICKS) {
    throw new ScriptApiError(`ticks must be a whole number from 1 to ${MAX_TICKS}, as in { ticks: 100 }`)
  }
  if (rowMs > 0) {
    throw new ScriptApiError(
      `Bars of ${ticks} ticks need the resolution of every tick: this run has bars of ${lengthOf(rowMs)}`,
    )
  }
  const known = kernel.tickBars(ticks)
  if (known) return known
  const bars = new TickBars(ticks)
  kernel.useTickBars(bars)
  return bars
}

function lengthOf(rowMs: number): string {
  return Object.values(INTERVALS).find(({ ms }) => ms === rowMs)?.label ?? `${rowMs / 1000} s`
}

const NAMES = Object.keys(INTERVALS).join(', ')

/** A refusal stands in the log as well. Cancelling what is gone already is none that matters. */
function written(venue: SimulatedVenue, name: string, ack: OrderAck): OrderAck {
  if (!ack.accepted) venue.logRefusal(`${name} refused: ${ack.reason ?? ''}`)
  return ack
}

function closePosition({ venue, portfolio }: ScriptApiParts, target: unknown, quantity: unknown) {
  const id = idOf(target) ?? NaN
  const position = portfolio.open.get(id)
  const amount = quantity === undefined ? (position?.quantity ?? 0) : typeof quantity === 'number' ? quantity : 0
  return venue.placeClose(position, id, amount).record()
}

/** Positions whose whole closing is on its way already are left alone. */
function closeAll({ venue, portfolio }: ScriptApiParts, direction: unknown): number {
  if (direction !== undefined && direction !== 'LONG' && direction !== 'SHORT') {
    throw new ScriptApiError(`closeAll: the direction must be LONG or SHORT, not ${shown(direction)}`)
  }
  let count = 0
  for (const position of portfolio.open.values()) {
    if (position.closing || (direction !== undefined && position.long !== (direction === 'LONG'))) continue
    venue.placeClose(position, position.id, position.quantity)
    count += 1
  }
  return count
}
