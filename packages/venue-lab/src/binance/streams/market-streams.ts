import type { FaultySocket } from '../../faults/faulty-socket.ts'
import type { LabClock } from '../../lab-clock.ts'
import { dayTicker, tickerMessage } from '../market/day-ticker.ts'
import type { LabMarkets } from '../market/lab-markets.ts'
import { MarketConnection } from './market-connection.ts'

const TICKER_MS = 1000

/** The clients of the market streams. */
export class MarketStreams {
  readonly #connections = new Set<MarketConnection>()

  constructor(clock: LabClock, markets: LabMarkets) {
    markets.listen((stream, data) => {
      for (const connection of this.#connections) connection.send(stream, data)
    })
    clock.every(TICKER_MS, () => {
      for (const { symbol, trades, quote } of markets.all()) {
        const stream = `${symbol.symbol.toLowerCase()}@ticker`
        if (trades.length > 0 && this.subscribers(stream) > 0)
          markets.publish(stream, tickerMessage(dayTicker(symbol.symbol, trades, quote, clock.now())))
      }
    })
  }

  /** How many clients listen to a stream. */
  subscribers(stream: string): number {
    return [...this.#connections].filter(({ streams }) => streams.has(stream)).length
  }

  /** Takes in a client of `/ws`, `/ws/<stream>/<stream>` or `/stream?streams=<stream>/<stream>`; false for other paths. */
  accept(url: URL, socket: FaultySocket): MarketConnection | null {
    const isCombined = url.pathname === '/stream'
    if (!isCombined && !/^\/ws(?:\/|$)/.test(url.pathname)) return null
    const names = isCombined ? (url.searchParams.get('streams') ?? '') : url.pathname.slice('/ws/'.length)
    const connection = new MarketConnection(socket, names.split('/').filter(Boolean), isCombined)
    this.#connections.add(connection)
    return connection
  }

  leave(connection: MarketConnection): void {
    this.#connections.delete(connection)
  }
}
