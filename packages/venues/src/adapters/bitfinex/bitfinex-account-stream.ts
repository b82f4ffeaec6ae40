import { times } from '@tradeloom/domain'
import type { AccountMessage, AccountStream } from '../../ports/account-stream.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { ReconnectingSocket } from '../../wire/reconnecting-socket.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { ACCOUNT_SILENCE_MS } from './bitfinex-limits.ts'
import { readLedgerRow } from './ledger-row.ts'
import { readBalance, readFill, readOrder, walletOf } from './read-account.ts'
import { readJson, type Row, rowOf, rowsOf, textOf, wholeOf, Written, writtenOf } from './read-json.ts'
import { SignedRest, type SignedRestOptions } from './signed-rest.ts'

export interface BitfinexStreamOptions extends SignedRestOptions {
  readonly streams: string
  readonly openSocket: OpenSocket
  readonly sink: (message: AccountMessage) => void
}

/** Messages have numbers, which tell whether some are missing. */
const SEQUENCE = 65_536
const DAY_MS = 86_400_000
const NONCE_SMALL = 10_114
/** A trade whose second message with its fee does not come is read. */
const FEE_LATE_MS = 2_000
const LEDGER_PAGE = 500
/** Trades say it themselves. */
const OF_TRADES = /^(?:Trading fee|Exchange |Settlement|Position closed)/

