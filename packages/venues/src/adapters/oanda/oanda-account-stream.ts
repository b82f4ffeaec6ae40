import { minus } from '@tradeloom/domain'
import type { AccountMessage, AccountStream } from '../../ports/account-stream.ts'
import { ReconnectingSocket } from '../../wire/reconnecting-socket.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { readSummary, termsReader } from './account-terms.ts'
import { idOf } from './instrument-rules.ts'
import { HEARTBEAT_MS } from './oanda-limits.ts'
import { OandaRest, type OandaRestOptions } from './oanda-rest.ts'
import { isOnFillName } from './order-names.ts'
import { OrderReader } from './order-reader.ts'
import { OrderTrail } from './order-trail.ts'
import { readBalance } from './read-balance.ts'
import { decimalOf, type Fields, fieldsOf, rowsOf, textOf, timeOf } from './read-fields.ts'
import { isLiquidation, namedFill, readFills } from './read-fills.ts'
import { nameOf, readOrder, tradeOf } from './read-order.ts'
import { numberOf, TransactionLog } from './transaction-log.ts'

/** Heartbeats come each 5 seconds. */
const SILENCE_MS = 20_000
const ORDERS = /^(LIMIT|STOP|STOP_LOSS|GUARANTEED_STOP_LOSS|TAKE_PROFIT|TRAILING_STOP_LOSS)_ORDER$/

export interface AccountStreamOptions extends OandaRestOptions {
  readonly streams: string
  readonly open: (headers: Readonly<Record<string, string>>) => OpenSocket
  readonly sink: (message: AccountMessage) => void
}

