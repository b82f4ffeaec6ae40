import { CHANNELS } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { until } from '@tradeloom/testkit'
import type { LabAccount, LabOrder } from '@tradeloom/venue-lab'
import { expect } from 'vitest'
import { BinanceServer, type BinanceServerOptions } from './binance-server.fixture.ts'

const COIN = 'BTCUSDT:BINANCE'
export const SESSIONS_KEY = { apiKey: 'keyofthesessionskeyofthesessions12', secret: 'a secret of the sessions' }

const WATCH_MS = 1_000

type Json = Record<string, unknown>

/** Says what it hears. Orders are refused while prices are caught up with that came during the start: `wants` is set anew. */
export const WITNESS = `
  let wants = true
  function onPositionOpened({ quantity, openPrice }) { log('opened', quantity, openPrice) }
  function onPositionClosed({ quantity, closePrice, profit, closeReason }) {
    log('closed', quantity, closePrice, profit, closeReason)
  }
  function onOrder({ side, quantity, status, reason }) {
    if (status === 'REJECTED' && /^Prices that were missed|waited for more than/.test(reason)) wants = true
    else log(side, quantity, status, reason)
  }`

/** A script that orders once, and does `more` with each price. */
export const ordersOnce = (order: string, more = ''): string => `
  function onTick(tick) {
    if (wants) {
      wants = false
      ${order}
    }
    ${more}
  }
  ${WITNESS}`

/** A server with an account at a stand-in of Binance, and sessions that trade it. */
export class BinanceSessions {
  readonly venue: BinanceServer
  readonly #watch: NodeJS.Timeout
  #count = 0

  private constructor(venue: BinanceServer) {
    this.venue = venue
    // Where processes are dead, the next look finds them.
    this.#watch = setInterval(() => void this.#resume().catch(() => undefined), WATCH_MS)
  }

  static async open(options: BinanceServerOptions = {}): Promise<BinanceSessions> {
    const venue = await BinanceServer.start([{ ...SESSIONS_KEY, balances: { USDT: '200000' } }], options)
    await venue.priced()
    return new BinanceSessions(venue)
  }

  async connect(): Promise<void> {
    const added = await this.venue.addKey(SESSIONS_KEY.apiKey, SESSIONS_KEY.secret)
    expect(added.status, added.text).toBe(200)
    // Where the machine is busy, the answer comes before the exchange's.
    await until(async () => (await this.isConnected()) === true)
    await until(async () => (await this.venue.account())?.balance === 200_000)
  }

  /**
   * A busy machine leaves positions without their stops for longer than the guardian allows, above all while processes are
   * dead. The person whose account it is releases it.
   */
  async #resume(): Promise<void> {
    const account = await this.venue.account()
    if (account === undefined || account.level === 'ACTIVE') return
    await this.venue.database.pool.query('update logins set verified_at = now()')
    await this.venue.user.post(`/api/accounts/${account.id}/release`, { reason: 'Looked at' })
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await this.venue.stop()
  }

  async isConnected(): Promise<boolean | null | undefined> {
    return ((await this.venue.account()) as { connected?: boolean | null } | undefined)?.connected
  }

  /** Offers and a trade: what waits for a price looks at trades. */
  market(bid: number): void {
    this.venue.quote(bid)
    this.venue.lab.markets.trade('BTCUSDT', `${bid}.00`)
  }

  /** The account at the stand-in. */
  get lab(): LabAccount {
    return this.venue.lab.accounts.get(SESSIONS_KEY.apiKey)
  }

  get openAtVenue(): LabOrder[] {
    return this.lab.orders.filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED')
  }

  /** Orders that work at the venue, as [type, quantity]. */
  guards(): [string, number][] {
    return this.openAtVenue.map(({ type, quantity }) => [type, Number(quantity) / 1e8])
  }

  coins(): number {
    const { free, locked } = this.lab.balance('BTC')
    return Number(free) + Number(locked)
  }

  async start(script: string, more: object = {}) {
    const { user } = this.venue
    const account = (await this.venue.account()) as { id: string; connectionId: string } | undefined
    this.#count += 1
    const { id: algorithmId } = (await user.post('/api/algorithms', { name: `Script ${this.#count}` })).json as {
      id: string
    }
    const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
    return user.post(`/api/algorithms/${algorithmId}/sessions`, {
      algorithmId,
      algorithmVersionId: (saved.json as { id: string }).id,
      brokerConnectionId: account?.connectionId,
      brokerAccountId: account?.id,
      instrumentId: COIN,
      interval: 'M1',
      status: 'Active',
      ...more,
    })
  }

  async running(script: string, more: object = {}): Promise<string> {
    // On a busy machine, the guardian may not have answered for a while, and the process of the account may still start.
    let created = await this.start(script, more)
    await until(async () => {
      if (!/guardian does not answer|broker not connected/.test(created.text)) return true
      created = await this.start(script, more)
      return false
    })
    expect(created.status, created.text).toBe(200)
    return (created.json as { id: string }).id
  }

  async list(path: string): Promise<Json[]> {
    return (await this.venue.user.get(path)).json as Json[]
  }

  positionsOf(id: string): Promise<Json[]> {
    return this.list(`/api/session/${id}/positions`)
  }

  ordersOf(id: string): Promise<Json[]> {
    return this.list(`/api/session/${id}/orders`)
  }

  async closedOf(id: string): Promise<Json[]> {
    const { json } = await this.venue.user.get(`/api/session/${id}/positions/closed`)
    return (json as { positions: Json[] }).positions
  }

  async sessionOf(id: string): Promise<Json> {
    return (await this.venue.user.get(`/api/session/${id}`)).json as Json
  }

  /** Requests of a session, as kind and state. */
  async statesOf(id: string): Promise<string[]> {
    const query = 'select kind, state from intents where session_id = $1 order by no'
    const { rows } = await this.venue.database.pool.query<{ kind: string; state: string }>(query, [id])
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  }

  async linesOf(id: string): Promise<string[]> {
    const query = 'select message from session_logs where session_id = $1 order by n'
    return (await this.venue.database.pool.query<{ message: string }>(query, [id])).rows.map(({ message }) => message)
  }

  /** Waits until the log has a line. */
  async hears(id: string, wanted: string | RegExp): Promise<void> {
    const isWanted = (line: string): boolean => (typeof wanted === 'string' ? line === wanted : wanted.test(line))
    const heard = async () => {
      const lines = await this.linesOf(id)
      return lines.some(isWanted) ? wanted : lines
    }
    await expect.poll(heard).toBe(wanted)
  }

  stop(id: string) {
    return this.venue.user.call('PUT', `/api/session/${id}`, { status: 'Stopped' })
  }

  /** Stops a session and closes what it has left open; the books are in order then. */
  async end(id: string): Promise<void> {
    await this.stop(id)
    for (const [at, { id: positionId }] of (await this.positionsOf(id)).entries()) {
      const closing = { key: `c${this.#count}${at}`.padEnd(7, '0'), positionId }
      await this.venue.socket.request(CHANNELS.brokers, 'close-position', closing)
    }
    await expect.poll(() => this.positionsOf(id)).toEqual([])
    await this.expectConsistent()
  }

  /** No order twice, and the journal tells all that the tables have. */
  async expectConsistent(): Promise<void> {
    const ids = this.lab.orders.map(({ clientId }) => clientId)
    expect(new Set(ids).size).toBe(ids.length)
    const accountId = (await this.venue.account())?.id ?? ''
    await expect.poll(() => verifyAccount(this.venue.database.db, accountId)).toEqual([])
  }
}
