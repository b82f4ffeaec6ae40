import { type PlacePayload, TOO_OLD } from '@tradeloom/trading'
import type {
  FillPage,
  LookUp,
  OrderAnswer,
  OrderGateway,
  OrderReference,
  PairAnswer,
  ProtectivePair,
  TrailingStop,
  VenueFill,
  VenueOrder,
} from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { BitfinexError } from './bitfinex-error.ts'
import { classifyError } from './classify-error.ts'
import { orderBody, pairBody, trailingBody } from './order-body.ts'
import type { PairRules } from './pair-rules.ts'
import { readFill, readOrder, readPosition, walletOf } from './read-account.ts'
import { type Row, rowOf, rowsOf, textOf, wholeOf, Written, writtenOf } from './read-json.ts'
import { type Body, SignedRest, type SignedRestOptions } from './signed-rest.ts'
import { TradeHistory } from './trade-history.ts'

/** Requests carry no time, so nothing keeps one that is late from being carried out: it is watched for longer. */
const FENCE_MS = 15_000
const PAGE = 2_500
/** Clocks may be that far apart. */
const MARGIN_MS = 60_000
const DAY_MS = 86_400_000

type NotAccepted = Exclude<OrderAnswer, { readonly kind: 'ACCEPTED' }>

/** Orders of one wallet at Bitfinex. They go by numbers, which the venue does not check: none is ever sent twice. */
export class BitfinexOrders implements OrderGateway {
  readonly fenceMs = FENCE_MS
  readonly isFencePresumed = true
  readonly #rest: SignedRest
  readonly #history: TradeHistory

  constructor(options: SignedRestOptions) {
    this.#rest = new SignedRest(options)
    this.#history = new TradeHistory((symbol, body) => this.#trades(symbol, body))
  }

