import { setTimeout as sleep } from 'node:timers/promises'
import { CHANNELS, type OrderAccepted } from '@tradeloom/contracts'
import { type HttpClient, signUp, SocketClient } from '@tradeloom/testkit'

/** One request for a trade, however often it was sent. */
export interface Ticket {
  readonly key: string
  /** The intent that the server has accepted; null if it has refused. */
  readonly intentId: string | null
  /** Why it was refused. */
  readonly refusal: string | null
  /** How many answers were lost before this one. */
  readonly lost: number
}

interface OpenPosition {
  readonly id: string
  readonly sessionId: string | null
  readonly instrumentId: string
}

const PAUSE_MS = 400
const AGAIN_MS = 50
/** An answer that takes longer counts as lost: the request is sent again with the same key. */
const ANSWER_MS = 6_000
/** Nothing was decided: the request may be repeated. */
const UNDECIDED = /^The database is restarting/
/** What it opens in turn: markets that never close. */
const QUANTITIES = { 'BTCUSDT:SIM': 0.002, 'ETHUSDT:SIM': 0.05, 'BTCUSDT:SIM2': 0.002, 'ETHUSDT:SIM2': 0.05 }
const MARKETS = Object.entries(QUANTITIES)

/**
 * A person who opens and closes positions all the time over the socket. When an answer is lost, the request is repeated
 * with the same key until there is one.
 */
export class ManualTrader {
  readonly client: HttpClient
  readonly userId: string
  readonly accountId: string
  readonly connectionId: string
  readonly tickets: Ticket[] = []
  #socket: SocketClient | null = null
  #isStopped = false
  #working: Promise<void> = Promise.resolve()
  #waiting: (() => void)[] = []

  private constructor(client: HttpClient, userId: string, account: { id: string; connectionId: string }) {
    this.client = client
    this.userId = userId
    this.accountId = account.id
    this.connectionId = account.connectionId
  }

  static async join(url: string, name: string): Promise<ManualTrader> {
    const client = await signUp(url, name)
    const [user, accounts] = await Promise.all([client.get('/api/user'), client.get('/api/accounts')])
    return new ManualTrader(client, String(user.json.id), accounts.json[0])
  }

  /** Trades until it is stopped. */
  start(): void {
    this.#isStopped = false
    this.#working = this.#work()
  }

  /** Resolves once its last request is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
    this.#socket?.close()
    this.#socket = null
  }

  /** Resolves with the next answer. */
  answered(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async #work(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const [instrumentId, quantity] = MARKETS[Math.floor(turn / 2) % MARKETS.length] as [string, number]
      if (turn % 2 === 1) await this.#closeOldest()
      else if (turn % 4 === 0) await this.#open(instrumentId, quantity)
      else await this.#order(instrumentId, quantity)
      await sleep(PAUSE_MS)
    }
  }

  #open(instrumentId: string, quantity: number): Promise<void> {
    return this.#ask('open-position', { tag: 'faults', instrumentId, direction: 'LONG', quantity, price: 1 })
  }

  #order(instrumentId: string, quantity: number): Promise<void> {
    const [symbol, broker] = instrumentId.split(':')
    return this.#ask('order', { symbol, broker, side: 'SELL', type: 'MARKET', quantity })
  }

  async #closeOldest(): Promise<void> {
    const answer = await this.client.get('/api/positions/open').catch(() => null)
    if (answer?.status !== 200) return
    const own = (answer.json as OpenPosition[]).filter(({ sessionId }) => sessionId === null)
    // One stays open, so that a kill always meets a position.
    const oldest = own.length > 1 ? own.at(-1) : undefined
    if (oldest) await this.#ask('close-position', { positionId: oldest.id })
  }

  async #ask(name: string, terms: object): Promise<void> {
    const key = this.tickets.length.toString(36).padStart(7, '0')
    for (let lost = 0; ; lost++) {
      const reply = await this.#answer(name, { key, ...terms }).catch(() => null)
      if (reply !== null && (reply.ok || !UNDECIDED.test(reply.error ?? ''))) {
        const intentId = reply.ok ? (reply.data as OrderAccepted).intentId : null
        this.tickets.push({ key, intentId, refusal: reply.ok ? null : (reply.error ?? ''), lost })
        for (const resolve of this.#waiting.splice(0)) resolve()
        return
      }
      await sleep(AGAIN_MS)
    }
  }

  async #answer(name: string, payload: object) {
    const socket = (this.#socket ??= await this.#connected())
    const giveUp = new AbortController()
    const late = sleep(ANSWER_MS, null, { signal: giveUp.signal }).catch(() => null)
    try {
      const reply = await Promise.race([socket.request(CHANNELS.brokers, name, payload), late])
      if (reply === null) throw new Error('no answer')
      return reply
    } catch (error) {
      this.#socket = null
      socket.socket.terminate()
      throw error
    } finally {
      giveUp.abort()
    }
  }

  async #connected(): Promise<SocketClient> {
    const socket = await new SocketClient(this.client).opened()
    // A connection that breaks while nothing is asked is found by the next request.
    socket.socket.on('error', () => undefined)
    return socket
  }
}
