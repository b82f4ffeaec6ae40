import { createServer } from 'node:http'
import type { Fault } from '../faults/fault.ts'
import { FaultPlan } from '../faults/fault-plan.ts'
import { LabClock } from '../lab-clock.ts'
import { close, labServer, listen } from '../lab-server.ts'
import { RequestLog } from '../request-log.ts'
import { toAmount } from './amount.ts'
import { accountRoutes } from './http/account-routes.ts'
import { OandaServer } from './http/oanda-server.ts'
import { orderRoutes } from './http/order-routes.ts'
import { priceRoutes } from './http/price-routes.ts'
import type { Routes } from './http/route.ts'
import { tradeRoutes } from './http/trade-routes.ts'
import { transactionRoutes } from './http/transaction-routes.ts'
import { EUR_USD, type LabInstrument, USD_JPY } from './instrument.ts'
import type { LabMinute } from './market/minute.ts'
import type { OandaMarkets } from './market/oanda-markets.ts'
import { OandaVenue } from './oanda-venue.ts'
import { LineStreams } from './streams/line-streams.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { chargeAccount } from './trading/financing.ts'
import type { LabTransaction, OandaAccount, OandaAccountOptions } from './trading/oanda-account.ts'

/** Of a Monday. */
const NOON = Date.UTC(2026, 2, 2, 12)
const REQUESTS_PER_SECOND = 100

/** A key of the practice side; one of the other is refused. */
const PRACTICE_TOKEN = '5f1e0c9a7b3d-practice-8c2e4a6f'
export const NETTING_ACCOUNT = '101-004-1000001-001'
export const HEDGING_ACCOUNT = '101-004-1000001-002'

export interface OandaLabOptions {
  /** By default one that stands still at a noon of a Monday until it is told to move. */
  readonly clock?: LabClock
  /** By default a netting and a hedging one. */
  readonly accounts?: readonly OandaAccountOptions[]
  /** EUR_USD and USD_JPY if omitted; without a price until they are quoted. */
  readonly instruments?: readonly LabInstrument[]
  /** Minutes before the start, by instrument. */
  readonly history?: Readonly<Record<string, readonly LabMinute[]>>
  readonly faults?: readonly Fault[]
  readonly seed?: number
  readonly token?: string
  readonly requestsPerSecond?: number
}

export interface OandaLab {
  /** Of REST, with `/v3` below it. */
  readonly rest: string
  /** Of the streams, with `/v3` below it: another host, as at the venue. */
  readonly streams: string
  readonly token: string
  readonly clock: LabClock
  readonly markets: OandaMarkets
  readonly faults: FaultPlan
  /** Open streams, and how many lines have left. */
  readonly lines: LineStreams
  /** Method and path of every request so far, as the venue's document writes them, in order. */
  readonly requests: readonly string[]
  /** Those that came while a 429 of a fault lasted. */
  readonly forbidden: readonly string[]
  /** The names that requests gave to orders, as they arrived, whatever came of them. */
  readonly orderNames: readonly string[]
  /** What is true, whatever the wire says. The first account if no id is given. */
  account(id?: string): OandaAccount
  transactions(accountId?: string): readonly LabTransaction[]
  /** `liquidity`: units that can be dealt at it on each side. */
  quote(instrument: string, bid: string, ask: string, liquidity?: number): void
  setTradeable(instrument: string, isTradeable: boolean): void
  /** The market takes units of an order that waits, at its price. */
  fill(clientId: string, units: string, accountId?: string): void
  deposit(amount: string, accountId?: string): void
  /** What holding open trades for a day costs or brings, as if one had ended. */
  chargeDay(accountId?: string): void
  /** The key is taken no longer: streams end and requests are refused. */
  revoke(token: string): void
  stop(): Promise<void>
}

/** Starts a stand-in of OANDA v20 on two free ports of this machine. */
export async function startOandaLab(options: OandaLabOptions = {}): Promise<OandaLab> {
  const { clock = new LabClock(NOON), token = PRACTICE_TOKEN } = options
  const venue = new OandaVenue({
    clock,
    token,
    instruments: options.instruments ?? [EUR_USD, USD_JPY],
    history: options.history ?? {},
    accounts: options.accounts ?? [{ id: NETTING_ACCOUNT }, { id: HEDGING_ACCOUNT, hedging: true }],
  })
  const { markets } = venue
  const plan = new FaultPlan(clock, options.seed ?? 1, (fault) => {
    if (fault.do === 'skew') venue.skew += fault.ms ?? 0
    else lines.befall(fault)
  })
  const lines = new LineStreams(clock, plan)
  const log = new RequestLog(clock)
  const tokens = new Set(venue.accounts.map((account) => account.token))
  const requestsPerSecond = options.requestsPerSecond ?? REQUESTS_PER_SECOND
  const server = new OandaServer(
    { venue, plan, lines, log, tokens, requestsPerSecond },
    routesOf(venue, () => rest),
    streamRoutes(markets, () => venue.stamp()),
  )
  for (const fault of options.faults ?? []) plan.add(fault)
  const hosts = [
    labServer((request, response) => server.answer(request, response)),
    createServer((request, response) => server.stream(request, response)),
  ]
  const [rest = '', streams = ''] = (await Promise.all(hosts.map(listen))).map((address) => `http://${address}`)
  const { requests, forbidden, orderNames } = log
  return {
    rest,
    streams,
    token,
    clock,
    markets,
    faults: plan,
    lines,
    requests,
    forbidden,
    orderNames,
    account: (id) => venue.account(id),
    transactions: (id) => venue.account(id).transactions,
    quote: (instrument, bid, ask, liquidity) => markets.quote(instrument, bid, ask, liquidity ?? null),
    setTradeable: (instrument, isTradeable) => markets.setTradeable(instrument, isTradeable),
    fill: (clientId, units, id) => venue.engine.fillByHand(venue.account(id), `@${clientId}`, toAmount(units)),
    deposit: (amount, id) => {
      venue.account(id).beginBatch()
      venue.account(id).transfer(toAmount(amount))
    },
    chargeDay: (id) => chargeAccount(venue.engine, venue.account(id), 1n),
    revoke: (revoked) => {
      tokens.delete(revoked)
      lines.closeOf(revoked)
    },
    stop: async () => {
      clock.pause()
      lines.stop()
      await Promise.all(hosts.map(close))
    },
  }
}

function routesOf(venue: OandaVenue, rest: () => string): Routes {
  const { engine, markets } = venue
  return {
    ...accountRoutes(engine),
    ...orderRoutes(engine),
    ...tradeRoutes(engine),
    ...transactionRoutes(rest),
    ...priceRoutes(markets, () => venue.now()),
  }
}
