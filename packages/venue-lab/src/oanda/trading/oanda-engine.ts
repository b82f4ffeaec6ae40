import { absolute, amountText, signOf, smaller, toAmount } from '../amount.ts'
import type { OandaMarket } from '../market/oanda-market.ts'
import type { OandaMarkets } from '../market/oanda-markets.ts'
import { nextDayEnd, parseTime } from '../venue-time.ts'
import { quoteCurrencyOf, stateOf } from './account-state.ts'
import { bookFill, hasMargin, priceText, type FillContext } from './book-fill.ts'
import { checkOrder, protectionsIn } from './check-order.ts'
import type { LabTransaction, OandaAccount } from './oanda-account.ts'
import { clientIdOf, isPending, type LabOrder, type OrderFields, type OrderRole } from './order.ts'
import { protectTrade, wouldLoseAtOnce } from './protections.ts'
import { splitUnits, takeFrom, type Split } from './split-units.ts'
import type { LabTrade } from './trade.ts'
import { isTriggered, trail } from './triggers.ts'

/** The transactions of one request. */
export interface Outcome {
  readonly reject?: LabTransaction
  readonly create?: LabTransaction
  readonly fill?: LabTransaction
  readonly cancel?: LabTransaction
  readonly reissue?: LabTransaction
}

export interface EngineClock {
  now(): number
  /** Returns how to cancel it. */
  at(time: number, run: () => void): () => void
}

/** Takes orders and executes them at the quotes of the markets. */
export class OandaEngine {
  readonly markets: OandaMarkets
  readonly clock: EngineClock

  constructor(markets: OandaMarkets, clock: EngineClock) {
    this.markets = markets
    this.clock = clock
  }

