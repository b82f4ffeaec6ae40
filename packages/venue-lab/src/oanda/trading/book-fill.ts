import { absolute, amountText, money, moneyText, signOf, smaller, times, toAmount, divided } from '../amount.ts'
import type { LabQuote, OandaMarket } from '../market/oanda-market.ts'
import type { OandaMarkets } from '../market/oanda-markets.ts'
import { marginOf, profitOf, quoteCurrencyOf, rateOf, valueOf } from './account-state.ts'
import type { LabTransaction, OandaAccount } from './oanda-account.ts'
import { clientIdOf, type LabOrder } from './order.ts'
import type { Split } from './split-units.ts'
import { isOpenTrade, type LabTrade } from './trade.ts'

export interface FillContext {
  readonly account: OandaAccount
  readonly markets: OandaMarkets
  readonly market: OandaMarket
  readonly quote: LabQuote
}

export interface Fill {
  readonly order: LabOrder
  /** Signed. */
  readonly units: bigint
  readonly price: bigint
  /** In the venue's words. */
  readonly reason: string
  readonly split: Split
}

export interface BookedFill {
  readonly transaction: LabTransaction
  readonly opened: LabTrade | null
  readonly closed: readonly LabTrade[]
}

/** Whether an account has the margin for what an order opens. */
export function hasMargin(
  { account, markets, market }: FillContext,
  opens: bigint,
  nav: bigint,
  used: bigint,
): boolean {
  if (opens === 0n) return true
  const { name } = market.instrument
  const more = marginOf(account, markets, name, opens) - marginOf(account, markets, name)
  return more <= 0n || used + more <= nav
}

/** Books a fill: what it opens and closes, what that brings, and the state of the order. */
export function bookFill(context: FillContext, fill: Fill): BookedFill {
  const { account, market } = context
  const { order, split, units, price } = fill
  const id = account.nextId
  const closes = split.closes.map(({ trade, units }) => close(context, fill, { trade, units, id }))
  const pl = closes.reduce((sum, { profit }) => sum + profit, 0n)
  const commission = commissionOf(context, units)
  const totals = account.totalsOf(market.instrument.name)
  for (const one of [account.totals, totals]) {
    one.pl += pl
    one.commission += commission
  }
  account.balance += pl - commission
  const opened = split.opens === 0n ? null : open(context, fill, id)
  const closed = closes.filter(({ trade }) => !isOpenTrade(trade))
  const reduced = closes.find(({ trade }) => isOpenTrade(trade))
  const transaction = account.book('ORDER_FILL', {
    orderID: order.id,
    ...(clientIdOf(order) === null ? {} : { clientOrderID: clientIdOf(order) }),
    instrument: market.instrument.name,
    units: amountText(units),
    requestedUnits: amountText(order.units),
    price: priceText(market, price),
    fullVWAP: priceText(market, price),
    fullPrice: fullPriceOf(context),
    reason: fill.reason,
    pl: moneyText(pl),
    financing: moneyText(0n),
    commission: moneyText(commission),
    guaranteedExecutionFee: moneyText(0n),
    accountBalance: moneyText(account.balance),
    ...conversionOf(context),
    halfSpreadCost: moneyText(halfSpreadCost(context, units)),
    ...(opened === null ? {} : { tradeOpened: openedJson(context, opened) }),
    ...(closed.length === 0 ? {} : { tradesClosed: closed.map(({ json }) => json) }),
    ...(reduced === undefined ? {} : { tradeReduced: reduced.json }),
  })
  order.state = 'FILLED'
  order.stopWaiting()
  order.outcome = {
    ...order.outcome,
    fillingTransactionID: transaction.id,
    filledTime: transaction.time,
    ...(opened === null ? {} : { tradeOpenedID: opened.id }),
    ...(reduced === undefined ? {} : { tradeReducedID: reduced.trade.id }),
    ...(closed.length === 0 ? {} : { tradeClosedIDs: closed.map(({ trade }) => trade.id) }),
  }
  return { transaction, opened, closed: closed.map(({ trade }) => trade) }
}

