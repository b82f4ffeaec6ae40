import type { AccountMessage, AccountStream, VenueFinancing } from '../../../ports/account-stream.ts'
import type { VenueClock } from '../../../ports/venue-clock.ts'
import { ReconnectingSocket } from '../../../wire/reconnecting-socket.ts'
import type { OpenSocket } from '../../../wire/venue-socket.ts'
import { CONNECTION_LIFE_MS } from '../binance-limits.ts'
import { FillCheck } from '../fill-check.ts'
import { decimal, type Fields, text, whole } from '../read-account.ts'
import { SignedRest, type SignedRestOptions } from '../signed-rest.ts'
import { readAlgoEvent, readFunding, readFuturesBalance, readOrderEvent } from './read-futures.ts'
import { readMode } from './usdm-terms.ts'
import { USDM_WIRE } from './usdm-wire.ts'

const LISTEN_KEY = '/fapi/v1/listenKey'
/** A listen key lives for an hour after it was last renewed. */
const RENEW_MS = 30 * 60_000
/** The list of payments may be behind the event. */
const FUNDING_LATE_MS = 10_000
const FUNDING_PAGE = 1_000
/** A payment is booked within that time after its rate counts. */
const FUNDING_AROUND_MS = 120_000
/** Money that comes from or goes to another account. */
const TRANSFERS = new Set(['DEPOSIT', 'WITHDRAW', 'ASSET_TRANSFER', 'ADMIN_DEPOSIT', 'ADMIN_WITHDRAW'])

export interface UsdmStreamOptions extends SignedRestOptions {
  readonly streams: string
  readonly openSocket: OpenSocket
  readonly sink: (message: AccountMessage) => void
  /** Payments from then on are told, UTC milliseconds; null: from now on. */
  readonly financedFrom?: number | null
}

