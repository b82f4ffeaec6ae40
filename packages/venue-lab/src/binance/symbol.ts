/** One symbol as the venue's instrument list describes it. */
export interface LabSymbol {
  readonly symbol: string
  readonly baseAsset: string
  readonly quoteAsset: string
  readonly tickSize: string
  readonly minPrice: string
  readonly maxPrice: string
  readonly stepSize: string
  readonly minQty: string
  readonly maxQty: string
  readonly maxMarketQty: string
  readonly minNotional: string
  readonly maxNotional: string
  /** How far from the average price of five minutes an order may be, as factors. */
  readonly multiplierUp: string
  readonly multiplierDown: string
  readonly maxOrders: number
  readonly maxStops: number
  /** Orders are taken while it is TRADING. */
  status: 'TRADING' | 'HALT' | 'BREAK'
}

export const BTCUSDT: LabSymbol = {
  symbol: 'BTCUSDT',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  tickSize: '0.01000000',
  minPrice: '0.01000000',
  maxPrice: '1000000.00000000',
  stepSize: '0.00001000',
  minQty: '0.00001000',
  maxQty: '9000.00000000',
  maxMarketQty: '120.00000000',
  minNotional: '5.00000000',
  maxNotional: '9000000.00000000',
  multiplierUp: '5',
  multiplierDown: '0.2',
  maxOrders: 200,
  maxStops: 5,
  status: 'TRADING',
}

const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
]

/** As an entry of exchangeInfo. */
export function describeSymbol(one: LabSymbol): object {
  return {
    symbol: one.symbol,
    status: one.status,
    baseAsset: one.baseAsset,
    baseAssetPrecision: 8,
    quoteAsset: one.quoteAsset,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(one),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  }
}

function filtersOf(one: LabSymbol): readonly object[] {
  const { multiplierUp, multiplierDown } = one
  return [
    { filterType: 'PRICE_FILTER', minPrice: one.minPrice, maxPrice: one.maxPrice, tickSize: one.tickSize },
    { filterType: 'LOT_SIZE', minQty: one.minQty, maxQty: one.maxQty, stepSize: one.stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: one.maxMarketQty, stepSize: '0.00000000' },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: multiplierUp,
      bidMultiplierDown: multiplierDown,
      askMultiplierUp: multiplierUp,
      askMultiplierDown: multiplierDown,
      avgPriceMins: 5,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: one.minNotional,
      applyMinToMarket: true,
      maxNotional: one.maxNotional,
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: one.maxOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: one.maxStops },
  ]
}
