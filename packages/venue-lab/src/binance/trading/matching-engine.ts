import { orderRejected, VenueError } from '../http/venue-error.ts'
import type { LabMarket } from '../market/lab-market.ts'
import type { LabMarkets } from '../market/lab-markets.ts'
import { divided, times } from '../../units.ts'
import { checkOrderCount } from './check-filters.ts'
import { reportBalances, reportExecution, reportList } from './execution-report.ts'
import type { Hold } from './hold.ts'
import type { LabAccount } from './lab-account.ts'
import { isMarket, isOpen, isStop, type LabFill, type LabList, type LabOrder, type OrderDraft } from './lab-order.ts'
import { isWorse, sumOf, takeOffers } from './offers.ts'

interface Resting {
  readonly account: LabAccount
  readonly market: LabMarket
  readonly order: LabOrder
}

/** Executes orders against the market's quotes and book, which they do not change. */
export class MatchingEngine {
  readonly #now: () => number
  readonly #open = new Map<LabOrder, Resting>()
  #orderId = 1000
  #fillId = 1
  #listId = 0

  constructor(markets: LabMarkets, now: () => number) {
    this.#now = now
    markets.listen((stream) => {
      if (this.#open.size === 0) return
      const [symbol = '', kind] = stream.split('@')
      const market = markets.get(symbol.toUpperCase())
      if (market === null) return
      if (kind === 'bookTicker') this.#matchResting(market)
      else if (kind === 'trade') this.#trigger(market)
    })
  }

  /** From now on trades have these numbers: a venue that moves accounts between its engines may start from zero. */
  numberFillsFrom(id: number): void {
    this.#fillId = id
  }

  /** A name for an order whose client gave none. */
  newClientId(): string {
    return `lab${String(this.#orderId).padStart(19, '0')}`
  }

  place(account: LabAccount, market: LabMarket, draft: OrderDraft): LabOrder {
    this.#check(account, market, [draft])
    const [asset, amount] = this.#needs(market, draft)
    const order = this.#accept({ account, market, hold: account.lock(asset, amount), listId: -1 }, draft)
    if (order.isWorking) this.#matchNew({ account, market, order })
    this.#reportBalances(account, market)
    return order
  }

  /** Two orders that share one hold; the first to execute or trigger ends the other. */
  placeList(account: LabAccount, market: LabMarket, clientId: string, drafts: readonly OrderDraft[]): LabList {
    this.#check(account, market, drafts)
    const needs = drafts.map((draft) => this.#needs(market, draft))
    const asset = needs[0]?.[0] ?? ''
    const amount = needs.reduce((most, [, amount]) => (amount > most ? amount : most), 0n)
    const [hold, id] = [account.lock(asset, amount), this.#listId++]
    const orders: LabOrder[] = []
    const list: LabList = { id, clientId, symbol: market.symbol.symbol, orders, time: this.#now(), isDone: false }
    account.lists.push(list)
    for (const draft of drafts) orders.push(this.#accept({ account, market, hold, listId: id }, draft))
    reportList(account, list)
    this.#reportBalances(account, market)
    return list
  }

  /** Orders of a list end together. */
  cancel(account: LabAccount, order: LabOrder, cancelId: string): void {
    const list = listOf(account, order)
    const ended = (list?.orders ?? [order]).filter(isOpen)
    const market = this.#open.get(order)?.market
    for (const one of ended) this.#end(account, one, { status: 'CANCELED', cancelId })
    if (market !== undefined) this.#reportBalances(account, market)
  }

  /** Executes a part of an open order at a price, whatever the market says. */
  fill(account: LabAccount, order: LabOrder, { price, quantity }: { price: bigint; quantity: bigint }): void {
    const resting = this.#open.get(order)
    if (resting === undefined) throw new Error(`Order ${order.clientId} is not open`)
    this.#trade(resting, { price, quantity, isMaker: true })
    this.#reportBalances(account, resting.market)
  }

  #check(account: LabAccount, market: LabMarket, drafts: readonly OrderDraft[]): void {
    if (market.symbol.status !== 'TRADING') throw new VenueError(-1013, 'Market is closed.')
    checkOrderCount(market.symbol, account.orders, drafts)
    for (const draft of drafts) {
      if (account.orders.some((order) => order.clientId === draft.clientId && isOpen(order)))
        throw orderRejected('Duplicate order sent.')
      if (draft.type === 'LIMIT_MAKER' && takeOffers(market, { ...draft, value: 0n, limit: draft.price }).length > 0)
        throw orderRejected('Order would immediately match and take.')
      if (isStop(draft.type) && market.lastPrice !== null && isTriggered(draft, market.lastPrice))
        throw orderRejected('Stop price would trigger immediately.')
    }
  }

  /** What an order sets aside. */
  #needs(market: LabMarket, draft: OrderDraft): readonly [asset: string, amount: bigint] {
    const { baseAsset, quoteAsset } = market.symbol
    const { side, type, quantity, quoteQuantity: value, price, stopPrice } = draft
    const atMarket = sumOf(type === 'MARKET' ? takeOffers(market, { side, quantity, value, limit: null }) : [])
    if (side === 'SELL') return [baseAsset, quantity > 0n ? quantity : atMarket.quantity]
    if (type === 'MARKET') return [quoteAsset, value > 0n ? value : atMarket.value]
    return [quoteAsset, times(isMarket(type) ? stopPrice : price, quantity)]
  }

  #accept(
    { account, market, hold, listId }: { account: LabAccount; market: LabMarket; hold: Hold; listId: number },
    draft: OrderDraft,
  ): LabOrder {
    const time = this.#now()
    const order: LabOrder = {
      ...draft,
      id: this.#orderId++,
      symbol: market.symbol.symbol,
      listId,
      time,
      hold,
      status: 'NEW',
      executed: 0n,
      value: 0n,
      isWorking: !isStop(draft.type),
      workingTime: time,
      updateTime: time,
    }
    account.orders.push(order)
    this.#open.set(order, { account, market, order })
    reportExecution(account, order, { kind: 'NEW', time })
    return order
  }

  #matchNew(resting: Resting): void {
    const { account, market, order } = resting
    const { side, quantity, quoteQuantity, type, price, timeInForce } = order
    const limit = isMarket(type) ? null : price
    const offers = takeOffers(market, { side, quantity, value: quoteQuantity, limit })
    const sum = sumOf(offers)
    const isPaid = side === 'SELL' || sum.value <= order.hold.left + account.free(order.hold.asset)
    const isWhole = sum.quantity >= quantity
    if (quoteQuantity > 0n) order.quantity = sum.quantity
    if (isPaid && (isWhole || timeInForce !== 'FOK'))
      for (const offer of offers) this.#trade(resting, { ...offer, isMaker: false })
    if (isOpen(order) && (isMarket(type) || timeInForce !== 'GTC')) this.#end(account, order, { status: 'EXPIRED' })
  }

  /** Each quote fills waiting orders up to its quantity, the best price and the oldest first. */
  #matchResting(market: LabMarket): void {
    const { quote } = market
    if (quote === null) return
    let [askLeft, bidLeft] = [quote.askQuantity, quote.bidQuantity]
    for (const resting of this.#waiting(market)) {
      const { account, order } = resting
      const isBuy = order.side === 'BUY'
      const left = isBuy ? askLeft : bidLeft
      if (left === 0n || isWorse(order.side, isBuy ? quote.ask : quote.bid, order.price)) continue
      const wanted = order.quantity - order.executed
      const quantity = wanted < left ? wanted : left
      if (isBuy) askLeft -= quantity
      else bidLeft -= quantity
      this.#trade(resting, { price: order.price, quantity, isMaker: true })
      this.#reportBalances(account, market)
    }
  }

