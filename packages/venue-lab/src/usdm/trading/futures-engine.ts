import { VenueError } from '../../binance/http/venue-error.ts'
import type { LabMarket } from '../../binance/market/lab-market.ts'
import type { LabMarkets } from '../../binance/market/lab-markets.ts'
import { isWorse, sumOf, takeOffers } from '../../binance/trading/offers.ts'
import { divided, times, unitsText } from '../../units.ts'
import type { FundingClock } from '../market/funding-clock.ts'
import type { FuturesAccount } from './futures-account.ts'
import { reportAlgo, reportOrder } from './futures-events.ts'
import {
  type AlgoDraft,
  type AlgoOrder,
  type FuturesDraft,
  type FuturesFill,
  type FuturesOrder,
  isOpen,
  isReducing,
  type OrderStatus,
  type PositionSide,
} from './futures-order.ts'

interface Resting {
  readonly account: FuturesAccount
  readonly market: LabMarket
  readonly order: FuturesOrder
}

const TOO_LITTLE = 'Margin is insufficient.'

/** Executes orders of contracts against the market's quotes and book, which they do not change. */
export class FuturesEngine {
  readonly #now: () => number
  readonly #funding: FundingClock
  readonly #open = new Map<FuturesOrder, Resting>()
  readonly #waiting = new Map<AlgoOrder, { readonly account: FuturesAccount; readonly market: LabMarket }>()
  #orderId = 8_886_774
  #algoId = 2_148_719
  #fillId = 12_345_678
  #tranId = 9_689_322_392

  constructor(markets: LabMarkets, { now, funding }: { now: () => number; funding: FundingClock }) {
    this.#now = now
    this.#funding = funding
    markets.listen((stream) => {
      const [symbol = '', kind] = stream.split('@')
      const market = markets.get(symbol.toUpperCase())
      if (market === null) return
      if (kind === 'bookTicker') this.#matchResting(market)
      else if (kind === 'trade') this.#trigger(market)
    })
  }

  newClientId(): string {
    return `lab${this.#orderId}`
  }

  place(account: FuturesAccount, market: LabMarket, draft: FuturesDraft): FuturesOrder {
    if (market.symbol.status !== 'TRADING') throw new VenueError(-4141, 'Symbol is closed.')
    if (account.orders.some((order) => order.clientId === draft.clientId && isOpen(order)))
      throw new VenueError(-4116, 'ClientOrderId is duplicated.')
    const quantity = this.#allowed(account, market, draft)
    const limit = draft.type === 'LIMIT' ? draft.price : null
    const offers = takeOffers(market, { side: draft.side, quantity, value: 0n, limit })
    if (draft.timeInForce === 'GTX' && offers.length > 0)
      throw new VenueError(
        -5022,
        'Due to the order could not be executed as maker, the Post Only order will be rejected.',
      )
    if (draft.timeInForce === 'FOK' && sumOf(offers).quantity < quantity)
      throw new VenueError(-5021, 'Due to the order could not be filled immediately, the FOK order has been rejected.')
    return this.#accept(account, market, { ...draft, quantity })
  }

  /** Nothing is checked that only counts once it is triggered: neither margin nor whether it can reduce. */
  placeAlgo(account: FuturesAccount, market: LabMarket, draft: AlgoDraft): AlgoOrder {
    if (account.algos.some((algo) => algo.clientId === draft.clientId && algo.status === 'NEW'))
      throw new VenueError(-4116, 'ClientOrderId is duplicated.')
    if (market.lastPrice !== null && isTriggered(draft, market.lastPrice))
      throw new VenueError(-2021, 'Order would immediately trigger.')
    const time = this.#now()
    const { symbol } = market.symbol
    const algo: AlgoOrder = {
      ...draft,
      id: this.#algoId++,
      symbol,
      time,
      updateTime: time,
      status: 'NEW',
      actual: null,
    }
    account.algos.push(algo)
    this.#waiting.set(algo, { account, market })
    reportAlgo(account, algo)
    return algo
  }

