import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { type ListedInstrument, tradedAt } from '@tradeloom/domain'
import { type LevelMoney, NO_ORDERS, type OrderCircumstances } from '@tradeloom/domain/orders'
import type { FeedStatus, MarketPrice } from '../../../entities/prices/market-prices.ts'

interface Circumstances {
  readonly instrument: MarketInstrument
  /** Null while the user's accounts are not known. */
  readonly account: TradingAccount | null
  readonly price: MarketPrice | undefined
  readonly status: FeedStatus
  /** Of the quote currency into that of the account. */
  readonly conversion: number
}

/** On the wire, the product is any text. */
export function toListed(instrument: MarketInstrument): ListedInstrument {
  const { accounts, dayEnd, weekStart, product, maxOrders, maxStops, orderTypes, ...rest } = instrument
  const { hasTrailingStops, refusedStop, ...others } = rest
  return {
    ...others,
    ...(accounts === undefined ? {} : { accounts }),
    ...(maxOrders === undefined ? {} : { maxOrders }),
    ...(maxStops === undefined ? {} : { maxStops }),
    ...(orderTypes === undefined ? {} : { orderTypes }),
    ...(hasTrailingStops === undefined ? {} : { hasTrailingStops }),
    ...(refusedStop === undefined ? {} : { refusedStop }),
    product: product as ListedInstrument['product'],
    ...(dayEnd === undefined ? {} : { dayEnd }),
    ...(weekStart === undefined ? {} : { weekStart }),
  }
}

/** In what money a stop or target can be typed; null for contracts whose loss does not grow in step with the distance. */
export function levelMoney(
  { contract, quote }: MarketInstrument,
  account: Pick<TradingAccount, 'currency'> | null | undefined,
  conversion: number,
): Omit<LevelMoney, 'quantity'> | null {
  return contract === 'inverse' ? null : { currency: account?.currency ?? quote, conversion }
}

/** What the rules of an order need to know. The server checks them again, with its own price. */
export function circumstances({ instrument, account, price, status, conversion }: Circumstances): OrderCircumstances {
  const isKnown = account !== null && Number.isFinite(conversion)
  return {
    isLoggedIn: true,
    instrument: { ...tradedAt(toListed(instrument), account?.contractTerms ?? []), tradingOpen: price?.isOpen ?? null },
    isConnected: account?.connected !== false,
    isSpot: account?.model === 'spot',
    time: Date.now(),
    // The server says when a stream is silent: a quiet market has no new prices either.
    price: price === undefined ? null : { ...price, age: status === 'live' ? 0 : Infinity },
    account: isKnown ? { accountCurrency: account.currency, conversion, available: account.available } : null,
    working: account?.workingOrders.find(({ instrumentId }) => instrumentId === instrument.id) ?? NO_ORDERS,
  }
}
