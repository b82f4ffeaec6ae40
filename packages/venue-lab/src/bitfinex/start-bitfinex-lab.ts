import type { BitfinexSocket, Fault } from '../faults/fault.ts'
import { FaultPlan } from '../faults/fault-plan.ts'
import type { LabClock } from '../lab-clock.ts'
import { close, listen } from '../lab-server.ts'
import { type Endpoint, SocketServer } from '../sockets/socket-server.ts'
import { bitfinexServer } from './http/bitfinex-server.ts'
import type { Level } from './market/market.ts'
import { Markets } from './market/markets.ts'
import { type BitfinexPair, BTCUSD, OTHER_PAIRS } from './pair.ts'
import { type AccountContext, acceptAccountClient } from './sockets/account-client.ts'
import { Channels } from './sockets/channels.ts'
import { BitfinexAccount, type BitfinexAccountOptions } from './trading/account.ts'
import { Engine } from './trading/engine.ts'

const MESSAGES_PER_SECOND = 50
const HANDSHAKES = { limit: 20, ms: 60_000 }

export interface BitfinexLabOptions {
  readonly clock: LabClock
  readonly pairs?: readonly BitfinexPair[]
  /** Books at the start, by pair. */
  readonly books?: Readonly<Record<string, readonly Level[]>>
  readonly accounts?: readonly BitfinexAccountOptions[]
  readonly faults?: readonly Fault[]
  readonly seed?: number
}

export interface BitfinexLab {
  /** Of REST, public and with a key, with `/v2` below it. */
  readonly rest: string
  /** Of sockets, with `/ws/2` below it: of those without a key, and of those with one. */
  readonly streams: string
  readonly authenticated: string
  readonly clock: LabClock
  readonly markets: Markets
  readonly channels: Channels
  readonly accounts: readonly BitfinexAccount[]
  /** To execute orders by hand, to charge for positions, and to close them by force. */
  readonly engine: Engine
  readonly faults: FaultPlan
  /** Method and path of every REST request so far, in order. */
  readonly requests: readonly string[]
  /** Those that came while a 429 of a fault lasted. */
  readonly forbidden: readonly string[]
  /** The numbers that requests gave to orders, as they arrived, whatever came of them. */
  readonly orderNumbers: readonly number[]
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
  let [skew, isOperative] = [0, true]
  const now = (): number => clock.now() + skew
  const plan = new FaultPlan(clock, seed, (fault) => {
    if (fault.do === 'skew') skew += fault.ms ?? 0
    else sockets.befall(fault)
  })
  const channels = new Channels(clock, markets, now)
  const accounts = (options.accounts ?? []).map((one) => new BitfinexAccount(one))
  const engine = new Engine(markets, now, () => accounts)
  const isOpen = (): boolean => isOperative
  const { http, log } = bitfinexServer({ clock, plan, markets, engine, accounts, now, isOperative: isOpen })
  const sockets = new SocketServer<BitfinexSocket>(
    http,
    [channelEndpoint(channels), accountEndpoint({ clock, markets, accounts: () => accounts })],
    {
      clock,
      plan,
      handshakes: HANDSHAKES,
      endsDaily: false,
    },
  )
  for (const fault of options.faults ?? []) plan.add(fault)

  const address = await listen(http)
  return {
    rest: `http://${address}`,
    streams: `ws://${address}`,
    authenticated: `ws://${address}/authenticated`,
    clock,
    markets,
    channels,
    accounts,
    engine,
    faults: plan,
    requests: log.requests,
    forbidden: log.forbidden,
    orderNumbers: log.orderNames,
    sockets,
    setOperative: (operative) => {
      isOperative = operative
      channels.announce(operative ? 20_061 : 20_060)
    },
    advanceTo: (time) => sockets.advanceTo(time),
    stop: async () => {
      clock.pause()
      sockets.stop()
      await close(http)
    },
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

function accountEndpoint(context: AccountContext): Endpoint<BitfinexSocket> {
  return {
    kind: 'authenticated',
    messagesPerSecond: MESSAGES_PER_SECOND,
    owns: (path) => path === '/authenticated/ws/2',
    accept: (_, socket) => acceptAccountClient(context, socket),
  }
}
