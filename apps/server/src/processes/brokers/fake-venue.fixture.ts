import {
  type AccountMessage,
  KeyRefused,
  type KeyRights,
  type OrderAnswer,
  type OrderReference,
  type VenueAdapter,
  type VenueBalance,
  type VenueFill,
  type VenueOrder,
} from '@tradeloom/venues'
import type { AccountModel } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import { FakePositions } from './fake-positions.fixture.ts'

export const FAKE_RIGHTS: KeyRights = {
  accountNo: '4711',
  model: 'spot',
  canTrade: true,
  canWithdraw: false,
  isBoundToAddresses: true,
}

export const FAKE_FENCE_MS = 100

/** A venue in memory that does what tests tell it to. */
export class FakeVenue {
  /** What each key opens; others are refused. */
  readonly keys = new Map<string, { readonly secret: string; rights: KeyRights }>()
  balances: VenueBalance[] = [{ currency: 'USDT', total: 10_000, available: 10_000 }]
  readonly orders = new Map<string, VenueOrder>()
  readonly fills: VenueFill[] = []
  /** Requests as they came in, including those whose answers were lost. */
  readonly placed: string[] = []
  /** Until when the last of them could be sent, UTC milliseconds; undefined for at any time. */
  sendUntil: number | undefined
  /** The next order is taken and its answer lost, or neither. `leave`: taken, and nothing is answered from then on. */
  next: 'answer' | 'lose-answer' | 'lose-request' | 'leave' | 'refuse' = 'answer'
  /** Numbers of orders that it does not cancel. */
  readonly stuck = new Set<string>()
  /** It does not answer. */
  isAway = false
  calls = 0
  /** Markets of which it has listed the open orders alone. */
  readonly looks = new Set<string>()
  /** How often it was asked whose an order is. */
  namings = 0
  readonly positions: FakePositions
  readonly #terms = new Map<string, PlacePayload>()
  readonly #sinks = new Set<(message: AccountMessage) => void>()