  #waiting(market: LabMarket): readonly Resting[] {
    return [...this.#open.values()]
      .filter((resting) => resting.market === market && resting.order.isWorking)
      .sort((a, b) => {
        if (a.order.side !== b.order.side || a.order.price === b.order.price) return a.order.id - b.order.id
        return isWorse(a.order.side, a.order.price, b.order.price) ? -1 : 1
      })
  }

  #trigger(market: LabMarket): void {
    const price = market.lastPrice
    if (price === null) return
    for (const resting of this.#open.values()) {
      const { account, order } = resting
      if (resting.market !== market || order.isWorking || !isOpen(order) || !isTriggered(order, price)) continue
      order.isWorking = true
      order.workingTime = order.updateTime = this.#now()
      this.#endPartner(account, order)
      reportExecution(account, order, { kind: 'NEW', time: this.#now() })
      this.#matchNew(resting)
      this.#reportBalances(account, market)
    }
  }

  #trade(
    { account, market, order }: Resting,
    { price, quantity, isMaker }: { price: bigint; quantity: bigint; isMaker: boolean },
  ): void {
    const { baseAsset, quoteAsset } = market.symbol
    const [value, time, isBuyer] = [times(price, quantity), this.#now(), order.side === 'BUY']
    const [asset, received] = isBuyer ? [baseAsset, quantity] : [quoteAsset, value]
    const rate = isMaker ? account.maker : account.taker
    const { paysFeesIn } = account
    const commissionAsset = paysFeesIn?.asset ?? asset
    const commission = paysFeesIn === null ? times(received, rate) : divided(times(value, rate), paysFeesIn.price)
    account.pay(order.hold, isBuyer ? value : quantity)
    account.receive(asset, received)
    account.receive(commissionAsset, -commission)
    order.executed += quantity
    order.value += value
    order.updateTime = time
    order.status = order.executed >= order.quantity ? 'FILLED' : 'PARTIALLY_FILLED'
    const fill: LabFill = {
      id: this.#fillId++,
      orderId: order.id,
      listId: order.listId,
      symbol: order.symbol,
      price,
      quantity,
      value,
      commission,
      commissionAsset,
      time,
      isBuyer,
      isMaker,
    }
    account.fills.push(fill)
    this.#endPartner(account, order)
    reportExecution(account, order, { kind: 'TRADE', time, fill })
    if (!isOpen(order)) this.#settle(account, order)
    else if (isBuyer && order.price > 0n && order.listId < 0) {
      // A better price than the limit sets money free at once.
      const needed = times(order.price, order.quantity - order.executed)
      if (order.hold.left > needed) account.release(order.hold, order.hold.left - needed)
    }
  }

  #endPartner(account: LabAccount, order: LabOrder): void {
    const partner = listOf(account, order)?.orders.find((other) => other !== order)
    if (partner !== undefined && isOpen(partner)) this.#end(account, partner, { status: 'EXPIRED' })
  }