  cancel(account: FuturesAccount, order: FuturesOrder): void {
    this.#end(account, order, 'CANCELED')
  }

  cancelAlgo(account: FuturesAccount, algo: AlgoOrder): void {
    this.#stateAlgo(account, algo, 'CANCELED')
    this.#waiting.delete(algo)
  }

  /** Executes a part of an open order at its price, whatever the market says. */
  fill(order: FuturesOrder, quantity: bigint): void {
    const resting = this.#open.get(order)
    if (resting === undefined) throw new Error(`Order ${order.clientId} is not open`)
    this.#trade(resting, { price: order.price, quantity, isMaker: true })
  }

  /** An order that works gets other terms, and keeps its number. */
  change(account: FuturesAccount, order: FuturesOrder, terms: Pick<FuturesOrder, 'price' | 'quantity'>): void {
    Object.assign(order, terms, { updateTime: this.#now() })
    reportOrder(account, order, { kind: 'AMENDMENT' })
  }

  /** Long positions pay short ones, or receive. */
  fund(account: FuturesAccount, market: LabMarket, rate: bigint): void {
    const { symbol, quoteAsset: asset } = market.symbol
    const time = this.#now()
    this.#funding.paid.push({ symbol, fundingRate: unitsText(rate), fundingTime: time })
    // Each leg for itself, even where they cancel each other out.
    for (const { amount } of account.positionsIn(symbol).filter((one) => !account.isHedging || one.amount !== 0n)) {
      const income = -times(times(amount, this.#funding.mark(market)), rate)
      account.incomes.push({ symbol, incomeType: 'FUNDING_FEE', income, asset, time, tranId: this.#tranId++ })
      account.receive(asset, income)
      account.report('FUNDING_FEE', time, { assets: [asset], change: income })
    }
  }

  /** The venue closes a position at a price: for want of margin, or because somebody else's cannot be closed. */
  closeByForce(
    account: FuturesAccount,
    market: LabMarket,
    price: bigint,
    { name = 'autoclose-', positionSide = 'BOTH' }: { name?: string; positionSide?: PositionSide } = {},
  ): void {
    const { amount } = account.position(market.symbol.symbol, positionSide)
    const [side, quantity] = amount > 0n ? (['SELL', amount] as const) : (['BUY', -amount] as const)
    const clientId = `${name}${this.#orderId}`
    const terms = { clientId, side, positionSide, type: 'LIMIT', timeInForce: 'IOC', price, goodTill: 0 } as const
    const order = this.#entered(account, market, { ...terms, reduceOnly: positionSide === 'BOTH', quantity })
    this.#trade({ account, market, order }, { price, quantity, isMaker: false, kind: 'CALCULATED' })
  }

  /** How much of an order is taken: one that can only reduce is cut to what is open. */
  #allowed(account: FuturesAccount, market: LabMarket, draft: FuturesDraft): bigint {
    const { side, positionSide, quantity, price } = draft
    const { symbol } = market.symbol
    const { amount } = account.position(symbol, positionSide)
    const reducible = side === 'SELL' ? amount : -amount
    if (isReducing(draft)) {
      // A leg is never turned around, and an order against it is not cut.
      if (reducible <= 0n || (positionSide !== 'BOTH' && quantity > reducible))
        throw new VenueError(-2022, 'ReduceOnly Order is rejected.')
      return quantity < reducible ? quantity : reducible
    }
    const opens = quantity - (reducible > 0n ? reducible : 0n)
    const at = price > 0n ? price : (market.lastPrice ?? 0n)
    const needed = opens > 0n ? times(opens, at) / account.termsOf(symbol).leverage : 0n
    if (needed > this.available(account, market)) throw new VenueError(-2019, TOO_LITTLE)
    return quantity
  }

  /** What neither positions nor orders use as margin. */
  available(account: FuturesAccount, market: LabMarket): bigint {
    const { symbol, quoteAsset } = market.symbol
    const { leverage } = account.termsOf(symbol)
    const mark = this.#funding.mark(market)
    const held = account
      .positionsIn(symbol)
      .reduce(
        (sum, { amount, entry }) => sum + times(amount, mark - entry) - times(sizeOf(amount), mark) / leverage,
        0n,
      )
    const ordered = account.orders
      .filter((order) => isOpen(order) && !isReducing(order))
      .reduce((sum, order) => sum + times(order.quantity - order.executed, order.price) / leverage, 0n)
    return account.wallet(quoteAsset) + held - ordered
  }

  #accept(account: FuturesAccount, market: LabMarket, draft: FuturesDraft): FuturesOrder {
    const order = this.#entered(account, market, draft)
    reportOrder(account, order, { kind: 'NEW' })
    this.#match({ account, market, order })
    return order
  }

  #entered(account: FuturesAccount, market: LabMarket, draft: FuturesDraft): FuturesOrder {
    const [time, symbol] = [this.#now(), market.symbol.symbol]
    const begin = { status: 'NEW', executed: 0n, value: 0n, updateTime: time } as const
    const order: FuturesOrder = { ...draft, ...begin, id: this.#orderId++, symbol, time }
    account.orders.push(order)
    this.#open.set(order, { account, market, order })
    return order
  }

  #match(resting: Resting): void {
    const { account, market, order } = resting
    const { side, quantity, type, price, timeInForce } = order
    const offers = takeOffers(market, { side, quantity, value: 0n, limit: type === 'MARKET' ? null : price })
    for (const offer of offers) this.#trade(resting, { ...offer, isMaker: false })
    const isOver = type === 'MARKET' || timeInForce === 'IOC' || timeInForce === 'FOK'
    if (isOpen(order) && isOver) this.#end(account, order, 'EXPIRED')
  }

  /** Each quote fills waiting orders up to its quantity, the oldest first. */
  #matchResting(market: LabMarket): void {
    const { quote } = market
    if (quote === null) return
    let [askLeft, bidLeft] = [quote.askQuantity, quote.bidQuantity]
    const resting = [...this.#open.values()].filter((one) => one.market === market)
    for (const one of resting) {
      const { order } = one
      const isBuy = order.side === 'BUY'
      const left = isBuy ? askLeft : bidLeft
      if (left === 0n || isWorse(order.side, isBuy ? quote.ask : quote.bid, order.price)) continue
      const wanted = order.quantity - order.executed
      const quantity = wanted < left ? wanted : left
      if (isBuy) askLeft -= quantity
      else bidLeft -= quantity
      this.#trade(one, { price: order.price, quantity, isMaker: true })
    }
  }

  #trigger(market: LabMarket): void {
    const [last, mark] = [market.lastPrice, this.#funding.mark(market)]
    if (last === null) return
    const reached = [...this.#waiting].filter(
      ([algo, of]) => of.market === market && isTriggered(algo, algo.followsMark ? mark : last),
    )
    for (const [algo, { account }] of reached) {
      this.#waiting.delete(algo)
      this.#stateAlgo(account, algo, 'TRIGGERING')
      this.#forward(account, market, algo)
    }
  }

  /** The order of the matching engine keeps the name. */
  #forward(account: FuturesAccount, market: LabMarket, algo: AlgoOrder): void {
    const type = algo.type.endsWith('_MARKET') ? 'MARKET' : 'LIMIT'
    const { clientId, side, positionSide, timeInForce, price, reduceOnly } = algo
    const draft = { clientId, side, positionSide, type, timeInForce, price, reduceOnly, goodTill: 0 } as const
    try {
      if (account.refusesTriggered) throw new VenueError(-2019, TOO_LITTLE)
      const quantity = this.#allowed(account, market, { ...draft, quantity: algo.quantity })
      const order = this.#entered(account, market, { ...draft, quantity })
      algo.actual = order
      reportOrder(account, order, { kind: 'NEW' })
      this.#stateAlgo(account, algo, 'TRIGGERED')
      this.#match({ account, market, order })
      if (!isOpen(order)) this.#stateAlgo(account, algo, 'FINISHED')
    } catch (error) {
      if (!(error instanceof VenueError)) throw error
      this.#stateAlgo(account, algo, 'TRIGGERED')
      this.#stateAlgo(account, algo, 'REJECTED', error.message)
    }
  }

  #stateAlgo(account: FuturesAccount, algo: AlgoOrder, status: AlgoOrder['status'], reason = ''): void {
    algo.status = status
    algo.updateTime = this.#now()
    reportAlgo(account, algo, reason)
  }

  #trade(
    { account, market, order }: Resting,
    { price, quantity, isMaker, kind = 'TRADE' }: { price: bigint; quantity: bigint; isMaker: boolean; kind?: string },
  ): void {
    const { symbol, quoteAsset } = market.symbol
    const [value, time, { paysFeesIn, feeRate }] = [times(price, quantity), this.#now(), account]
    const commissionAsset = paysFeesIn?.asset ?? quoteAsset
    const fee = times(value, feeRate)
    const commission = paysFeesIn === null ? fee : divided(fee, paysFeesIn.price)
    const realized = take(
      account.position(symbol, order.positionSide),
      order.side === 'BUY' ? quantity : -quantity,
      price,
    )
    account.receive(quoteAsset, realized)
    account.receive(commissionAsset, -commission)
    order.executed += quantity
    order.value += value
    order.updateTime = time
    order.status = order.executed >= order.quantity ? 'FILLED' : 'PARTIALLY_FILLED'
    const paid = { price, quantity, commission, commissionAsset, realized }
    const { side, positionSide } = order
    const of = { id: this.#fillId++, orderId: order.id, symbol, side, positionSide, time, isMaker }
    const fill: FuturesFill = { ...of, ...paid }
    account.fills.push(fill)
    reportOrder(account, order, { kind, fill })
    account.report('ORDER', time, { assets: [...new Set([quoteAsset, commissionAsset])], symbols: [symbol] })
    this.#endUseless(account, market, positionSide)
    if (isOpen(order)) return
    this.#open.delete(order)
    const algo = account.algos.find(({ actual, status }) => actual === order && status === 'TRIGGERED')
    if (algo && order.type === 'LIMIT') this.#stateAlgo(account, algo, 'FINISHED')
  }

  /** Of a position that was closed: what waits for a price stays. */
  #endUseless(account: FuturesAccount, market: LabMarket, side: PositionSide): void {
    if (account.position(market.symbol.symbol, side).amount !== 0n) return
    const resting = [...this.#open.values()].filter((one) => one.account === account && one.market === market)
    for (const { order } of resting)
      if (order.positionSide === side && isReducing(order) && isOpen(order)) this.#end(account, order, 'EXPIRED')
  }

  #end(account: FuturesAccount, order: FuturesOrder, status: OrderStatus): void {
    order.status = status
    order.updateTime = this.#now()
    this.#open.delete(order)
    reportOrder(account, order, { kind: status })
  }
}

/** Changes a position by a signed quantity; returns what was gained by closing. */
function take(position: { amount: bigint; entry: bigint }, quantity: bigint, price: bigint): bigint {
  const { amount, entry } = position
  const isSame = amount === 0n || amount > 0n === quantity > 0n
  if (isSame) {
    position.amount = amount + quantity
    position.entry = (sizeOf(amount) * entry + sizeOf(quantity) * price) / sizeOf(position.amount)
    return 0n
  }
  const closed = sizeOf(quantity) < sizeOf(amount) ? sizeOf(quantity) : sizeOf(amount)
  position.amount = amount + quantity
  if (sizeOf(quantity) > sizeOf(amount)) position.entry = price
  else if (position.amount === 0n) position.entry = 0n
  return times(closed, amount > 0n ? price - entry : entry - price)
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function isTriggered({ side, type, triggerPrice }: AlgoDraft, price: bigint): boolean {
  const isAbove = (side === 'BUY') === type.startsWith('STOP')
  return isAbove ? price >= triggerPrice : price <= triggerPrice
}