/** What happens to one futures account, until it is closed. */
export class UsdmAccountStream implements AccountStream {
  readonly #rest: SignedRest
  readonly #clock: VenueClock
  readonly #socket: ReconnectingSocket
  readonly #sink: (message: AccountMessage) => void
  #listenKey: string | null = null
  #refusal = 'There is no listen key'
  #checks = new FillCheck()
  #cancelRenewal = (): void => {}
  /** Payments from here on are told, each once. */
  #fundedFrom: number | null
  #isHedging = false
  readonly #funded = new Set<string>()
  #isMarginCalled = false
  #hasBalances = false
  #taken: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: UsdmStreamOptions) {
    const { clock, streams, openSocket, sink, financedFrom = null } = options
    this.#clock = clock
    this.#fundedFrom = financedFrom
    this.#rest = new SignedRest(options, USDM_WIRE)
    this.#sink = (message) => {
      if (!this.#isClosed) sink(message)
    }
    this.#socket = new ReconnectingSocket({
      clock,
      url: `${streams}/private/ws`,
      openSocket: (url, handlers) => openSocket(`${url}/${this.#listenKey ?? ''}`, handlers),
      venueName: 'Binance',
      lifeMs: CONNECTION_LIFE_MS,
      pingMs: 10_000,
      silenceMs: 25_000,
      silentUntil: () => this.#rest.silentUntil,
      prepare: () => this.#prepare(),
      opened: () => this.#opened(),
      message: (message) => this.#take(message),
      ping: () => this.#socket.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 1 })),
      lost: (reason) => {
        this.#cancelRenewal()
        this.#checks = new FillCheck()
        this.#sink({ kind: 'lost', reason })
      },
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRenewal()
    this.#socket.close()
  }

  /** A listen key states the key alone; whether its secret fits is asked, too. */
  async #prepare(): Promise<void> {
    this.#listenKey = null
    try {
      await this.#rest.sampleTime().catch(() => undefined)
      this.#isHedging = (await readMode(this.#rest)) === 'hedging'
      const { listenKey } = (await this.#rest.keyed('POST', LISTEN_KEY)) as Fields
      this.#listenKey = text(listenKey)
    } catch (error) {
      this.#refusal = error instanceof Error ? error.message : 'The account cannot be followed'
    }
  }

  #opened(): void {
    if (this.#listenKey === null) return this.#socket.lose(this.#refusal)
    this.#renewLater()
    this.#readAgain()
    if (this.#fundedFrom !== null) return this.#queue(() => this.#readFunding())
    this.#fundedFrom = this.#rest.venueNow()
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#clock.at(this.#clock.now() + RENEW_MS, () => {
      this.#renewLater()
      this.#rest.keyed('PUT', LISTEN_KEY).catch(() => this.#socket.lose('The listen key could not be renewed'))
    })
  }

  #take(message: string): void {
    try {
      this.#event(JSON.parse(message) as Fields)
    } catch {
      // Something has happened that was not understood.
      this.#readAgain()
    }
  }

  #event(event: Fields): void {
    switch (event['e']) {
      case 'ORDER_TRADE_UPDATE':
        return this.#ordered(event)
      case 'ALGO_UPDATE': {
        const { order, isForwarded } = readAlgoEvent(event)
        // From there on, the order of the matching engine says how it stands.
        return isForwarded ? undefined : this.#sink({ kind: 'order', order })
      }
      case 'ACCOUNT_UPDATE':
        return this.#changed(event)
      case 'MARGIN_CALL':
        this.#isMarginCalled = true
        return this.#sink({ kind: 'margin', isCalled: true })
      case 'ACCOUNT_CONFIG_UPDATE':
        return this.#readAgain()
      case 'listenKeyExpired':
        return this.#socket.lose('The listen key has expired')
      default:
      // TRADE_LITE repeats a fill, and comes before it.
    }
  }

  #ordered(event: Fields): void {
    const { order, fill, isByForce } = readOrderEvent(event)
    if (isByForce && fill) this.#sink({ kind: 'liquidation', instrumentId: fill.instrumentId })
    if (fill) this.#sink({ kind: 'fill', fill })
    this.#sink({ kind: 'order', order })
    if (this.#checks.misses(order, fill)) this.#readAgain()
  }

  #changed(event: Fields): void {
    const { m, B, P } = event['a'] as Fields
    const time = whole(event['T'])
    if (TRANSFERS.has(text(m)))
      for (const { a, wb, bc } of B as readonly Fields[]) {
        const transfer = { id: `${text(a)}-${time}-${text(wb)}`, time, currency: text(a), amount: decimal(bc) }
        if (transfer.amount !== 0) this.#sink({ kind: 'transfer', transfer })
      }
    if (m === 'FUNDING_FEE') this.#fundedAt(time)
    // Executions tell of the others.
    else if (m !== 'ORDER' && (P as readonly unknown[]).length > 0) this.#readAgain()
    this.#readBalancesSoon()
  }

  /** The event names no contract. */
  #fundedAt(time: number): void {
    this.#fundedFrom = Math.min(this.#fundedFrom ?? time, time)
    this.#queue(() => this.#readFunding())
    this.#clock.at(this.#clock.now() + FUNDING_LATE_MS, () => this.#queue(() => this.#readFunding()))
  }

  async #readFunding(): Promise<void> {
    if (this.#isClosed) return
    const request = { path: '/fapi/v1/income', weight: 30, priority: 'look-up' } as const
    const kind = { incomeType: 'FUNDING_FEE', limit: `${FUNDING_PAGE}` }
    for (;;) {
      const rows = (await this.#rest.read(request, { ...kind, startTime: String(this.#fundedFrom) })) as unknown[]
      // The oldest first, so that a request after a break begins at the first one that was not booked.
      const paid = rows.map(readFunding).toSorted((a, b) => a.time - b.time)
      const news = paid.filter(({ id }) => !this.#funded.has(id))
      for (const one of news) {
        const financing = this.#isHedging ? await this.#onLeg(one) : one
        this.#funded.add(one.id)
        this.#fundedFrom = Math.max(this.#fundedFrom ?? 0, one.time)
        this.#sink({ kind: 'financing', financing })
      }
      if (rows.length < FUNDING_PAGE || news.length === 0) return
    }
  }

  /** The venue does not say of which leg a payment was: the sign of the rate tells. Of all legs where it has forgotten it. */
  async #onLeg(paid: VenueFinancing): Promise<VenueFinancing> {
    const symbol = this.#rest.symbolIn(paid.instrumentId)
    const [startTime, endTime] = [`${paid.time - FUNDING_AROUND_MS}`, `${paid.time + FUNDING_AROUND_MS}`]
    const request = { path: '/fapi/v1/fundingRate', weight: 1, priority: 'look-up' } as const
    const rows = (await this.#rest.read(request, { symbol, startTime, endTime })) as readonly Fields[]
    const rate = Number(rows.at(-1)?.['fundingRate'] ?? 0)
    return rate === 0 ? paid : { ...paid, leg: rate > 0 === paid.amount > 0 ? 'LONG' : 'SHORT' }
  }

  /** Events state no margin, and several of them one state. */
  #readBalancesSoon(): void {
    if (this.#hasBalances) return
    this.#hasBalances = true
    this.#queue(async () => {
      this.#hasBalances = false
      if (this.#isClosed) return
      const request = { path: '/fapi/v2/balance', weight: 5, priority: 'look-up' } as const
      const rows = (await this.#rest.read(request, {})) as readonly unknown[]
      const balances = rows.map(readFuturesBalance)
      this.#sink({ kind: 'balances', balances })
      if (!this.#isMarginCalled || !balances.some(({ available }) => available > 0)) return
      this.#isMarginCalled = false
      this.#sink({ kind: 'margin', isCalled: false })
    })
  }

  #queue(work: () => Promise<void>): void {
    this.#taken = this.#taken.then(work).catch(() => this.#readAgain())
  }

  /** What happened before may have been missed. */
  #readAgain(): void {
    this.#sink({ kind: 'connected' })
  }
}