  async place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    const { wallet } = this.#rest
    const priority = order.reduceOnly ? 'urgent' : 'order'
    const rows = await this.#submit(reference, priority, async (rules) => {
      if (order.instrumentId !== reference.instrumentId) throw new OrderDenied('The order names another instrument')
      const body = orderBody(order, reference.clientNumber, { wallet, rules })
      if (wallet === 'margin' && order.reduceOnly) await this.#checkReduces(order, rules)
      return body
    })
    if (!Array.isArray(rows)) return rows as NotAccepted
    return { kind: 'ACCEPTED', venueId: writtenOf((rows as readonly Row[])[0]?.[0]) }
  }

  async placePair(pair: ProtectivePair): Promise<PairAnswer> {
    const { wallet } = this.#rest
    const of = { instrumentId: pair.instrumentId, until: pair.stopLoss.until }
    const rows = await this.#submit(of, 'urgent', async (rules) => {
      const body = pairBody(pair, { wallet, rules })
      if (wallet === 'margin') await this.#checkReduces(pair, rules)
      return body
    })
    if (!Array.isArray(rows)) return rows as NotAccepted
    const idOf = ({ clientNumber }: OrderReference): string | null => {
      const row = (rows as readonly Row[]).find(([, , cid]) => cid instanceof Written && wholeOf(cid) === clientNumber)
      return row ? writtenOf(row[0]) : null
    }
    const [takeProfitId, stopLossId] = [idOf(pair.takeProfit), idOf(pair.stopLoss)]
    if (takeProfitId === null || stopLossId === null)
      return { kind: 'UNKNOWN', reason: 'Bitfinex did not say what has become of both orders' }
    return { kind: 'ACCEPTED', takeProfitId, stopLossId }
  }

  async placeTrailing(reference: OrderReference, stop: TrailingStop): Promise<OrderAnswer> {
    const { wallet } = this.#rest
    const rows = await this.#submit(reference, 'urgent', async (rules) => {
      const body = trailingBody(stop, reference.clientNumber, { wallet, rules })
      if (wallet === 'margin') await this.#checkReduces(stop, rules)
      return body
    })
    if (!Array.isArray(rows)) return rows as NotAccepted
    return { kind: 'ACCEPTED', venueId: writtenOf((rows as readonly Row[])[0]?.[0]) }
  }

  /** By the number and the day: the venue keeps numbers apart by days. */
  async cancel({ instrumentId, clientNumber, sentAt }: OrderReference): Promise<OrderAnswer> {
    try {
      const rules = await this.#rulesOf(instrumentId)
      const active = await this.#active(rules.symbol)
      const order = active.find((row) => isNamed(row, clientNumber, sentAt))
      if (!order) return { kind: 'UNKNOWN', reason: 'Bitfinex has no such order that works' }
      readSuccess(await this.#rest.send('w/order/cancel', { id: wholeOf(order[0]) }, 'urgent'))
      return { kind: 'ACCEPTED', venueId: null }
    } catch (error) {
      return classifyError(error)
    }
  }

  async lookUp({ instrumentId, clientNumber, sentAt }: OrderReference, isUrgent = false): Promise<LookUp> {
    const { symbol } = await this.#rulesOf(instrumentId)
    const priority = isUrgent ? 'urgent' : 'look-up'
    const start = sentAt - MARGIN_MS
    // In this order: what ends in between is in the second list.
    const found =
      (await this.#active(symbol, priority)).find((row) => isNamed(row, clientNumber, sentAt)) ??
      (await this.#ended(symbol, start, priority)).find((row) => isNamed(row, clientNumber, sentAt))
    if (found) return { kind: 'FOUND', order: readOrder(found, this.#rest.pairs) }
    const trades = await this.#trades(symbol, { start, sort: 1 })
    if (trades.some((one) => one.clientNumber === clientNumber))
      throw new Error('Bitfinex lists trades of an order that it does not list yet')
    return { kind: 'NONE' }
  }

  async maxMarketQuantity(instrumentId: string): Promise<number | null> {
    return (await this.#rest.pairs.readSoon('look-up')).get(instrumentId)?.maximum ?? null
  }

  async openOrders(instrumentId?: string): Promise<readonly VenueOrder[]> {
    const symbol = instrumentId === undefined ? null : (await this.#rulesOf(instrumentId)).symbol
    const rows = await this.#active(symbol)
    return rows.flatMap((row) => this.#listed(row))
  }

  async *fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    yield* this.#history.from((await this.#rulesOf(instrumentId)).symbol, cursor, since)
  }

  async fillsOf({
    instrumentId,
    venueId,
  }: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]> {
    const { symbol } = await this.#rulesOf(instrumentId)
    const rows = rowsOf(await this.#rest.read(`r/order/${symbol}:${venueId}/trades`))
    const fills = rows.map((row) => readFill(row, this.#rest.pairs))
    return fills.toSorted((a, b) => a.time - b.time || Number(a.tradeId) - Number(b.tradeId))
  }

  async *fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]> {
    for await (const { fills } of this.fills(instrumentId, null, since)) yield fills
  }

  /** The orders that were submitted, or why there are none. */
  async #submit(
    { instrumentId, until = Infinity }: { readonly instrumentId: string; readonly until?: number | undefined },
    priority: 'urgent' | 'order',
    prepare: (rules: PairRules) => Promise<Body>,
  ): Promise<readonly Row[] | NotAccepted> {
    let body: Body
    try {
      body = await prepare(await this.#rulesOf(instrumentId))
    } catch (error) {
      // So far, nothing was sent that could be executed.
      const reason = error instanceof Error ? error.message : 'The order could not be prepared'
      return { kind: 'REFUSED', reason, ...(error instanceof OrderDenied ? {} : { isForNow: true }) }
    }
    // What was asked before may have taken long.
    if (this.#rest.now() > until) return { kind: 'REFUSED', reason: TOO_OLD, isForNow: true, isUnsent: true }
    try {
      return rowsOf(readSuccess(await this.#rest.send('w/order/submit', body, priority)))
    } catch (error) {
      return classifyError(error)
    }
  }

  /** The margin wallet has no orders that only reduce: one that is larger than the position would open another. */
  async #checkReduces(
    { side, quantity }: Pick<PlacePayload, 'side' | 'quantity'>,
    { instrumentId }: PairRules,
  ): Promise<void> {
    const rows = rowsOf(await this.#rest.read('r/positions', {}, 'urgent'))
    const positions = rows.flatMap((row) => readPosition(row, this.#rest.pairs))
    const position = positions.find((one) => one.instrumentId === instrumentId)
    const closes = position?.direction === 'LONG' ? 'SELL' : 'BUY'
    if (!position || closes !== side || quantity > position.quantity)
      throw new OrderDenied('The position at Bitfinex is smaller than what is to be closed')
  }

  async #rulesOf(instrumentId: string): Promise<PairRules> {
    const rules = (await this.#rest.pairs.readSoon('look-up')).get(instrumentId)
    if (!rules) throw new Error('Instrument not available')
    return rules
  }

  /** Of this wallet. */
  async #active(symbol: string | null, priority: 'urgent' | 'look-up' = 'look-up'): Promise<readonly Row[]> {
    await this.#rest.pairs.readSoon('look-up')
    const rows = rowsOf(await this.#rest.read(symbol === null ? 'r/orders' : `r/orders/${symbol}`, {}, priority))
    return rows.filter((row) => walletOf(row[8]) === this.#rest.wallet)
  }

  async #ended(symbol: string, start: number, priority: 'urgent' | 'look-up'): Promise<readonly Row[]> {
    const all: Row[] = []
    for (let end: number | null = null; ;) {
      const body = { start, limit: PAGE, ...(end === null ? {} : { end }) }
      const rows = rowsOf(await this.#rest.read(`r/orders/${symbol}/hist`, body, priority))
      all.push(...rows)
      const last = rows.at(-1)
      if (rows.length < PAGE || !last) return all
      end = wholeOf(last[5]) - 1
    }
  }

  async #trades(symbol: string, body: Body): Promise<readonly VenueFill[]> {
    const rows = rowsOf(await this.#rest.read(`r/trades/${symbol}/hist`, { ...body, limit: PAGE }))
    const own = rows.filter((row) => typeof row[6] !== 'string' || walletOf(row[6]) === this.#rest.wallet)
    return own.map((row) => readFill(row, this.#rest.pairs))
  }

  /** None for one that was placed elsewhere and is of a kind that is not known here. */
  #listed(row: Row): readonly VenueOrder[] {
    try {
      return [readOrder(row, this.#rest.pairs)]
    } catch (error) {
      if (row[2] instanceof Written) throw error
      return []
    }
  }
}

/** Of numbers that were used on several days, the one of then. */
function isNamed([, , cid, , created]: Row, clientNumber: number, sentAt: number): boolean {
  if (!(cid instanceof Written) || wholeOf(cid) !== clientNumber) return false
  return Math.abs(wholeOf(created) - sentAt) < DAY_MS / 2
}

/** What a notification is about. Throws BitfinexError unless it says that the request was taken. */
function readSuccess(body: unknown): unknown {
  const [, , , , data, code, status, message] = rowOf(body)
  if (status === 'SUCCESS') return data
  const reason = typeof message === 'string' ? message : 'No reason was given'
  throw new BitfinexError(reason, {
    status: 200,
    code: code instanceof Written ? wholeOf(code) : codeOf(textOf(status)),
  })
}

/** What it says is definite. */
function codeOf(status: string): number | null {
  return status === 'ERROR' || status === 'FAILURE' ? 10_001 : null
}