  place(account: OandaAccount, fields: OrderFields, replaced: LabOrder | null = null): Outcome {
    const refusal = this.#refusal(account, fields, replaced)
    const reason = replaced === null ? 'CLIENT_ORDER' : 'REPLACEMENT'
    if (refusal !== null) {
      const intended = replaced === null ? {} : { intendedReplacesOrderID: replaced.id }
      const { type, ...rest } = fields
      return { reject: account.book(`${type}_ORDER_REJECT`, { ...rest, reason, ...intended, rejectReason: refusal }) }
    }
    const order = this.create(account, fields, {
      units: toAmount(fields.units ?? '0'),
      price: fields.price === undefined ? null : toAmount(fields.price),
      booked: { reason, ...(replaced === null ? {} : this.#replacing(account, replaced)) },
      ...(replaced === null ? {} : { outcome: { replacesOrderID: replaced.id } }),
    })
    return { create: account.transactionOf(order), ...this.start(account, order) }
  }

  /** Puts an order into the account; it does nothing yet. */
  create(account: OandaAccount, fields: OrderFields, role: OrderRole): LabOrder {
    const quote = this.markets.get(fields.instrument ?? role.trade?.instrument ?? '')?.quote ?? null
    const { type, ...rest } = fields
    const { id, time } = account.book(`${type}_ORDER`, { ...rest, ...role.booked })
    const order: LabOrder = {
      id,
      createTime: time,
      fields,
      instrument: fields.instrument ?? role.trade?.instrument ?? '',
      units: role.units,
      price: role.price,
      trade: role.trade ?? null,
      targets: role.targets ?? (role.trade === undefined ? null : [role.trade]),
      state: 'PENDING',
      trailingStop: null,
      startedAt: quote === null ? null : role.units > 0n ? quote.ask : quote.bid,
      outcome: role.outcome ?? {},
      stopWaiting: () => {},
    }
    account.orders.push(order)
    if (quote !== null) trail(order, quote)
    const end = this.#endOf(fields)
    if (end !== null)
      order.stopWaiting = this.clock.at(end, () => {
        account.beginBatch()
        this.end(account, order, 'TIME_IN_FORCE_EXPIRED')
      })
    return order
  }

  /** Executes a new order if it can be. */
  start(account: OandaAccount, order: LabOrder): Outcome {
    const { type, timeInForce } = order.fields
    const next = account.nextOrder
    account.nextOrder = null
    if (next !== null) return { cancel: this.end(account, order, next.reason) }
    const market = this.#marketOf(order)
    const isDue = type === 'MARKET' || (market.isTradeable && market.quote !== null && isTriggered(order, market.quote))
    const outcome = isDue ? this.execute(account, order) : {}
    const isOver = !isPending(order) || !['FOK', 'IOC'].includes(timeInForce)
    return isOver ? outcome : { ...outcome, cancel: this.end(account, order, 'TIME_IN_FORCE_EXPIRED') }
  }

  /** Fills as much of an order as the market has, or ends it; `by` instead of what the market says. */
  execute(account: OandaAccount, order: LabOrder, by: { price: bigint; units: bigint } | null = null): Outcome {
    const market = this.#marketOf(order)
    const { quote } = market
    const { timeInForce, type } = order.fields
    if (quote === null || !market.isTradeable)
      return type === 'MARKET' ? { cancel: this.end(account, order, 'MARKET_HALTED') } : {}
    const context = { account, markets: this.markets, market, quote }
    const isBuy = order.units > 0n
    const price = by?.price ?? (isBuy ? quote.ask : quote.bid)
    const offered = isBuy ? market.left.ask : market.left.bid
    const size =
      by?.units ?? (order.trade === null ? smaller(absolute(order.units), offered) : absolute(order.trade.units))
    if (size < absolute(order.units) && timeInForce === 'FOK' && by === null)
      return { cancel: this.end(account, order, 'INSUFFICIENT_LIQUIDITY') }
    if (size === 0n) return timeInForce === 'IOC' ? { cancel: this.end(account, order, 'INSUFFICIENT_LIQUIDITY') } : {}
    const split = this.#split(account, order, size)
    const problem = typeof split === 'string' ? split : this.#problem(context, order, { price, split })
    if (typeof split === 'string' || problem !== null)
      return { cancel: this.end(account, order, problem ?? 'INTERNAL_SERVER_ERROR') }
    const filled = split.closes.reduce((sum, { units }) => sum + units, absolute(split.opens))
    if (order.trade === null && by === null) market.left[isBuy ? 'ask' : 'bid'] -= filled
    const units = filled * signOf(order.units)
    const booked = bookFill(context, { order, units, price, split, reason: reasonOf(order) })
    for (const trade of booked.closed) this.unprotect(account, trade)
    if (booked.opened !== null)
      for (const [name, details] of protectionsIn(order.fields))
        protectTrade(this, account, {
          trade: booked.opened,
          name,
          details,
          reason: 'ON_FILL',
          fillId: booked.transaction.id,
        })
    const rest = absolute(order.units) - size
    if (rest === 0n || order.trade !== null || ['FOK', 'IOC'].includes(timeInForce)) return { fill: booked.transaction }
    return { fill: booked.transaction, reissue: this.#reissue(account, order, rest * signOf(order.units)) }
  }

  /** The market takes units of an order that waits, at its price, whatever it says. */
  fillByHand(account: OandaAccount, specifier: string, units: bigint): void {
    const order = account.findOrder(specifier)
    if (order === null || !isPending(order) || order.price === null) throw new Error(`Order ${specifier} does not wait`)
    account.beginBatch()
    this.execute(account, order, { price: order.price, units })
  }

  /** Ends an order that has not been filled. */
  end(account: OandaAccount, order: LabOrder, reason: string, more: object = {}): LabTransaction {
    order.state = 'CANCELLED'
    order.stopWaiting()
    const clientId = clientIdOf(order)
    const transaction = account.book('ORDER_CANCEL', {
      orderID: order.id,
      ...(clientId === null ? {} : { clientOrderID: clientId }),
      reason,
      ...more,
    })
    order.outcome = {
      ...order.outcome,
      cancellingTransactionID: transaction.id,
      cancelledTime: transaction.time,
      ...more,
    }
    return transaction
  }

  /** What protected a trade ends with it. */
  unprotect(account: OandaAccount, trade: LabTrade): void {
    for (const order of account.protectionsOf(trade)) this.end(account, order, 'LINKED_TRADE_CLOSED')
  }

  /** A new price, or a market that opens again. */
  onQuote(account: OandaAccount, market: OandaMarket): void {
    const { quote } = market
    if (quote === null || !market.isTradeable) return
    for (const order of account.pendingOrders()) {
      if (order.instrument !== market.instrument.name || !isPending(order)) continue
      trail(order, quote)
      if (!isTriggered(order, quote)) continue
      account.beginBatch()
      this.execute(account, order)
    }
  }

  #marketOf({ instrument }: LabOrder): OandaMarket {
    const market = this.markets.get(instrument)
    if (market === null) throw new Error(`The stand-in has no instrument ${instrument}`)
    return market
  }

  #refusal(account: OandaAccount, fields: OrderFields, replaced: LabOrder | null): string | null {
    const next = account.nextOrder
    if (next?.how === 'reject') {
      account.nextOrder = null
      return next.reason
    }
    if (fields.instrument === undefined) return 'INSTRUMENT_MISSING'
    const market = this.markets.get(fields.instrument)
    if (market === null) return 'INSTRUMENT_UNKNOWN'
    const conversion = this.markets.conversion(quoteCurrencyOf(fields.instrument), account.currency)
    if (market.quote === null || conversion === null) return 'INSTRUMENT_PRICE_UNKNOWN'
    const context = { account, instrument: market.instrument, now: this.clock.now(), replaced }
    return checkOrder(context, fields)
  }

  #endOf({ timeInForce, gtdTime }: OrderFields): number | null {
    if (timeInForce === 'GTD') return parseTime(gtdTime ?? '')
    return timeInForce === 'GFD' ? nextDayEnd(this.clock.now()) : null
  }

