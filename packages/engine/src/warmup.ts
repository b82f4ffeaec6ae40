import { type BarDays, barStart, type RowIndex } from '@tradeloom/domain'

import type { WarmupRequest } from './run-spec.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import type { TradedMarket } from './traded-market.ts'

interface WarmupEntry {
  readonly market: TradedMarket
  readonly interval: IntervalBars['interval']
  readonly bars: number
}

/** The bars that the script's indicators request before the start, by market. */
export class WarmupPlan {
  readonly #markets: readonly TradedMarket[]
  readonly #entries: WarmupEntry[] = []

  /** The markets of the run, its own instrument first. */
  constructor(markets: readonly TradedMarket[]) {
    this.#markets = markets
  }

  add(market: TradedMarket, interval: IntervalBars['interval'], bars: number): void {
    this.#entries.push({ market, interval, bars })
  }

  /** What the host can load: bars of fixed intervals. Tick bars use whatever ticks are loaded. */
  requests(): WarmupRequest[] {
    return this.#entries.flatMap(({ market, interval, bars }) => {
      if (typeof interval !== 'string') return []
      return market === this.#markets[0]
        ? [{ interval, bars }]
        : [{ interval, bars, instrumentId: market.spec.instrument.id }]
    })
  }

  /** The first row to feed for a market whose first traded row is `from`. */
  firstRow(market: TradedMarket, from: RowIndex, scale: number): RowIndex {
    const entries = this.#entries.filter((entry) => entry.market === market)
    const requests: WarmupRequest[] = []
    let wanted = 0
    for (const { interval, bars } of entries) {
      if (typeof interval === 'string') requests.push({ interval, bars: Math.ceil(bars * scale) })
      else wanted = Math.max(wanted, interval.ticks * bars)
    }
    const ticks = Math.min(from, Math.ceil(wanted * scale))
    return Math.min(warmupRow(market.rows.time, from, requests, market.spec.instrument), from - ticks) as RowIndex
  }
}

/** The row from which history must be fed so that every request has its bars before `firstRow`, as far as available. */
function warmupRow(time: Float64Array, firstRow: RowIndex, requests: readonly WarmupRequest[], days: BarDays): number {
  let earliest = firstRow
  for (const { interval, bars } of requests) {
    let row = firstRow
    let found = 0
    let start = Infinity
    while (row > 0) {
      const before = barStart(time[row - 1] as number, interval, days)
      if (before < start) {
        if (found === bars) break
        found += 1
        start = before
      }
      row--
    }
    if (row < earliest) earliest = row
  }
  return earliest
}
