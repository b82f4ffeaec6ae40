import { divided, times, toUnits } from '../../units.ts'
import { BitfinexError } from '../http/bitfinex-error.ts'
import type { Market } from '../market/market.ts'
import type { Markets } from '../market/markets.ts'
import { type BitfinexAccount, positionRow } from './account.ts'
import { type BitfinexOrder, FLAGS, fillRow, kindOf, type OrderDraft, orderRow, plain, walletOf } from './order.ts'

const KINDS = new Set(['MARKET', 'LIMIT', 'STOP', 'STOP LIMIT', 'TRAILING STOP', 'FOK', 'IOC'])
const PRICE_DIGITS = 5

interface Offer {
  readonly price: bigint
  readonly amount: bigint
}

/** Takes orders in, and executes them against what the market offers. */
export class Engine {
  readonly #markets: Markets
  readonly #now: () => number
  readonly #accounts: () => readonly BitfinexAccount[]
  #orderId = 34_930_659_963
  #fillId = 402_088_407

  constructor(markets: Markets, now: () => number, accounts: () => readonly BitfinexAccount[]) {
    this.#markets = markets
    this.#now = now
    this.#accounts = accounts
    markets.listen({ changed: () => {}, traded: (market) => this.#trigger(market) })
  }

  /** Throws BitfinexError. `stop`: of a pair, the price of the other one. */
  place(account: BitfinexAccount, draft: OrderDraft, stop: OrderDraft | null = null): readonly BitfinexOrder[] {
    const market = this.#check(account, draft)
    const orders = [draft, ...(stop ? [stop] : [])].map((one) => this.#entered(account, one))
    const [first, second] = orders
    if (first && second) {
      first.partner = second
      second.partner = first
    }
    for (const order of orders) account.emit('on', orderRow(order))
    for (const order of orders) this.#match(account, market, order)
    this.#reportWallets(account, market, draft.type)
    return orders
  }

  cancel(account: BitfinexAccount, order: BitfinexOrder): void {
    this.#end(account, order, 'CANCELED')
    const { partner } = order
    if (partner?.isOpen) this.#end(account, partner, 'CANCELED')
    this.#reportWallets(account, this.#marketOf(order.symbol), order.type)
  }

  /** The market takes a part of an order that waits, at its price. */
  fill(account: BitfinexAccount, order: BitfinexOrder, amount: bigint): void {
    const signed = order.amount < 0n ? -amount : amount
    this.#execute(account, order, { price: order.price, amount: signed, isMaker: true })
    this.#reportWallets(account, this.#marketOf(order.symbol), order.type)
  }

  /** The venue closes a position by force. */
  closeByForce(account: BitfinexAccount, symbol: string, price: bigint): void {
    const { amount } = account.position(symbol)
    const order = this.#entered(account, {
      cid: null,
      symbol,
      type: 'MARKET',
      amount: -amount,
      price,
      auxLimit: 0n,
      distance: 0n,
      flags: 0,
      end: null,
    })
    account.emit('on', orderRow(order))
    this.#execute(account, order, { price, amount: -amount, isMaker: false })
    this.#reportWallets(account, this.#marketOf(symbol), order.type)
  }

  /** What the holding of a position costs; below 0 if it is received. */
  charge(account: BitfinexAccount, symbol: string, cost: bigint): void {
    const market = this.#marketOf(symbol)
    const { id } = account.position(symbol)
    account.book('margin', market.pair.quote, -cost, this.#now(), `Position #${id} funding cost on wallet margin`)
    this.#reportWallets(account, market, 'MARKET')
  }

  #check(account: BitfinexAccount, { symbol, type, amount, price, auxLimit }: OrderDraft): Market {
    const market = this.#markets.get(symbol)
    if (!market) throw new BitfinexError(10_020, 'symbol: invalid')
    const kind = kindOf(type)
    if (!KINDS.has(kind)) throw new BitfinexError(10_020, 'type: invalid')
    const size = amount < 0n ? -amount : amount
    const { pair, base, quote, minimum, initialMargin } = market.pair
    if (size < toUnits(minimum))
      throw new BitfinexError(10_001, `Invalid order: minimum size for ${pair} is ${minimum}`)
    for (const one of [price, auxLimit])
      if (Number(plain(one).toPrecision(PRICE_DIGITS)) !== plain(one)) throw new BitfinexError(10_020, 'price: invalid')
    const at = price > 0n ? price : toUnits((amount > 0n ? market.quote.ask : market.quote.bid).toFixed(8))
    if (walletOf(type) === 'margin') {
      if (initialMargin === null) throw new BitfinexError(10_001, `Invalid order: ${pair} cannot be traded on margin`)
      const needed = times(times(size, at), toUnits(String(initialMargin)))
      const { amount: held } = account.position(symbol)
      const isClosing = held !== 0n && held > 0n === amount < 0n
      if (!isClosing && needed > account.available('margin', quote, this.#markets))
        throw new BitfinexError(
          10_001,
          `Invalid order: not enough tradable balance for ${plain(size)} ${pair} at ${plain(at)}`,
        )
      return market
    }
    const [currency, cost] = amount > 0n ? [quote, times(size, at)] : [base, size]
    if (cost > account.available('exchange', currency, this.#markets))
      throw new BitfinexError(
        10_001,
        `Invalid order: not enough exchange balance for ${plain(size)} ${pair} at ${plain(at)}`,
      )
    return market
  }

  #entered(account: BitfinexAccount, draft: OrderDraft): BitfinexOrder {
    const order: BitfinexOrder = {
      ...draft,
      id: this.#orderId++,
      created: this.#now(),
      updated: this.#now(),
      original: draft.amount,
      previousType: null,
      status: 'ACTIVE',
      value: 0n,
      isOpen: true,
      isWaiting: kindOf(draft.type).includes('STOP'),
      partner: null,
    }
    if (order.distance > 0n) this.#follow(order, this.#marketOf(order.symbol))
    account.orders.push(order)
    return order
  }

  #match(account: BitfinexAccount, market: Market, order: BitfinexOrder): void {
    if (order.isWaiting || !order.isOpen) return
    const kind = kindOf(order.type)
    const limit = kind === 'MARKET' || kind === 'STOP' ? null : order.auxLimit > 0n ? order.auxLimit : order.price
    const offers = offersTo(market, order, limit)
    const offered = offers.reduce((sum, { amount }) => sum + amount, 0n)
    const wanted = order.amount < 0n ? -order.amount : order.amount
    if ((order.flags & FLAGS.postOnly) !== 0 && offered > 0n) return this.#end(account, order, 'POSTONLY CANCELED')
    if (kind === 'FOK' && offered < wanted) return this.#end(account, order, 'FOK CANCELED')
    for (const { price, amount } of offers)
      this.#execute(account, order, { price, amount: order.amount < 0n ? -amount : amount, isMaker: false })
    if (order.isOpen && kind === 'IOC') this.#end(account, order, 'IOC CANCELED')
  }

  #execute(
    account: BitfinexAccount,
    order: BitfinexOrder,
    { price, amount, isMaker }: { readonly price: bigint; readonly amount: bigint; readonly isMaker: boolean },
  ): void {
    const { base, quote } = this.#marketOf(order.symbol).pair
    const [time, size] = [this.#now(), amount < 0n ? -amount : amount]
    const value = times(size, price)
    const wallet = walletOf(order.type)
    const { paysFeesIn, feeRate } = account
    const isBase = wallet === 'exchange' && amount > 0n
    const taken = times(isBase ? size : value, feeRate)
    const fee = paysFeesIn ? divided(times(value, feeRate), paysFeesIn.price) : taken
    const feeCurrency = paysFeesIn?.currency ?? (isBase ? base : quote)
    order.amount -= amount
    order.value += times(amount, price)
    order.updated = time
    const done = `@ ${plain(price)}(${plain(amount)})`
    order.status = order.amount === 0n ? `EXECUTED ${done}` : `PARTIALLY FILLED ${done}`
    order.isOpen = order.amount !== 0n
    const fill = { id: this.#fillId++, order, time, amount, price, isMaker, fee, feeCurrency }
    account.fills.push(fill)
    account.emit('te', fillRow(fill, false))
    if (wallet === 'exchange') {
      account.book(wallet, base, amount, time, `Exchange ${plain(amount)} ${base} on wallet exchange`)
      account.book(
        wallet,
        quote,
        amount > 0n ? -value : value,
        time,
        `Exchange ${plain(amount)} ${base} on wallet exchange`,
      )
    } else this.#move(account, order.symbol, amount, price)
    account.book(wallet, feeCurrency, -fee, time, `Trading fees for ${plain(size)} ${base} on wallet ${wallet}`)
    account.emit(order.isOpen ? 'ou' : 'oc', orderRow(order))
    account.emit('tu', fillRow(fill))
    if (order.partner?.isOpen) this.#end(account, order.partner, 'CANCELED')
  }

  /** Changes a position by a signed amount, and settles what was gained by closing. */
  #move(account: BitfinexAccount, symbol: string, amount: bigint, price: bigint): void {
    const position = account.position(symbol)
    const { amount: before, base } = position
    const size = (value: bigint): bigint => (value < 0n ? -value : value)
    position.amount = before + amount
    if (before === 0n || before > 0n === amount > 0n) {
      position.base = (size(before) * base + size(amount) * price) / size(position.amount)
    } else {
      const closed = size(amount) < size(before) ? size(amount) : size(before)
      const gained = times(closed, before > 0n ? price - base : base - price)
      const { quote } = this.#marketOf(symbol).pair
      account.book('margin', quote, gained, this.#now(), `Position closed @ ${plain(price)} on wallet margin`)
      if (size(amount) > size(before)) position.base = price
    }
    const kind = before === 0n ? 'pn' : position.amount === 0n ? 'pc' : 'pu'
    account.emit(kind, positionRow(position, position.amount === 0n ? 'CLOSED' : 'ACTIVE'))
    if (position.amount === 0n) account.positions.delete(symbol)
  }

  /** A stop that follows moves toward the price alone. */
  #follow(order: BitfinexOrder, market: Market): void {
    const last = toUnits(market.last.toFixed(8))
    const at = order.amount > 0n ? last + order.distance : last - order.distance
    const isBetter = order.price === 0n || (order.amount > 0n ? at < order.price : at > order.price)
    if (isBetter) order.price = at
  }

  #trigger(market: Market): void {
    const price = toUnits(market.last.toFixed(8))
    for (const account of this.#accounts())
      for (const order of account.orders) {
        if (!order.isOpen || !order.isWaiting || order.symbol !== market.symbol) continue
        if (order.distance > 0n) this.#follow(order, market)
        if (order.amount > 0n ? price < order.price : price > order.price) continue
        order.isWaiting = false
        order.previousType = order.type
        order.type = order.type.replace(/(?:TRAILING )?STOP$/, 'MARKET').replace(/STOP LIMIT$/, 'LIMIT')
        this.#match(account, market, order)
        this.#reportWallets(account, market, order.type)
      }
  }

  #end(account: BitfinexAccount, order: BitfinexOrder, word: string): void {
    const was = order.status === 'ACTIVE' ? '' : ` was: ${order.status}`
    order.status = `${word}${was}`
    order.isOpen = false
    order.updated = this.#now()
    account.emit('oc', orderRow(order))
  }

  /** What is available is computed when somebody asks. */
  #reportWallets(account: BitfinexAccount, market: Market, type: string): void {
    const wallet = walletOf(type)
    const { base, quote } = market.pair
    for (const currency of wallet === 'exchange' ? [base, quote] : [quote])
      account.emit('wu', account.walletRow(wallet, currency, null))
  }

  #marketOf(symbol: string): Market {
    const market = this.#markets.get(symbol)
    if (!market) throw new BitfinexError(10_020, 'symbol: invalid')
    return market
  }
}

/** What the market offers to an order now, best price first, and no more than it wants. */
function offersTo(market: Market, { amount }: BitfinexOrder, limit: bigint | null): readonly Offer[] {
  let left = amount < 0n ? -amount : amount
  const taken: Offer[] = []
  for (const [level, , size] of market.levels()) {
    if (size > 0 === amount > 0n || left === 0n) continue
    const price = toUnits(level.toFixed(8))
    if (limit !== null && (amount > 0n ? price > limit : price < limit)) continue
    const offered = toUnits(Math.abs(size).toFixed(8))
    const got = offered < left ? offered : left
    taken.push({ price, amount: got })
    left -= got
  }
  return taken
}
