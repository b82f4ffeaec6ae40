import { type PositionRow, schema, verifyAccount, type VenueOrderRow } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import type { TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload } from '@tradeloom/trading'
import {
  type BitfinexLab,
  type Fault,
  LabClock,
  startBinanceLab,
  startBitfinexLab,
  startUsdmLab,
  toUnits,
  type UsdmLab,
} from '@tradeloom/venue-lab'
import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import type { CrashDesk } from './crash-desk.fixture.ts'
import { KeyDesk } from './key-desk.fixture.ts'

const { fills, positions, venueOrders } = schema

export const BITFINEX_BTC = 'BTCUSD:BITFINEX'
export const USDM_BTC = 'BTCUSDT.P:BINANCE'
const KEY = { apiKey: 'a key of the netting desk', apiSecret: 'a secret of the netting desk' }
const PRICE = 60_000
const units = (value: bigint): number => Math.abs(Number(value)) / 1e8

/** What a stand-in says of the account, and does there. */
interface Stand extends Pick<
  CrashDesk,
  'requests' | 'boughtAtVenue' | 'soldAtVenue' | 'stopsAtVenue' | 'workingAtVenue' | 'fillAtVenue' | 'disturb'
> {
  /** Bought less sold. */
  heldAtVenue(): number
  /** Names or numbers of all orders, as requests gave them. */
  names(): readonly unknown[]
  stop(): Promise<unknown>
}

/** A netting account of one user at a stand-in, whose price stands still. */
export class NettingDesk implements CrashDesk {
  readonly key: KeyDesk
  readonly accountId: string
  readonly #database: TestDatabase
  readonly #stand: Stand

  private constructor(key: KeyDesk, accountId: string, database: TestDatabase, stand: Stand) {
    this.key = key
    this.accountId = accountId
    this.#database = database
    this.#stand = stand
  }

  static async atBitfinex(database: TestDatabase): Promise<NettingDesk> {
    const clock = new LabClock(Date.now())
    const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
    const lab = await startBitfinexLab({ clock, accounts: [{ ...login, margin: { USD: '200000' } }] })
    lab.markets.quote('tBTCUSD', { bid: PRICE, ask: PRICE + 1, amount: 50 })
    clock.run(1)
    const { rest, streams, authenticated } = lab
    const urls = { rest, publicRest: rest, publicStreams: streams, streams: authenticated }
    const terms = { precision: 0, pipSize: 1, lotSize: 1e-8, minQuantity: 0.00002, maxQuantity: 2_000 }
    const listing = listInstrument(defineInstrument(BITFINEX_BTC, terms), {
      status: 'active',
      tradingOpen: true,
      quoteStep: 1,
      accounts: ['spot', 'netting'],
    })
    const key = await KeyDesk.open({ database, venueId: 'BITFINEX', listings: [listing], urls: () => urls })
    return NettingDesk.#open(key, '269499-margin', database, atBitfinex(lab))
  }

  static async atUsdm(database: TestDatabase): Promise<NettingDesk> {
    const clock = new LabClock(Date.now())
    const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
    const spot = await startBinanceLab({
      clock,
      accounts: [{ ...login, balances: { USDT: '500' }, rights: { enableFutures: true } }],
    })
    const futures = await startUsdmLab({ clock, accounts: [{ ...login, balances: { USDT: '200000' } }] })
    futures.markets.quote('BTCUSDT', { bid: '60000.0', ask: '60000.1', quantity: '50' })
    futures.markets.trade('BTCUSDT', '60000.0')
    clock.run(1)
    const { rest, streams, wsApi } = spot
    const urls = { rest, streams, wsApi, futuresRest: futures.rest, futuresStreams: futures.streams }
    const terms = { precision: 1, lotSize: 0.001, minQuantity: 0.001, maxQuantity: 1_000, marginRate: 0.05 }
    const listing = listInstrument(defineInstrument(USDM_BTC, terms), {
      status: 'active',
      tradingOpen: true,
      quoteStep: 0.1,
      minNotional: 5,
      accounts: ['netting', 'hedging'],
    })
    const key = await KeyDesk.open({ database, venueId: 'BINANCE', listings: [listing], urls: () => urls })
    const stand = { ...atUsdm(futures), stop: () => Promise.all([spot.stop(), futures.stop()]) }
    return NettingDesk.#open(key, '354937868-usdm', database, stand)
  }