  readonly adapter: VenueAdapter = {
    id: 'FAKE',
    displayName: 'Fake venue',
    needs: 'switch',
    markets: [{ id: 'spot', name: 'Spot', has: () => true }],
    addresses: {},
    login: { form: 'key-and-secret', environments: ['live'], signUpUrl: 'https://fake.example', logo: '' },
    openAccount: ({ credentials: { apiKey: key = '', apiSecret: secret = '' } }) => ({
      rights: async () => this.#opened(key, secret),
      balances: async () => (this.#opened(key, secret), this.balances),
      positions: async () => (this.#opened(key, secret), this.positions.open),
    }),
    openOrders: ({ credentials: { apiKey: key = '', apiSecret: secret = '' } }) => ({
      fenceMs: FAKE_FENCE_MS,
      isFencePresumed: false,
      place: async (reference, order) => (this.#opened(key, secret), this.#place(reference, order)),
      change: async () => ({ kind: 'REFUSED', reason: 'not here' }),
      cancel: async ({ clientId }) => (this.#opened(key, secret), this.#cancel(clientId)),
      lookUp: async ({ clientId }) => {
        this.#opened(key, secret)
        const order = [...this.orders.values()].find((one) => one.clientId === clientId)
        return order ? { kind: 'FOUND', order } : { kind: 'NONE' }
      },
      orderOf: async (_, venueId) => {
        this.namings += 1
        const order = this.orders.get(venueId)
        return order ? { kind: 'FOUND', order } : { kind: 'NONE' }
      },
      openOrders: async (of) => {
        this.#opened(key, secret)
        if (of !== undefined) this.looks.add(of)
        return [...this.orders.values()].filter(
          ({ status, instrumentId }) =>
            (status === 'NEW' || status === 'PARTIALLY_FILLED') && (of === undefined || of === instrumentId),
        )
      },
      fillsOf: async ({ venueId }) => this.#listed.filter((fill) => fill.venueId === venueId),
      fillsSince: (_, since) => this.#since(since),
      fills: (instrumentId, cursor) => this.#fills(instrumentId, cursor),
    }),
    openAccountStream: (_, sink) => {
      this.#sinks.add(sink)
      return { close: () => void this.#sinks.delete(sink) }
    },
  }

  constructor(model: AccountModel = 'spot') {
    this.positions = new FakePositions(model)
  }

  /** An order as it came in. */
  terms(venueId: string): PlacePayload | undefined {
    return this.#terms.get(venueId)
  }

  tell(message: AccountMessage): void {
    for (const sink of this.#sinks) sink(message)
  }

  /** Executes a part of an order. `isTold`: over the private stream; otherwise it has to be read. */
  fill(venueId: string, quantity: number, price: number, isTold = true): void {
    const order = this.orders.get(venueId) as VenueOrder
    const filled = order.filled + quantity
    const next = { ...order, filled, status: filled < order.quantity ? 'PARTIALLY_FILLED' : 'FILLED' } as const
    this.orders.set(venueId, next)
    const { clientId, instrumentId, side } = order
    const position = this.positions.execute(this.#terms.get(venueId) ?? order, quantity, price)
    const tradeId = `T${this.fills.length + 1}`
    const cost = { fee: 0.001 * quantity * price, feeCurrency: 'USDT', isMaker: false }
    const named = { tradeId, clientId, venueId, instrumentId, ...(position ? { position } : {}) }
    const fill: VenueFill = { ...named, time: Date.now(), side, price, quantity, ...cost }
    this.fills.push(fill)
    if (!isTold) return
    this.tell({ kind: 'fill', fill })
    this.tell({ kind: 'order', order: next })
  }

  /** Takes an order that no process here has sent; returns its number. */
  place(clientId: string | null, order: PlacePayload): string {
    const venueId = String(1000 + this.orders.size)
    this.#terms.set(venueId, order)
    const { instrumentId, type, side, quantity, limitPrice, stopPrice } = order
    const terms = { instrumentId, type, side, quantity, limitPrice, stopPrice }
    this.orders.set(venueId, { ...terms, clientId, venueId, status: 'NEW', filled: 0, time: Date.now() })
    return venueId
  }

  /** Closes what is open in a market by force. */
  liquidate(instrumentId: string, price: number): void {
    for (const { id, direction, quantity } of this.positions.open.filter((one) => one.instrumentId === instrumentId)) {
      const side = direction === 'LONG' ? 'SELL' : 'BUY'
      const closes = this.positions.model === 'hedging' ? { closes: id } : {}
      const position = this.positions.execute({ instrumentId, side, ...closes }, quantity, price)
      const named = { tradeId: `T${this.fills.length + 1}`, clientId: null, venueId: `forced ${id}`, instrumentId }
      const cost = { fee: 0, feeCurrency: 'USDT', isMaker: false, isLiquidation: true }
      const fill = {
        ...named,
        time: Date.now(),
        side,
        price,
        quantity,
        ...cost,
        ...(position ? { position } : {}),
      } as const
      this.fills.push(fill)
      this.tell({ kind: 'fill', fill })
    }
  }

  #opened(key: string, secret: string): KeyRights {
    this.calls += 1
    if (this.isAway) throw new Error(`connect ECONNREFUSED, signed with ${secret}`)
    const known = this.keys.get(key)
    if (known?.secret !== secret) throw new KeyRefused('Invalid API-key, IP, or permissions for action')
    return known.rights
  }

  #place({ clientId, until }: OrderReference, order: PlacePayload): OrderAnswer {
    const how = this.next
    this.next = 'answer'
    this.placed.push(clientId)
    this.sendUntil = until
    const problem = this.positions.problem(order)
    if (problem !== null) return { kind: 'REFUSED', reason: problem }
    if (how === 'refuse') return { kind: 'REFUSED', reason: 'Account has insufficient balance for requested action.' }
    if (how === 'lose-request') return { kind: 'UNKNOWN', reason: 'the connection was lost' }
    if (how === 'leave') this.isAway = true
    const venueId = this.place(clientId, order)
    return how === 'answer' ? { kind: 'ACCEPTED', venueId } : { kind: 'UNKNOWN', reason: 'the connection was lost' }
  }

  #cancel(clientId: string): OrderAnswer {
    const order = [...this.orders.values()].find((one) => one.clientId === clientId)
    if (order?.status !== 'NEW' && order?.status !== 'PARTIALLY_FILLED')
      return { kind: 'REFUSED', reason: 'Unknown order sent.' }
    if (this.stuck.has(order.venueId)) return { kind: 'REFUSED', reason: 'Not now.' }
    const canceled = { ...order, status: 'CANCELED' } as const
    this.orders.set(order.venueId, canceled)
    this.tell({ kind: 'order', order: canceled })
    return { kind: 'ACCEPTED', venueId: null }
  }

  /** As at Binance, lists of trades have no names of ours. */
  get #listed(): VenueFill[] {
    return this.fills.map((fill) => ({ ...fill, clientId: null }))
  }

  async *#since(since: number) {
    yield this.#listed.filter(({ time }) => time >= since)
  }

  async *#fills(instrumentId: string, cursor: string | null) {
    const from = cursor === null ? 0 : Number(cursor)
    const fills = this.#listed.slice(from).filter((fill) => fill.instrumentId === instrumentId)
    yield { fills, cursor: String(this.fills.length) }
  }
}