  #end(
    account: LabAccount,
    order: LabOrder,
    { status, cancelId }: { status: 'CANCELED' | 'EXPIRED'; cancelId?: string },
  ): void {
    order.status = status
    order.updateTime = this.#now()
    const time = this.#now()
    reportExecution(account, order, { kind: status, time, ...(cancelId === undefined ? {} : { cancelId }) })
    this.#settle(account, order)
  }

  /** An order is over; the last one of those that share a hold gives back what is left of it. */
  #settle(account: LabAccount, order: LabOrder): void {
    this.#open.delete(order)
    const list = listOf(account, order)
    if (list?.orders.some(isOpen)) return
    account.release(order.hold)
    if (list === null) return
    list.time = this.#now()
    list.isDone = true
    reportList(account, list)
  }

  #reportBalances(account: LabAccount, { symbol }: LabMarket): void {
    reportBalances(account, [symbol.baseAsset, symbol.quoteAsset], this.#now())
  }
}

function isTriggered({ side, type, stopPrice }: OrderDraft | LabOrder, price: bigint): boolean {
  const isAbove = (side === 'BUY') === type.startsWith('STOP_LOSS')
  return isAbove ? price >= stopPrice : price <= stopPrice
}

/** Null outside of a list. */
export function listOf(account: LabAccount, order: LabOrder): LabList | null {
  return account.lists.find(({ id }) => id === order.listId) ?? null
}
