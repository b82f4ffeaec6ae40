import type { AccountModel } from './account-model.ts'
import { decimalPlaces } from './decimal-places.ts'
import type { Instrument } from './instrument.ts'
import type { OrderType } from './order.ts'
import { isPerpetual } from './perpetual.ts'
import type { RefusedStop } from './refused-stop.ts'
import { brokerFees } from './rules/broker-fees.ts'
import type { Commission } from './rules/commission-of.ts'
import { defaultModels } from './settings/settings.ts'
import { isMarketOpen } from './time/calendar.ts'

/** `spot`: the base currency itself; `linear` and `inverse`: a contract that settles in the quote or base currency. */
export const CONTRACTS = ['spot', 'linear', 'inverse'] as const
/** `data-only`: known from stored prices alone; no venue of this installation lists it. */
export const INSTRUMENT_STATUSES = ['active', 'halted', 'delisted', 'data-only'] as const
export type InstrumentStatus = (typeof INSTRUMENT_STATUSES)[number]

/** What a venue states about an instrument beyond what a run needs. */
export interface ListingDetails {
  readonly status: InstrumentStatus
  /** Whether the venue takes orders now; null if it does not say: then the calendar decides. */
  readonly tradingOpen: boolean | null
  readonly contract: (typeof CONTRACTS)[number]
  /** Models of the accounts that trade it; absent where all accounts of its venue do. */
  readonly accounts?: readonly AccountModel[]
  /** The venue's name as it writes it. */
  readonly exchangeName: string
  /** The currency that position quantities count: EUR in EUR/USD, USD for contracts of one dollar. */
  readonly positionCurrency: string
  /** Decimal places of a pip. */
  readonly pipPrecision: number
  /** Fraction of a position's value held as margin, by account currency; `marginRate` for others. */
  readonly marginRatios: Readonly<Record<string, number>>
  /** Decimal places of quantities and of prices; null until a sample of them is known. */
  readonly dealtPrecision: number | null
  readonly quotePrecision: number | null
  /** Prices of orders are multiples of it: 0.5 where the last decimal is always 0 or 5. */
  readonly quoteStep: number
  /** The smallest value of an order in the quote currency; null without a limit. */
  readonly minNotional: number | null
  /** How many orders, and how many of them with a stop price, an account may have at once; absent without a limit. */
  readonly maxOrders?: number
  readonly maxStops?: number
  /** Those that the venue takes; absent where it takes all. */
  readonly orderTypes?: readonly OrderType[]
  /** The venue moves trailing stops at a distance in price itself; absent where they are watched here. */
  readonly hasTrailingStops?: boolean
  /** What it does with a stop that is refused when its order is filled; absent for `hold`. */
  readonly refusedStop?: RefusedStop
  /** What the venue charges on fills. */
  readonly commission: Commission
  /** Whether the venue publishes an order book. */
  readonly hasDepth: boolean
}

export interface ListedInstrument extends Instrument, ListingDetails {}

/** The venues that the product names, as they write themselves. */
const VENUES: Readonly<Record<string, { readonly name: string; readonly hasDepth: boolean }>> = {
  FXCM: { name: 'FXCM', hasDepth: false },
  OANDA: { name: 'OANDA', hasDepth: false },
  BINANCE: { name: 'Binance', hasDepth: true },
  BITFINEX: { name: 'Bitfinex', hasDepth: true },
  BITMEX: { name: 'BitMEX', hasDepth: true },
}

/** A venue as it writes itself. */
export function venueName(broker: string): string {
  return VENUES[broker]?.name ?? broker
}

/** Whether a venue is an exchange, which is no broker that deals at its own prices. */
export function isExchange(broker: string): boolean {
  return VENUES[broker]?.hasDepth === true
}

/** An instrument with its listing: what is not stated follows from conventions, and counts as stored data alone. */
export function listInstrument(instrument: Instrument, stated: Partial<ListingDetails> = {}): ListedInstrument {
  const { broker, dealt, displaySymbol, pipSize, precision, product, symbol } = instrument
  const isContract = product === 'CFD' || displaySymbol.endsWith('/PERP') || isPerpetual(symbol)
  return {
    ...instrument,
    status: 'data-only',
    tradingOpen: null,
    contract: isContract ? 'linear' : 'spot',
    exchangeName: venueName(broker),
    positionCurrency: dealt,
    pipPrecision: decimalPlaces(pipSize),
    marginRatios: {},
    dealtPrecision: null,
    quotePrecision: null,
    quoteStep: Number(`1e-${precision}`),
    minNotional: null,
    commission: brokerFees(instrument) ?? defaultModels().commission,
    hasDepth: VENUES[broker]?.hasDepth ?? false,
    ...stated,
  }
}

/** Whether the instrument can be traded at a time: never while its venue does not list it as active. */
export function isTradingOpen({ status, tradingOpen, calendar }: ListedInstrument, time: number): boolean {
  return status === 'active' && (tradingOpen ?? isMarketOpen(calendar, time))
}