/** What happens to one wallet, until it is closed. */
export class BitfinexAccountStream implements AccountStream {
  readonly #rest: SignedRest
  readonly #clock: VenueClock
  readonly #socket: ReconnectingSocket
  readonly #sink: (message: AccountMessage) => void
  #sequence = 0
  #answered = (): void => {}
  /** Trades without their fee, and the newest message of each order that waits for some. */
  readonly #feeless = new Map<string, string>()
  readonly #held = new Map<string, Row>()
  /** Symbols of positions, by the numbers by which the ledger names them. */
  readonly #positions = new Map<string, string>()
  #bookedFrom: number | null = null
  readonly #booked = new Set<string>()
  readonly #asked = new Set<string>()
  #taken: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: BitfinexStreamOptions) {
    const { clock, streams, openSocket, sink } = options
    this.#clock = clock
    this.#rest = new SignedRest(options)
    this.#sink = (message) => {
      if (!this.#isClosed) sink(message)
    }
    this.#socket = new ReconnectingSocket({
      clock,
      url: `${streams}/ws/2`,
      openSocket,
      venueName: 'Bitfinex',
      lifeMs: DAY_MS,
      pingMs: 5_000,
      silenceMs: ACCOUNT_SILENCE_MS,
      silentUntil: () => this.#rest.silentUntil,
      prepare: async () => void (await this.#rest.pairs.readSoon('look-up').catch(() => undefined)),
      opened: () => this.#opened(),
      message: (message) => this.#take(message),
      ping: () => this.#socket.send(JSON.stringify({ event: 'ping', cid: 1 })),
      lost: (reason) => {
        this.#answered()
        this.#feeless.clear()
        this.#held.clear()
        this.#asked.clear()
        this.#sink({ kind: 'lost', reason })
      },
    })
  }

  close(): void {
    this.#isClosed = true
    this.#answered()
    this.#socket.close()
  }

  #opened(): void {
    this.#sequence = 0
    this.#socket.send(JSON.stringify({ event: 'conf', flags: SEQUENCE }))
    const answered = new Promise<void>((resolve) => (this.#answered = resolve))
    void this.#rest.authenticate((text) => this.#socket.send(text), answered)
  }

  #take(text: string): void {
    try {
      if (text.startsWith('{')) this.#event(JSON.parse(text) as Readonly<Record<string, unknown>>)
      else this.#channelMessage(rowOf(readJson(text)))
    } catch {
      // Something has happened that was not understood.
      this.#readAgain()
    }
  }

  #event({ event, status, code, msg }: Readonly<Record<string, unknown>>): void {
    if (event === 'info' && (code === 20_051 || code === 20_061)) return this.#socket.lose('Bitfinex starts over')
    if (event !== 'auth') return
    this.#answered()
    if (status === 'OK') {
      this.#readAgain()
      if (this.#bookedFrom !== null) return this.#queue(() => this.#readLedger())
      this.#bookedFrom = this.#clock.now()
      return
    }
    if (code === NONCE_SMALL) this.#rest.raiseNonce()
    this.#socket.lose(`Bitfinex refuses the key: ${typeof msg === 'string' ? msg : 'no reason was given'}`)
  }

  #channelMessage(message: Row): void {
    const [, type, payload] = message
    // Behind its number, each but a heartbeat has another one, of this key.
    const number = wholeOf(message.at(type === 'hb' ? -1 : -2))
    if (number <= this.#sequence) return
    if (number !== this.#sequence + 1) return this.#socket.lose('A message of Bitfinex is missing')
    this.#sequence = number
    switch (type) {
      case 'on':
      case 'ou':
      case 'oc':
        return this.#ordered(rowOf(payload))
      case 'te':
        return this.#traded(rowOf(payload))
      case 'tu':
        return this.#filled(rowOf(payload))
      case 'wu':
        return this.#walletChanged(rowOf(payload))
      case 'ps':
        return rowsOf(payload).forEach((row) => this.#learnPosition(row))
      case 'pn':
      case 'pu':
        return this.#learnPosition(rowOf(payload))
      default:
    }
  }

  /** An order that has traded is told after its trades. */
  #ordered(row: Row): void {
    if (walletOf(row[8]) !== this.#rest.wallet) return
    const id = writtenOf(row[0])
    if ([...this.#feeless.values()].includes(id)) this.#held.set(id, row)
    else this.#tellOrder(row)
  }

  #tellOrder(row: Row): void {
    try {
      this.#sink({ kind: 'order', order: readOrder(row, this.#rest.pairs) })
    } catch (error) {
      // It was placed elsewhere, and is of a kind that is not known here.
      if (row[2] instanceof Written) throw error
    }
  }

  #traded(row: Row): void {
    if (walletOf(row[6]) !== this.#rest.wallet) return
    const id = writtenOf(row[0])
    this.#feeless.set(id, writtenOf(row[3]))
    this.#clock.at(this.#clock.now() + FEE_LATE_MS, () => {
      const orderId = this.#feeless.get(id)
      if (orderId === undefined) return
      this.#feeless.delete(id)
      this.#release(orderId)
      this.#readAgain()
    })
  }

  #filled(row: Row): void {
    if (walletOf(row[6]) !== this.#rest.wallet) return
    this.#feeless.delete(writtenOf(row[0]))
    this.#sink({ kind: 'fill', fill: readFill(row, this.#rest.pairs) })
    this.#release(writtenOf(row[3]))
  }

  #release(orderId: string): void {
    const order = this.#held.get(orderId)
    if (!order || [...this.#feeless.values()].includes(orderId)) return
    this.#held.delete(orderId)
    this.#tellOrder(order)
  }

  /** What is available is computed on request. */
  #walletChanged(row: Row): void {
    const [wallet, currency, , , , description] = row
    if (wallet !== this.#rest.wallet) return
    const code = textOf(currency)
    const balance = readBalance(row, this.#rest.pairs)
    if (balance) {
      this.#asked.delete(code)
      return this.#sink({ kind: 'balances', balances: [balance] })
    }
    if (typeof description === 'string' && !OF_TRADES.test(description)) this.#queue(() => this.#readLedger())
    if (this.#asked.has(code)) return
    this.#asked.add(code)
    this.#socket.send(JSON.stringify([0, 'calc', null, [[`wallet_${this.#rest.wallet}_${code}`]]]))
  }

  #learnPosition(row: Row): void {
    if (row[11] instanceof Written) this.#positions.set(writtenOf(row[11]), textOf(row[0]))
  }

  /** Rows of the ledger that no trade explains: what positions have cost, and money that has come or gone. */
  async #readLedger(): Promise<void> {
    if (this.#isClosed) return
    const { wallet, pairs } = this.#rest
    const body = { start: this.#bookedFrom, limit: LEDGER_PAGE }
    const rows = rowsOf(await this.#rest.read('r/ledgers/hist', body))
    for (const row of rows.toReversed()) {
      const entry = readLedgerRow(row, pairs)
      if (entry.wallet !== wallet || this.#booked.has(entry.id)) continue
      this.#booked.add(entry.id)
      this.#bookedFrom = Math.max(this.#bookedFrom ?? 0, entry.time)
      if (!OF_TRADES.test(entry.description)) await this.#tellEntry(entry)
    }
  }

  async #tellEntry({ id, time, currency, amount, position }: ReturnType<typeof readLedgerRow>): Promise<void> {
    const symbol = position === null ? undefined : this.#positions.get(position)
    const rules = [...(this.#rest.pairs.known?.values() ?? [])].find((one) => one.symbol === symbol)
    if (!rules) return this.#sink({ kind: 'transfer', transfer: { id, time, currency, amount } })
    // What was borrowed is paid in its own currency.
    const rate = currency === rules.base ? ((await this.#rest.pairs.prices()).get(rules.symbol) ?? 0) : 1
    const cost = -times(amount, rate)
    this.#sink({
      kind: 'financing',
      financing: { id, time, instrumentId: rules.instrumentId, cost: 'funding', amount: cost },
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
