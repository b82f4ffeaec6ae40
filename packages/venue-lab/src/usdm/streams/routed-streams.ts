import { dayTicker, tickerMessage } from '../../binance/market/day-ticker.ts'
import type { LabMarkets } from '../../binance/market/lab-markets.ts'
import { MarketConnection } from '../../binance/streams/market-connection.ts'
import type { FaultySocket } from '../../faults/faulty-socket.ts'
import type { LabClock } from '../../lab-clock.ts'
import type { FundingClock } from '../market/funding-clock.ts'

const SECOND_MS = 1000
const STAMPS = /"([ET])":(\d{13})/g
const EVENT_STAMP = /"(E)":(\d{13})/g
/** What each address carries; the other one accepts the names, and sends nothing for them. */
const CARRIED = {
  public: /@(?:bookTicker|trade|depth(?:@\d+ms)?)$/,
  market: /@(?:markPrice(?:@1s)?|ticker|aggTrade|kline_\w+|forceOrder)$/,
} as const

export type MarketRoute = keyof typeof CARRIED

/** The clients of the market streams, by the address at which they are. */
export class RoutedStreams {
  readonly #connections = new Set<{ readonly route: MarketRoute; readonly connection: MarketConnection }>()

  /** `skew`: by how much the venue's clock is ahead. */
  constructor(clock: LabClock, markets: LabMarkets, { funding, skew }: { funding: FundingClock; skew(): number }) {
    markets.listen((stream, data) => {
      const stamps = stream.includes('@markPrice') ? EVENT_STAMP : STAMPS
      const shift = (_: string, key: string, time: string) => `"${key}":${Number(time) + skew()}`
      const sent = skew() === 0 ? data : data.replaceAll(stamps, shift)
      for (const { route, connection } of this.#connections)
        if (CARRIED[route].test(stream)) connection.send(stream, sent)
    })
    clock.every(SECOND_MS, () => {
      for (const market of markets.all()) {
        const { symbol, trades, quote } = market
        const name = symbol.symbol.toLowerCase()
        const [now, ticker, mark] = [clock.now(), `${name}@ticker`, `${name}@markPrice@1s`]
        if (trades.length > 0 && this.subscribers(ticker) > 0)
          markets.publish(ticker, tickerMessage(dayTicker(symbol.symbol, trades, quote, now)))
        if (this.subscribers(mark) > 0) markets.publish(mark, funding.message(market, now))
      }
    })
  }

  subscribers(stream: string): number {
    return [...this.#connections].filter(({ connection }) => connection.streams.has(stream)).length
  }

  /** A client of `/public/stream?streams=<stream>/<stream>`, or of `/ws` in its place. */
  accept(route: MarketRoute, url: URL, socket: FaultySocket): { readonly connection: MarketConnection; leave(): void } {
    const isCombined = url.pathname.endsWith('/stream')
    const names = (url.searchParams.get('streams') ?? '').split('/').filter(Boolean)
    const entry = { route, connection: new MarketConnection(socket, names, isCombined) }
    this.#connections.add(entry)
    return { connection: entry.connection, leave: () => void this.#connections.delete(entry) }
  }
}
