import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BinanceSocket, Fault } from '../faults/fault.ts'
import { REFUSAL_MS } from '../faults/faulty-answer.ts'
import { FaultPlan } from '../faults/fault-plan.ts'
import type { LabClock } from '../lab-clock.ts'
import { accountRoutes } from './http/account-routes.ts'
import { listRoutes } from './http/list-routes.ts'
import { marketRoutes } from './http/market-routes.ts'
import { orderRoutes } from './http/order-routes.ts'
import { RateLimits, USUAL_LIMITS, type RateLimit } from './http/rate-limits.ts'
import type { Params } from './http/params.ts'
import { requestLog } from './http/request-log.ts'
import { answerRest, type RawRequest } from './http/rest-server.ts'
import { accountOf, checkSignature, signedPayload } from './http/signature.ts'
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

/** Lab time between two looks at whether clients have taken everything in. */
const SLICE_MS = 100
const STREAM_MESSAGES = 5
const API_MESSAGES = 100
const DEFAULT_AGE = 20
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
  const limits = new RateLimits(clock, { ...USUAL_LIMITS, ...options.limits })
  const streams = new MarketStreams(clock, markets)
  const log = requestLog(clock, NAMES)
  let [skew, snapshotAge] = [0, 0]
  const now = (): number => clock.now() + skew
  const http = createServer((request, response) => {
    log.note(request.method, new URL(request.url ?? '/', 'http://lab'))
    snapshotAge = 0
    void answerRest(context, request, response).catch((error: unknown) => {
      // A fault of the stand-in itself, which must not look like one of the venue.
      if (!response.headersSent) response.writeHead(500)
      response.end(`The stand-in failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  const plan = new FaultPlan(clock, options.seed ?? 1, (fault) => {
    if (fault.do === 'skew') skew += fault.ms ?? 0
    else sockets.befall(fault)
  })
  const accounts = new LabAccounts(clock, options.accounts ?? [])
  const engine = new MatchingEngine(markets, now)
  const trading = { markets, engine, now }
  const context = {
    limits,
    open: marketRoutes({ markets, limits, now, snapshotAge: () => snapshotAge }),
    signed: { ...orderRoutes(trading), ...listRoutes(trading), ...accountRoutes(trading) },
    authenticate: (request: RawRequest, params: Params) => {
      const account = accountOf(accounts, request.apiKey)
      checkSignature(account, params, signedPayload(request), now())
      return account
    },
    faultOf: (name: string) => plan.ofRequest(name),
    prepare: (fault: Fault) => {
      if (fault.do === 'skew') skew += fault.ms ?? 0
      if (fault.do === '429' || fault.do === '418') log.forbid(fault.ms ?? REFUSAL_MS)
      if (fault.do === 'oldSnapshot') snapshotAge = fault.updates ?? DEFAULT_AGE
    },
    later: (ms: number, run: () => void) => void clock.at(clock.now() + ms, run),
  }
  const sockets = new SocketServer<BinanceSocket>(
    http,
    [marketEndpoint(streams), userEndpoint({ accounts, limits, now })],
    {
      clock,
      plan,
    },
  )
  for (const fault of options.faults ?? []) plan.add(fault)

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    rest: `http://127.0.0.1:${port}`,
    streams: `ws://127.0.0.1:${port}`,
    wsApi: `ws://127.0.0.1:${port}/ws-api/v3`,
    clock,
    markets,
    accounts,
    engine,
    faults: plan,
    ...log.lists,
    sockets,
    subscribers: (stream) => streams.subscribers(stream),
    advanceTo: async (time) => {
      while (clock.now() < time) {
        clock.advanceTo(Math.min(time, clock.now() + SLICE_MS))
        await sockets.delivered()
      }
    },
    stop: async () => {
      clock.pause()
      sockets.stop()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
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
