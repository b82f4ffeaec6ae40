import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BitfinexSocket, Fault } from '../faults/fault.ts'
import { FaultPlan } from '../faults/fault-plan.ts'
import { type Answer, answerFaultily, readBody, REFUSAL_MS } from '../faults/faulty-answer.ts'
import type { LabClock } from '../lab-clock.ts'
import { type Endpoint, SocketServer } from '../sockets/socket-server.ts'
import { BitfinexError } from './http/bitfinex-error.ts'
import { BITFINEX_WORDS } from './http/bitfinex-words.ts'
import { answerPublic } from './http/public-routes.ts'
import type { Level } from './market/market.ts'
import { Markets } from './market/markets.ts'
import { type BitfinexPair, BTCUSD, OTHER_PAIRS } from './pair.ts'
import { Channels } from './sockets/channels.ts'

/** Lab time between two looks at whether clients have taken everything in. */
const SLICE_MS = 100
const MESSAGES_PER_SECOND = 50
const HANDSHAKES = { limit: 20, ms: 60_000 }

export interface BitfinexLabOptions {
  readonly clock: LabClock
  readonly pairs?: readonly BitfinexPair[]
  /** Books at the start, by pair. */
  readonly books?: Readonly<Record<string, readonly Level[]>>
  readonly faults?: readonly Fault[]
  readonly seed?: number
}

export interface BitfinexLab {
  /** Of REST, public and with a key, with `/v2` below it. */
  readonly rest: string
  /** Of sockets, with `/ws/2` below it. */
  readonly streams: string
  readonly clock: LabClock
  readonly markets: Markets
  readonly channels: Channels
  readonly faults: FaultPlan
  /** Method and path of every REST request so far, in order. */
  readonly requests: readonly string[]
  /** Those that came while a 429 of a fault lasted. */
  readonly forbidden: readonly string[]
  readonly sockets: SocketServer<BitfinexSocket>
  /** During maintenance nothing is traded. */
  setOperative(isOperative: boolean): void
  /** Lets time pass until then; clients have taken in what happened meanwhile when it resolves. */
  advanceTo(time: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a stand-in of Bitfinex on a free port of this machine. */
export async function startBitfinexLab(options: BitfinexLabOptions): Promise<BitfinexLab> {
  const { clock, pairs = [BTCUSD, ...OTHER_PAIRS], books = {}, seed = 1 } = options
  const markets = new Markets(clock, pairs, books)
  const log = { requests: [] as string[], forbidden: [] as string[] }
  let [skew, forbiddenUntil, isOperative] = [0, 0, true]
  const now = (): number => clock.now() + skew
  const plan = new FaultPlan(clock, seed, (fault) => {
    if (fault.do === 'skew') skew += fault.ms ?? 0
    else sockets.befall(fault)
  })
  const channels = new Channels(clock, markets, now)
  const context = { markets, now, isOperative: () => isOperative }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://lab')
    const name = `${request.method} ${url.pathname}`
    await readBody(request)
    log.requests.push(name)
    if (clock.now() < forbiddenUntil) log.forbidden.push(name)
    const fault = plan.ofRequest(name)
    if (fault?.do === '429') forbiddenUntil = clock.now() + (fault.ms ?? REFUSAL_MS)
    const later = (ms: number, run: () => void): void => void clock.at(clock.now() + ms, run)
    answerFaultily(fault, BITFINEX_WORDS, { request, response, later }, () =>
      answered(() => answerPublic(context, url)),
    )
  }
  const http = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      // A fault of the stand-in itself, which must not look like one of the venue.
      if (!response.headersSent) response.writeHead(501)
      response.end(`The stand-in failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  const sockets = new SocketServer<BitfinexSocket>(http, [channelEndpoint(channels)], {
    clock,
    plan,
    handshakes: HANDSHAKES,
    endsDaily: false,
  })
  for (const fault of options.faults ?? []) plan.add(fault)

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    rest: `http://127.0.0.1:${port}`,
    streams: `ws://127.0.0.1:${port}`,
    clock,
    markets,
    channels,
    faults: plan,
    ...log,
    sockets,
    setOperative: (operative) => {
      isOperative = operative
      channels.announce(operative ? 20_061 : 20_060)
    },
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

function answered(work: () => unknown): Answer {
  try {
    const body = work()
    return body === undefined
      ? { status: 404, body: ['error', 10_020, 'path: invalid'], headers: {} }
      : { status: 200, body, headers: {} }
  } catch (error) {
    if (!(error instanceof BitfinexError)) throw error
    return { status: 500, body: error.body, headers: {} }
  }
}

function channelEndpoint(channels: Channels): Endpoint<BitfinexSocket> {
  return {
    kind: 'channels',
    messagesPerSecond: MESSAGES_PER_SECOND,
    owns: (path) => path === '/ws/2',
    accept: (_, socket) => channels.accept(socket),
  }
}
