import { BinanceHost } from '../binance/http/binance-host.ts'
import type { RateLimit } from '../binance/http/rate-limits.ts'
import type { BookSnapshot, Frame } from '../binance/market/frame.ts'
import type { LabMarkets } from '../binance/market/lab-markets.ts'
import { startMarkets } from '../binance/market/market-script.ts'
import { SocketServer, type Endpoint } from '../sockets/socket-server.ts'
import type { LabSymbol } from '../binance/symbol.ts'
import type { Fault, UsdmSocket } from '../faults/fault.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { LabClock } from '../lab-clock.ts'
import { close, listen } from '../lab-server.ts'
import { BTCUSDT_PERPETUAL } from './contract.ts'
import { contractRoutes } from './http/contract-routes.ts'
import { futuresRoutes, listenKeyRoutes } from './http/futures-routes.ts'
import { walletRoutes } from './http/wallet-routes.ts'
import { FundingClock } from './market/funding-clock.ts'
import { privateEndpoint } from './streams/private-streams.ts'
import { type MarketRoute, RoutedStreams } from './streams/routed-streams.ts'
import { FuturesAccounts } from './trading/futures-accounts.ts'
import type { FuturesAccountOptions } from './trading/futures-account.ts'
import { FuturesEngine } from './trading/futures-engine.ts'

const MESSAGES_PER_SECOND = 10
const USUAL_LIMITS: RateLimit = { weight: 2400, ordersPer10Seconds: 300, ordersPerDay: 200_000 }

export interface UsdmLabOptions {
  readonly clock: LabClock
  /** A folder or file of recorded messages, gzipped lines `<nanoseconds> <message>`. */
  readonly capture?: string
  /** Own messages, at lab times. */
  readonly frames?: readonly Frame[]
  readonly books?: Readonly<Record<string, BookSnapshot>>
  readonly symbols?: readonly LabSymbol[]
  readonly accounts?: readonly FuturesAccountOptions[]
  readonly limits?: Partial<RateLimit>
  readonly faults?: readonly Fault[]
  readonly seed?: number
}

export interface UsdmLab {
  /** Of REST, with `/fapi/v1` below it. */
  readonly rest: string
  /** Of all streams, with `/public`, `/market` and `/private` below it; whoever asks for `/stream` itself hears nothing. */
  readonly streams: string
  readonly clock: LabClock
  readonly markets: LabMarkets
  readonly funding: FundingClock
  readonly accounts: FuturesAccounts
  /** To execute orders by hand, to pay funding, and to close positions by force. */
  readonly engine: FuturesEngine
  readonly faults: FaultPlan
  /** Method and path of every REST request so far, in order. */
  readonly requests: readonly string[]
  /** Those that came while a 429 or 418 of a fault lasted. */
  readonly forbidden: readonly string[]
  /** The names that requests gave to orders, as they arrived, whatever came of them. */
  readonly orderNames: readonly string[]
  readonly sockets: SocketServer<UsdmSocket>
  subscribers(stream: string): number
  /** Lets time pass until then; clients have taken in what happened meanwhile when it resolves. */
  advanceTo(time: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a stand-in of Binance USD-M futures on a free port of this machine. */
export async function startUsdmLab(options: UsdmLabOptions): Promise<UsdmLab> {
  const { clock, markets } = startMarkets({ symbols: [BTCUSDT_PERPETUAL], ...options, isFutures: true })
  const host = new BinanceHost({
    clock,
    limits: { ...USUAL_LIMITS, ...options.limits },
    names: ['newClientOrderId', 'clientAlgoId'],
    seed: options.seed,
    befall: (fault) => sockets.befall(fault),
  })
  const { limits, log, now, plan, skew, snapshotAge } = host
  const funding = new FundingClock()
  const streams = new RoutedStreams(clock, markets, { funding, skew })
  const accounts = new FuturesAccounts(clock, options.accounts ?? [])
  const engine = new FuturesEngine(markets, { now, funding })
  const trading = { markets, engine, now }
  const http = host.server(accounts, {
    open: contractRoutes({ markets, limits, now, snapshotAge }),
    signed: { ...futuresRoutes(trading), ...walletRoutes({ ...trading, funding }) },
    keyed: listenKeyRoutes(),
  })
  const endpoints = [
    marketEndpoint('public', streams),
    marketEndpoint('market', streams),
    privateEndpoint(() => accounts.all()),
    unrouted(),
  ]
  const sockets = new SocketServer<UsdmSocket>(http, endpoints, { clock, plan })
  for (const fault of options.faults ?? []) plan.add(fault)

  const address = await listen(http)
  return {
    rest: `http://${address}`,
    streams: `ws://${address}`,
    clock,
    markets,
    funding,
    accounts,
    engine,
    faults: plan,
    requests: log.requests,
    forbidden: log.forbidden,
    orderNames: log.orderNames,
    sockets,
    subscribers: (stream) => streams.subscribers(stream),
    advanceTo: (time) => sockets.advanceTo(time),
    stop: async () => {
      clock.pause()
      sockets.stop()
      await close(http)
    },
  }
}

function marketEndpoint(route: MarketRoute, streams: RoutedStreams): Endpoint<UsdmSocket> {
  return {
    kind: route,
    messagesPerSecond: MESSAGES_PER_SECOND,
    owns: (path) => path === `/${route}/stream` || path === `/${route}/ws`,
    accept: (url, socket) => {
      const { connection, leave } = streams.accept(route, url, socket)
      return { message: (text) => connection.answer(text), left: leave }
    },
  }
}

/** The address of all streams until the venue split them: it still accepts connections, and is mute. */
function unrouted(): Endpoint<UsdmSocket> {
  return {
    kind: 'unrouted',
    messagesPerSecond: MESSAGES_PER_SECOND,
    owns: () => true,
    accept: () => ({ message: () => {}, left: () => {} }),
  }
}