export function priceText({ instrument }: OandaMarket, price: bigint): string {
  return amountText(price, instrument.displayPrecision)
}

function close(
  context: FillContext,
  { price, units: whole }: Fill,
  { trade, units, id }: { readonly trade: LabTrade; readonly units: bigint; readonly id: string },
): { readonly trade: LabTrade; readonly profit: bigint; readonly json: object } {
  const { account, markets, market } = context
  const signed = units * signOf(trade.units)
  const profit = profitOf(account, markets, trade, { units: signed, price })
  const totals = account.totalsOf(market.instrument.name)
  if (trade.units > 0n) totals.long += profit
  else totals.short += profit
  trade.units -= signed
  trade.realized += profit
  trade.closedValue += signed * price
  trade.closingIds.push(id)
  if (!isOpenTrade(trade)) trade.closeTime = context.account.now()
  return {
    trade,
    profit,
    json: {
      tradeID: trade.id,
      units: amountText(units * signOf(whole)),
      price: priceText(market, price),
      realizedPL: moneyText(profit),
      financing: moneyText(0n),
      guaranteedExecutionFee: moneyText(0n),
      halfSpreadCost: moneyText(halfSpreadCost(context, units)),
    },
  }
}

function open(context: FillContext, { order, price, split }: Fill, id: string): LabTrade {
  const { account, markets, market } = context
  const { name } = market.instrument
  const { tradeClientExtensions } = order.fields
  const trade: LabTrade = {
    id,
    instrument: name,
    price,
    openTime: account.now(),
    initialUnits: split.opens,
    initialMargin: money(
      times(absolute(valueOf(account, markets, name, split.opens)), rateOf(account, market.instrument)),
    ),
    ...(tradeClientExtensions === undefined ? {} : { clientExtensions: tradeClientExtensions }),
    units: split.opens,
    realized: 0n,
    financing: 0n,
    closedValue: 0n,
    closingIds: [],
    closeTime: null,
  }
  account.trades.push(trade)
  return trade
}

function openedJson(context: FillContext, trade: LabTrade): object {
  return {
    tradeID: trade.id,
    units: amountText(trade.units),
    price: priceText(context.market, trade.price),
    guaranteedExecutionFee: moneyText(0n),
    halfSpreadCost: moneyText(halfSpreadCost(context, trade.units)),
    initialMarginRequired: moneyText(trade.initialMargin),
    ...(trade.clientExtensions === undefined ? {} : { clientExtensions: trade.clientExtensions }),
  }
}

function commissionOf({ market }: FillContext, units: bigint): bigint {
  const { commission } = market.instrument
  if (commission === undefined) return 0n
  const share = divided(absolute(units), toAmount(commission.unitsTraded))
  const charged = money(times(share, toAmount(commission.commission)))
  const least = toAmount(commission.minimumCommission)
  return smaller(charged, least) === charged ? least : charged
}

function halfSpreadCost({ account, markets, market, quote }: FillContext, units: bigint): bigint {
  const conversion = markets.conversion(quoteCurrencyOf(market.instrument.name), account.currency)
  return times(times(absolute(units), (quote.ask - quote.bid) / 2n), conversion?.mid ?? 0n)
}

function conversionOf({ account, markets, market }: FillContext): object {
  const conversion = markets.conversion(quoteCurrencyOf(market.instrument.name), account.currency)
  if (conversion === null) return {}
  const [gain, loss] = [amountText(conversion.gain), amountText(conversion.loss)]
  return {
    gainQuoteHomeConversionFactor: gain,
    lossQuoteHomeConversionFactor: loss,
    // Younger than the published document.
    homeConversionFactors: { gainQuoteHome: { factor: gain }, lossQuoteHome: { factor: loss } },
  }
}

/** With a name for its time that the price stream does not use. */
function fullPriceOf({ account, market, quote }: FillContext): object {
  const liquidity = Number(market.liquidity)
  return {
    closeoutBid: quote.bidText,
    closeoutAsk: quote.askText,
    timestamp: account.now(),
    bids: [{ price: quote.bidText, liquidity }],
    asks: [{ price: quote.askText, liquidity }],
  }
}