  static async #open(key: KeyDesk, accountNo: string, database: TestDatabase, stand: Stand): Promise<NettingDesk> {
    key.ticks.keep(PRICE)
    const added = await key.connect({ type: 'live', ...KEY })
    await expect.poll(() => key.statusOf(added.id)).toBe(true)
    return new NettingDesk(key, await key.accountOf(accountNo), database, stand)
  }

  get ends(): number {
    return this.key.ends
  }

  get pid(): number | undefined {
    return this.key.pid
  }

  get requests(): readonly string[] {
    return this.#stand.requests
  }

  restart(crashAt?: CrashPoint): Promise<void> {
    return this.key.restart(crashAt)
  }

  write(payload: IntentPayload): Promise<string> {
    return this.key.write(this.accountId, payload)
  }

  state(id: string): Promise<string | undefined> {
    return this.key.state(id)
  }

  positions(): Promise<PositionRow[]> {
    const isWhole = and(eq(positions.accountId, this.accountId), isNull(positions.partOf))
    return this.#database.db.select().from(positions).where(isWhole)
  }

  orders(): Promise<VenueOrderRow[]> {
    return this.#database.db.select().from(venueOrders).where(eq(venueOrders.accountId, this.accountId))
  }

  fills() {
    return this.#database.db.select().from(fills).where(eq(fills.accountId, this.accountId))
  }

  disturb(fault: Fault): void {
    this.#stand.disturb(fault)
  }

  boughtAtVenue(): readonly number[] {
    return this.#stand.boughtAtVenue()
  }

  soldAtVenue(): readonly number[] {
    return this.#stand.soldAtVenue()
  }

  stopsAtVenue(): readonly (readonly [number, number])[] {
    return this.#stand.stopsAtVenue()
  }

  workingAtVenue(): number {
    return this.#stand.workingAtVenue()
  }

  fillAtVenue(quantity: string): void {
    this.#stand.fillAtVenue(quantity)
  }

  heldAtVenue(): number {
    return this.#stand.heldAtVenue()
  }

  async expectConsistent(): Promise<void> {
    await this.key.stop()
    const names = this.#stand.names()
    expect(new Set(names).size).toBe(names.length)
    const open = (await this.positions()).filter(({ status }) => status === 'OPEN')
    expect(open.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(this.heldAtVenue(), 8)
    expect(await verifyAccount(this.#database.db, this.accountId)).toEqual([])
  }

  async end(): Promise<void> {
    await this.key.close()
    await this.#stand.stop()
  }
}

function atBitfinex(lab: BitfinexLab): Stand {
  const [own] = lab.accounts
  if (!own) throw new Error('The stand-in has no account')
  const working = () => own.orders.filter(({ isOpen }) => isOpen)
  return {
    requests: lab.requests,
    disturb: (fault) => lab.faults.add(fault),
    boughtAtVenue: () =>
      own.orders.filter(({ original }) => original > 0n).map((one) => units(one.original - one.amount)),
    soldAtVenue: () =>
      own.orders
        .filter(({ original, type, previousType }) => original < 0n && (previousType ?? type) === 'MARKET')
        .map((one) => units(one.original - one.amount)),
    stopsAtVenue: () =>
      working()
        .filter(({ type }) => type === 'STOP')
        .map(({ price, amount }) => [units(price), units(amount)]),
    workingAtVenue: () => working().length,
    fillAtVenue: (quantity) => {
      const [order] = working()
      if (!order) throw new Error('No order works at the stand-in')
      lab.engine.fill(own, order, toUnits(quantity))
    },
    heldAtVenue: () => Number(own.position('tBTCUSD').amount) / 1e8,
    names: () => lab.orderNumbers,
    stop: () => lab.stop(),
  }
}

function atUsdm(lab: UsdmLab): Omit<Stand, 'stop'> {
  const own = () => lab.accounts.get(KEY.apiKey)
  const isOpen = ({ status }: { readonly status: string }): boolean => status === 'NEW' || status === 'PARTIALLY_FILLED'
  const working = () => own().orders.filter(isOpen)
  const waiting = () => own().algos.filter(isOpen)
  return {
    requests: lab.requests,
    disturb: (fault) => lab.faults.add(fault),
    boughtAtVenue: () =>
      own()
        .orders.filter(({ side }) => side === 'BUY')
        .map(({ executed }) => units(executed)),
    soldAtVenue: () =>
      own()
        .orders.filter(({ side, type }) => side === 'SELL' && type === 'MARKET')
        .map(({ executed }) => units(executed)),
    stopsAtVenue: () => waiting().map(({ triggerPrice, quantity }) => [units(triggerPrice), units(quantity)]),
    workingAtVenue: () => working().length + waiting().length,
    fillAtVenue: (quantity) => {
      const [order] = working()
      if (!order) throw new Error('No order works at the stand-in')
      lab.engine.fill(order, toUnits(quantity))
    },
    heldAtVenue: () => Number(own().position('BTCUSDT').amount) / 1e8,
    names: () => lab.orderNames,
  }
}
