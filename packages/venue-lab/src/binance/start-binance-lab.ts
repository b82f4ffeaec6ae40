import type { BinanceSocket, Fault } from '../faults/fault.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { LabClock } from '../lab-clock.ts'
import { close, listen } from '../lab-server.ts'
import { accountRoutes } from './http/account-routes.ts'
import { BinanceHost } from './http/binance-host.ts'
import { listRoutes } from './http/list-routes.ts'
import { marketRoutes } from './http/market-routes.ts'
import { orderRoutes } from './http/order-routes.ts'
import { USUAL_LIMITS, type RateLimit } from './http/rate-limits.ts'
import type { BookSnapshot, Frame } from './market/frame.ts'
import type { LabMarkets } from './market/lab-markets.ts'
import { startMarkets } from './market/market-script.ts'
import { MarketStreams } from './streams/market-streams.ts'
import { SocketServer, type Endpoint } from '../sockets/socket-server.ts'
import { acceptUserClient, type UserStreamContext } from './streams/user-streams.ts'
import { BTCUSDT, type LabSymbol } from './symbol.ts'
import type { AccountOptions } from './trading/lab-account.ts'
import { LabAccounts } from './trading/lab-accounts.ts'
import { MatchingEngine } from './trading/matching-engine.ts'

const STREAM_MESSAGES = 5
const API_MESSAGES = 100
/** Parameters that name new orders. */
const NAMES = ['newClientOrderId', 'aboveClientOrderId', 'belowClientOrderId']

export interface BinanceLabOptions {
  /** A folder or file of recorded messages, gzipped lines `<nanoseconds> <message>`. */
  readonly capture?: string
  /** Own messages, at lab times. */
  readonly frames?: readonly Frame[]
  /** Books at the start, for symbols that the capture does not have. */
  readonly books?: Readonly<Record<string, BookSnapshot>>
  /** BTCUSDT if omitted. */
  readonly symbols?: readonly LabSymbol[]
  /**
   * Recorded messages begin at its time and carry times to match. By default they keep their own, on a clock that stands
   * still until it is told to move.
   */
  readonly clock?: LabClock
  readonly accounts?: readonly AccountOptions[]
  readonly limits?: Partial<RateLimit>
  readonly faults?: readonly Fault[]
  readonly seed?: number
}

export interface BinanceLab {
  /** Of REST, with `/api/v3` below it. */
  readonly rest: string
  /** Of market streams, with `/ws` and `/stream` below it. */
  readonly streams: string
  /** Of the WebSocket API, whole. */
  readonly wsApi: string
  readonly clock: LabClock
  readonly markets: LabMarkets
  readonly accounts: LabAccounts
  /** To execute orders by hand. */
  readonly engine: MatchingEngine
  readonly faults: FaultPlan
  /** Method and path of every REST request so far, in order. */
  readonly requests: readonly string[]
  /** Those that came while a 429 or 418 of a fault lasted. */
  readonly forbidden: readonly string[]
  /** The names that requests gave to orders, as they arrived, whatever came of them. */
  readonly orderNames: readonly string[]
  /** Open connections of a kind, how many there were ever, and how many of them listen to a stream. */
  readonly sockets: SocketServer<BinanceSocket>
  subscribers(stream: string): number
  /** Lets time pass until then; clients have taken in what happened meanwhile when it resolves. */
  advanceTo(time: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a stand-in of Binance spot on a free port of this machine. */
export async function startBinanceLab(options: BinanceLabOptions = {}): Promise<BinanceLab> {
  const { clock, markets } = startMarkets({ symbols: [BTCUSDT], ...options })
  const host = new BinanceHost({
    clock,
    limits: { ...USUAL_LIMITS, ...options.limits },
    names: NAMES,
    seed: options.seed,
    befall: (fault) => sockets.befall(fault),
  })
  const { limits, log, now, plan, snapshotAge } = host
  const streams = new MarketStreams(clock, markets)
  const accounts = new LabAccounts(clock, options.accounts ?? [])
  const engine = new MatchingEngine(markets, now)
  const trading = { markets, engine, now }
  const http = host.server(accounts, {
    open: marketRoutes({ markets, limits, now, snapshotAge }),
    signed: { ...orderRoutes(trading), ...listRoutes(trading), ...accountRoutes(trading) },
  })
  const sockets = new SocketServer<BinanceSocket>(
    http,
    [marketEndpoint(streams), userEndpoint({ accounts, limits, now })],
    {
      clock,
      plan,
    },
  )
  for (const fault of options.faults ?? []) plan.add(fault)

  const address = await listen(http)
  return {
    rest: `http://${address}`,
    streams: `ws://${address}`,
    wsApi: `ws://${address}/ws-api/v3`,
    clock,
    markets,
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

function marketEndpoint(streams: MarketStreams): Endpoint<BinanceSocket> {
  return {
    kind: 'streams',
    messagesPerSecond: STREAM_MESSAGES,
    owns: (path) => !path.startsWith('/ws-api/'),
    accept: (url, socket) => {
      const connection = streams.accept(url, socket)
      if (connection === null) return null
      return { message: (text) => connection.answer(text), left: () => streams.leave(connection) }
    },
  }
}

function userEndpoint(context: UserStreamContext): Endpoint<BinanceSocket> {
  return {
    kind: 'wsApi',
    messagesPerSecond: API_MESSAGES,
    owns: (path) => path.startsWith('/ws-api/'),
    accept: (url, socket) => (url.pathname === '/ws-api/v3' ? acceptUserClient(context, socket) : null),
  }
}
