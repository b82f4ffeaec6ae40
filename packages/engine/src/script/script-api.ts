import type { Quantity, OrderAck } from '@tradeloom/domain'

import type { TradedMarket } from '../traded-market.ts'
import { ScriptApiError } from '../errors.ts'
import { idOf, shown } from '../orders/order-rules.ts'
import type { Plots } from '../record/plots.ts'
import { logText } from '../record/run-log.ts'
import type { RunSpec } from '../run-spec.ts'
import { crossed } from './crossed.ts'
import { freezeWhole } from '../freeze-whole.ts'
import { type KnownSeriesParts, knownSourceOf, seriesApi } from './known-source.ts'
import { marketApi, type MarketApiParts, otherMarketApi } from './market-api.ts'
import type { ScriptApi } from './script-types.ts'
import { ScriptAccount } from './script-views.ts'

export interface ScriptApiParts extends MarketApiParts, KnownSeriesParts {
  readonly spec: RunSpec
  readonly plots: Plots
}

/** Everything that the typing file of the script API declares for algorithms, and the externals. */
export function createScriptApi(parts: ScriptApiParts): ScriptApi {
  const { spec, clock, kernel, account, registry, desk, log, plots } = parts
  const own = kernel.markets[0] as TradedMarket
  const markets = new Map<TradedMarket, Readonly<Record<string, unknown>>>()
  /** Logs rejected requests, except cancellations of what is already gone. */
  const logged = (name: string, ack: OrderAck): OrderAck => {
    if (!ack.accepted) registry.logRejection(`${name} refused: ${ack.reason ?? ''}`)
    return ack
  }
  return freezeWhole({
    ...spec.externals,
    ...marketApi(parts, own),
    account: Object.freeze(new ScriptAccount(account, spec.accountCurrency)),
    runInterval: spec.interval === 'Tick' ? 'M1' : spec.interval,
    market: (name: unknown) => {
      const market = marketNamed(kernel.markets, name)
      const known = markets.get(market) ?? freezeWhole(otherMarketApi(parts, market) as Record<string, unknown>)
      markets.set(market, known)
      return known
    },
    series: seriesApi(parts),
    closePosition: (target: unknown, quantity?: unknown) => {
      const id = idOf(target) ?? NaN
      const position = account.find(id)
      const amount = quantity === undefined ? (position?.quantity ?? 0) : typeof quantity === 'number' ? quantity : 0
      return desk.placeClose(own.positions, position, id, amount as Quantity).record()
    },
    modify: (target: unknown, changes: unknown) => logged('modify', desk.modify(target, changes)),
    cancel: (order: unknown) => desk.cancel(order),
    plot: (name: string, value: unknown, options?: unknown) => {
      const series = knownSourceOf(value)
      plots.add(clock.time, name, series ? series.ago(0) : value, options, series !== undefined)
    },
    oco: (...targets: unknown[]) => logged('oco', desk.link(targets)),
    crossedAbove: (first: unknown, second: unknown) => crossed('crossedAbove', first, second),
    crossedBelow: (first: unknown, second: unknown) => crossed('crossedBelow', second, first),
    log: (...values: unknown[]) => log.write(clock.time, 'info', logText(values)),
    now: () => clock.time,
  })
}

/** The market for 'GBPUSD', at the broker of the run's instrument, or for 'GBPUSD:FXCM'. */
function marketNamed(markets: readonly TradedMarket[], name: unknown): TradedMarket {
  const own = (markets[0] as TradedMarket).spec.instrument
  const found =
    typeof name === 'string' &&
    markets.find(({ spec }) => spec.instrument.id === (name.includes(':') ? name : `${name}:${own.broker}`))
  if (!found) throw new ScriptApiError(`market: this run has no data of ${shown(name)}`)
  return found
}
