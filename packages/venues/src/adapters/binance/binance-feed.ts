import { type BarColumns, type ListedInstrument, UserError } from '@tradeloom/domain'
import type { FeedHealth, FeedKind, FeedSink, Lease, MarketFeed } from '../../ports/market-feed.ts'
import type { VenueMarket } from '../../ports/venue-adapter.ts'
import type { BinanceMarket } from './binance-market.ts'

export interface PricedMarket extends VenueMarket {
  readonly prices: BinanceMarket
}

/** Public prices of Binance. A market is reached only once something of it is wanted. */
export class BinanceFeed implements MarketFeed {
  readonly can: MarketFeed['can']
  readonly #markets: readonly [PricedMarket, ...PricedMarket[]]

  constructor(markets: readonly [PricedMarket, ...PricedMarket[]]) {
    this.can = markets[0].prices.can
    this.#markets = markets
  }

  async instruments(markets?: readonly string[]): Promise<readonly ListedInstrument[]> {
    const asked = this.#markets.filter(({ id }) => markets === undefined || markets.includes(id))
    return (await Promise.all(asked.map(({ prices }) => prices.instruments()))).flat()
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    return this.#of(instrumentId).open(kind, instrumentId, sink)
  }

  candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    return this.#of(instrumentId).candles(instrumentId, from, to)
  }

  /** Of the market that is nearest to its limit. */
  health(): FeedHealth {
    const all = this.#markets.map(({ prices }) => prices.health())
    return all.reduce((worst, one) => (strain(one) > strain(worst) ? one : worst))
  }

  close(): void {
    for (const { prices } of this.#markets) prices.close()
  }

  #of(instrumentId: string): BinanceMarket {
    const market = this.#markets.find((one) => one.has(instrumentId))
    if (!market) throw new UserError('unknown-instrument', 'Instrument not available')
    return market.prices
  }
}

function strain({ budget: { used, limit, silentUntil } }: FeedHealth): number {
  return silentUntil === null ? used / limit : Infinity
}
