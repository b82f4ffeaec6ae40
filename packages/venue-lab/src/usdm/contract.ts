import type { LabSymbol } from '../binance/symbol.ts'

/** A perpetual that settles in USDT. Filters are those of symbols, under partly other names. */
export const BTCUSDT_PERPETUAL: LabSymbol = {
  symbol: 'BTCUSDT',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  tickSize: '0.10',
  minPrice: '556.80',
  maxPrice: '4529764',
  stepSize: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  maxMarketQty: '120',
  minNotional: '5',
  maxNotional: '9000000',
  multiplierUp: '1.0500',
  multiplierDown: '0.9500',
  maxOrders: 200,
  maxStops: 10,
  status: 'TRADING',
}

/** As an entry of exchangeInfo. A contract without trading is in a status that symbols do not have. */
export function describeContract(one: LabSymbol): object {
  const { symbol, status, baseAsset, quoteAsset } = one
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    status: status === 'TRADING' ? status : 'SETTLING',
    // Not the ones that are in force: the venue keeps old values here.
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset,
    quoteAsset,
    marginAsset: quoteAsset,
    // More than the tick has.
    pricePrecision: 2,
    quantityPrecision: 3,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: ['PoW'],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    filters: filtersOf(one),
    orderTypes: ['LIMIT', 'MARKET', 'STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'],
  }
}

/** A dated future of the same coin: it is in the list, too. */
export function describeQuarterly(one: LabSymbol): object {
  const { baseAsset, quoteAsset } = one
  const symbol = `${baseAsset}${quoteAsset}_270326`
  return { ...describeContract(one), symbol, contractType: 'CURRENT_QUARTER', deliveryDate: Date.UTC(2027, 2, 26, 8) }
}

function filtersOf(one: LabSymbol): readonly object[] {
  const { multiplierUp, multiplierDown } = one
  return [
    { filterType: 'PRICE_FILTER', minPrice: one.minPrice, maxPrice: one.maxPrice, tickSize: one.tickSize },
    { filterType: 'LOT_SIZE', minQty: one.minQty, maxQty: one.maxQty, stepSize: one.stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty: one.minQty, maxQty: one.maxMarketQty, stepSize: one.stepSize },
    { filterType: 'MAX_NUM_ORDERS', limit: one.maxOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', limit: one.maxStops },
    { filterType: 'MIN_NOTIONAL', notional: one.minNotional },
    { filterType: 'PERCENT_PRICE', multiplierUp, multiplierDown, multiplierDecimal: '4' },
    { filterType: 'POSITION_RISK_CONTROL', positionControlSide: 'NONE', notionalLimit: '1000000' },
  ]
}