/** What happens to one account, transaction by transaction, until it is closed. Their numbers have no holes. */
export class OandaAccountStream implements AccountStream {
  readonly #rest: OandaRest
  readonly #log: TransactionLog
  readonly #orders: OrderReader
  readonly #terms: ReturnType<typeof termsReader>
  readonly #trail = new OrderTrail()
  readonly #socket: ReconnectingSocket
  readonly #sink: (message: AccountMessage) => void
  #account: string | null = null
  /** The number of the newest transaction that was passed on. */
  #last: number | null = null
  #taken: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: AccountStreamOptions) {
    const { clock, streams, open, sink } = options
    this.#rest = new OandaRest(options)
    this.#log = new TransactionLog(this.#rest)
    this.#orders = new OrderReader(this.#rest, this.#log)
    this.#terms = termsReader(this.#rest)
    this.#sink = (message) => {
      if (!this.#isClosed) sink(message)
    }
    const openLines = open(this.#rest.headers)
    this.#socket = new ReconnectingSocket({
      clock,
      url: `${streams}/v3/accounts`,
      openSocket: (url, handlers) => openLines(`${url}/${this.#account}/transactions/stream`, handlers),
      venueName: 'OANDA',
      lifeMs: Infinity,
      pingMs: HEARTBEAT_MS,
      silenceMs: SILENCE_MS,
      silentUntil: () => this.#rest.budget.silentUntil,
      prepare: () => this.#prepare(),
      opened: () => this.#queue(() => this.#connected()),
      message: (text) => this.#queue(() => this.#take(fieldsOf(JSON.parse(text)))),
      ping: () => {},
      lost: (reason) => this.#sink({ kind: 'lost', reason }),
    })
  }

  close(): void {
    this.#isClosed = true
    this.#socket.close()
    this.#rest.close()
  }

  /** Without an answer the stream is refused as well, and tried again. */
  async #prepare(): Promise<void> {
    try {
      this.#account = await this.#rest.account()
      this.#last ??= await this.#log.newest()
    } catch {
      // What is known of it stays.
    }
  }

  #queue(work: () => Promise<void>): void {
    // Something may have happened that was not understood.
    this.#taken = this.#taken.then(work).catch(() => this.#sink({ kind: 'connected' }))
  }

  async #connected(): Promise<void> {
    this.#sink({ kind: 'connected' })
    await this.#catchUp()
  }

  async #take(message: Fields): Promise<void> {
    if (message['type'] === 'HEARTBEAT') {
      const newest = message['lastTransactionID']
      if (newest !== undefined && this.#last !== null && numberOf(newest) > this.#last) await this.#catchUp()
      return
    }
    const number = numberOf(message['id'])
    if (this.#last !== null && number > this.#last + 1) await this.#catchUp()
    await this.#pass(message)
  }

  /** What has happened since the newest transaction that was passed on, as the venue lists it. */
  async #catchUp(): Promise<void> {
    if (this.#last === null) return
    for await (const { transactions, last } of this.#log.since(this.#last)) {
      for (const one of transactions) await this.#pass(one)
      this.#last = Math.max(this.#last, last)
    }
  }

  /** Each once. */
  async #pass(transaction: Fields): Promise<void> {
    const number = numberOf(transaction['id'])
    if (this.#last !== null && number <= this.#last) return
    this.#last = number
    this.#trail.take(transaction)
    const type = textOf(transaction['type'])
    if (type === 'ORDER_FILL') return this.#filled(transaction)
    if (type === 'ORDER_CANCEL') return this.#ended(transaction)
    if (ORDERS.test(type)) return this.#placed(transaction)
    if (type === 'TRANSFER_FUNDS') return this.#transferred(transaction)
    if (type === 'DAILY_FINANCING') return this.#financed(transaction)
    if (type.startsWith('MARGIN_CALL_')) this.#sink({ kind: 'margin', isCalled: type !== 'MARGIN_CALL_EXIT' })
  }

  async #filled(transaction: Fields): Promise<void> {
    const { id, time, instrument, financing, orderID } = transaction
    const instrumentId = idOf(instrument)
    // Before the execution that may close the position: what holding it has cost is paid with it.
    if (financing !== undefined && decimalOf(financing) !== 0)
      this.#charge({ id: textOf(id), time: timeOf(time), instrumentId, financing })
    if (isLiquidation(transaction)) this.#sink({ kind: 'liquidation', instrumentId })
    for (const fill of readFills(transaction, await this.#terms()))
      this.#sink({ kind: 'fill', fill: namedFill(fill, this.#trail) })
    await this.#order(textOf(orderID), transaction['clientOrderID'])
    await this.#balances()
  }

  async #placed(transaction: Fields): Promise<void> {
    const id = textOf(transaction['id'])
    // The rest of an order is no new one.
    if (this.#trail.isRest(id)) return
    if (tradeOf(transaction) !== null) return this.#order(id, nameOf(transaction))
    const { type, time } = transaction
    const created = { ...transaction, type: textOf(type).replace(/_ORDER$/, ''), state: 'PENDING', createTime: time }
    this.#sink({ kind: 'order', order: readOrder(created) })
  }

  #ended({ orderID, clientOrderID }: Fields): Promise<void> {
    return this.#order(textOf(orderID), clientOrderID)
  }

  /** As it stands by now. */
  async #order(id: string, name: unknown): Promise<void> {
    if (isOnFillName(name)) return
    const order = await this.#orders.order(id)
    this.#sink({ kind: 'order', order: { ...order, clientId: order.clientId ?? this.#trail.nameOf(id) } })
  }

  async #transferred({ id, time, amount }: Fields): Promise<void> {
    const { currency } = await this.#terms()
    const transfer = { id: textOf(id), time: timeOf(time), currency, amount: decimalOf(amount, 'down') }
    this.#sink({ kind: 'transfer', transfer })
    await this.#balances()
  }

  async #financed({ id, time, positionFinancings }: Fields): Promise<void> {
    for (const { instrument, financing } of rowsOf(positionFinancings ?? []))
      this.#charge({ id: textOf(id), time: timeOf(time), instrumentId: idOf(instrument), financing })
    await this.#balances()
  }

  #charge({
    id,
    time,
    instrumentId,
    financing,
  }: {
    id: string
    time: number
    instrumentId: string
    financing: unknown
  }) {
    const amount = minus(0, decimalOf(financing))
    const of = { id: `${id}-${instrumentId}`, time, instrumentId, cost: 'swap', amount } as const
    this.#sink({ kind: 'financing', financing: of })
  }

  async #balances(): Promise<void> {
    this.#sink({ kind: 'balances', balances: [readBalance(await readSummary(this.#rest))] })
  }
}
