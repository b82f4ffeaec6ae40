import {
  decimalPlaces,
  defineInstrument,
  isPerpetual,
  type ListedInstrument,
  listInstrument,
  type OrderType,
} from '@tradeloom/domain'

/** What the venue states of one symbol. Decimals are text, as it writes them. */
export interface SymbolRules {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly isTrading: boolean
  readonly orderTypes: readonly string[]
  readonly isOcoAllowed: boolean
  readonly tickSize: string
  readonly minPrice: string
  readonly maxPrice: string
  readonly stepSize: string
  readonly minQuantity: string
  readonly maxQuantity: string
  readonly maxMarketQuantity: string
  readonly minNotional: string
  readonly maxNotional: string | null
  /** Of one account, at once; null without a limit. */
  readonly maxOrders: number | null
  readonly maxStops: number | null
}

export interface ExchangeInfo {
  readonly symbols: ReadonlyMap<string, SymbolRules>
  /** Weight of all requests of a minute. */
  readonly weightLimit: number | null
}

export interface RawSymbol {
  readonly symbol: string
  readonly status: string
  readonly baseAsset: string
  readonly quoteAsset: string
  readonly orderTypes?: readonly string[]
  readonly ocoAllowed?: boolean
  readonly filters: readonly (Readonly<Record<string, unknown>> & { readonly filterType: string })[]
}

const VENUE = 'BINANCE'
const TYPES: readonly (readonly [OrderType, string])[] = [
  ['MARKET', 'MARKET'],
  ['LIMIT', 'LIMIT'],
  ['STOP', 'STOP_LOSS'],
  ['STOP_LIMIT', 'STOP_LOSS_LIMIT'],
]
/** Of a symbol that was taken off the venue, which keeps it in its list. */
const GONE = 'BREAK'

/** Reads the venue's list of its spot market. */
export function readExchangeInfo(body: unknown): ExchangeInfo {
  return readSymbols(body, (one: RawSymbol & { readonly isSpotTradingAllowed?: boolean }) => {
    return one.isSpotTradingAllowed !== false && one.status !== GONE
  })
}

/** Reads a list of the venue. Symbols that lack a rule which orders need are left out. */
export function readSymbols<Raw extends RawSymbol>(body: unknown, isListed: (one: Raw) => boolean): ExchangeInfo {
  const { symbols, rateLimits = [] } = body as {
    symbols: readonly Raw[]
    rateLimits?: readonly { rateLimitType: string; interval: string; limit: number }[]
  }
  const found = symbols.flatMap((one) => (isListed(one) ? (rulesOf(one) ?? []) : []))
  const limit = rateLimits.find(
    ({ rateLimitType, interval }) => rateLimitType === 'REQUEST_WEIGHT' && interval === 'MINUTE',
  )
  return { symbols: new Map(found.map((one) => [one.symbol, one])), weightLimit: limit?.limit ?? null }
}

function rulesOf(raw: RawSymbol): SymbolRules | null {
  const filter = (type: string): Readonly<Record<string, unknown>> =>
    raw.filters.find(({ filterType }) => filterType === type) ?? {}
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const [price, lot, market, notional, minimum, orders, stops] = [
    'PRICE_FILTER',
    'LOT_SIZE',
    'MARKET_LOT_SIZE',
    'NOTIONAL',
    'MIN_NOTIONAL',
    'MAX_NUM_ORDERS',
    'MAX_NUM_ALGO_ORDERS',
  ].map(filter)
  const rules = {
    symbol: raw.symbol,
    base: raw.baseAsset,
    quote: raw.quoteAsset,
    isTrading: raw.status === 'TRADING',
    orderTypes: raw.orderTypes ?? [],
    isOcoAllowed: raw.ocoAllowed === true,
    tickSize: text(price?.['tickSize']),
    minPrice: text(price?.['minPrice']),
    maxPrice: text(price?.['maxPrice']),
    stepSize: text(lot?.['stepSize']),
    minQuantity: text(lot?.['minQty']),
    maxQuantity: text(lot?.['maxQty']),
    maxMarketQuantity: text(market?.['maxQty']) || text(lot?.['maxQty']),
    minNotional: text(notional?.['minNotional']) || text(minimum?.['minNotional'] ?? minimum?.['notional']) || '0',
    maxNotional: text(notional?.['maxNotional']) || null,
    maxOrders: count(orders?.['maxNumOrders'] ?? orders?.['limit']),
    maxStops: count(stops?.['maxNumAlgoOrders'] ?? stops?.['limit']),
  }
  const isUsable = Number(rules.tickSize) > 0 && Number(rules.stepSize) > 0 && Number(rules.maxQuantity) > 0
  return isUsable && /^[A-Z0-9]+$/.test(raw.symbol) ? rules : null
}

function count(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null
}

/** A symbol as the product lists it. */
export function listSymbol(rules: SymbolRules): ListedInstrument {
  const { symbol, base, quote, isTrading } = rules
  const [tick, lot] = [Number(rules.tickSize), Number(rules.stepSize)]
  const [precision, dealtPrecision] = [decimalPlaces(tick), decimalPlaces(lot)]
  const minQuantity = Math.max(Number(rules.minQuantity), lot)
  const maxQuantity = Number(rules.maxQuantity)
  const instrument = defineInstrument(`BTCUSDT:${VENUE}`, {
    id: idOf(symbol),
    symbol,
    displaySymbol: `${base}/${quote}`,
    dealt: base,
    quote,
    precision,
    pipSize: tick,
    lotSize: lot,
    factor: Math.min(Math.max(1, minQuantity), maxQuantity),
    minQuantity,
    maxQuantity,
    // Nothing is borrowed.
    marginRate: 1,
  })
  return listInstrument(instrument, {
    status: isTrading ? 'active' : 'halted',
    tradingOpen: isTrading,
    accounts: ['spot'],
    dealtPrecision,
    quotePrecision: precision,
    quoteStep: tick,
    minNotional: Number(rules.minNotional),
    orderTypes: TYPES.filter(([, name]) => rules.orderTypes.includes(name)).map(([type]) => type),
    ...(rules.maxOrders === null ? {} : { maxOrders: rules.maxOrders }),
    ...(rules.maxStops === null ? {} : { maxStops: rules.maxStops }),
    positionCurrency: base,
    hasDepth: true,
  })
}

/** The venue's symbol of an instrument id, which may name bitcoin XBT; null for those of other venues. */
export function symbolOf(instrumentId: string): string | null {
  const [symbol, venue] = instrumentId.split(':')
  if (!symbol || venue !== VENUE || isPerpetual(symbol)) return null
  return symbol.replace(/^XBT|XBT$/, 'BTC')
}

export function idOf(symbol: string): string {
  return `${symbol}:${VENUE}`
}