  #split(account: OandaAccount, order: LabOrder, size: bigint): Split | string {
    if (order.targets !== null) return { closes: takeFrom(order.targets, size).closes, opens: 0n }
    const { positionFill = 'DEFAULT' } = order.fields
    return splitUnits(account, order.instrument, { units: size * signOf(order.units), positionFill })
  }

  /** Why the market's price does not do, in the venue's words. */
  #problem(context: FillContext, order: LabOrder, { price, split }: { price: bigint; split: Split }): string | null {
    const { account, market } = context
    const bound = order.fields.priceBound === undefined ? null : toAmount(order.fields.priceBound)
    if (bound !== null && (order.units > 0n ? price > bound : price < bound)) return 'BOUNDS_VIOLATION'
    if (account.isFifo && order.targets !== null) {
      const oldest = account.openTrades(market.instrument.name)[0]
      if (oldest !== undefined && !order.targets.includes(oldest)) return 'FIFO_VIOLATION'
    }
    if (split.opens === 0n) return null
    const losing = wouldLoseAtOnce(context, order.fields, { price, isLong: split.opens > 0n })
    if (losing !== null) return losing
    if (isTooLarge(context, split.opens)) return 'POSITION_SIZE_EXCEEDED'
    const { nav, marginUsed } = stateOf(account, this.markets)
    const closed = split.closes.reduce((sum, { units }) => sum + units, 0n)
    const added = account.isHedging ? split.opens : split.opens + closed * signOf(split.opens)
    return hasMargin(context, added, nav, marginUsed) ? null : 'INSUFFICIENT_MARGIN'
  }

  #replacing(account: OandaAccount, replaced: LabOrder): object {
    const cancel = this.end(account, replaced, 'CLIENT_REQUEST_REPLACED', {
      replacedByOrderID: String(Number(account.nextId) + 1),
    })
    return { replacesOrderID: replaced.id, cancellingTransactionID: cancel.id }
  }

  /** What is left of an order goes on as a new one. */
  #reissue(account: OandaAccount, order: LabOrder, units: bigint): LabTransaction {
    const booked = { reason: 'REPLACEMENT', replacesOrderID: order.id }
    const fields = { ...order.fields, units: amountText(units) }
    const rest = this.create(account, fields, {
      units,
      price: order.price,
      booked,
      outcome: { replacesOrderID: order.id },
    })
    order.outcome = { ...order.outcome, replacedByOrderID: rest.id }
    return account.transactionOf(rest)
  }

  /** A price as the venue writes it. */
  priceText(instrument: string, price: bigint): string {
    const market = this.markets.get(instrument)
    return market === null ? amountText(price) : priceText(market, price)
  }
}

/** Whether a side of a position would be larger than the venue lets it be. */
function isTooLarge({ account, market }: FillContext, opens: bigint): boolean {
  const { name, maximumPositionSize } = market.instrument
  const most = toAmount(maximumPositionSize)
  const side = account.openTrades(name).filter(({ units }) => signOf(units) === signOf(opens))
  const size = side.reduce((sum, { units }) => sum + absolute(units), absolute(opens))
  return most > 0n && size > most
}

function reasonOf({ fields }: LabOrder): string {
  if (fields.tradeClose !== undefined) return 'MARKET_ORDER_TRADE_CLOSE'
  if (fields.marginCloseout !== undefined) return 'MARKET_ORDER_MARGIN_CLOSEOUT'
  const isCloseout = fields.longPositionCloseout !== undefined || fields.shortPositionCloseout !== undefined
  return isCloseout ? 'MARKET_ORDER_POSITION_CLOSEOUT' : `${fields.type}_ORDER`
}
