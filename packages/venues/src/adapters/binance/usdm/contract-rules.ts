import { decimalPlaces, defineInstrument, type ListedInstrument, listInstrument, PERPETUAL } from '@tradeloom/domain'
import { type ExchangeInfo, type RawSymbol, readSymbols, type SymbolRules } from '../symbol-rules.ts'

interface RawContract extends RawSymbol {
  readonly contractType?: string
  readonly marginAsset?: string
}

const VENUE = 'BINANCE'
/** Statuses of contracts that are not traded any more, or not yet. */
const GONE = new Set(['PENDING_TRADING', 'DELIVERED', 'CLOSE'])
/** Of accounts that have not chosen another one. */
export const USUAL_LEVERAGE = 20
const COMMISSION = { perLot: 0, percent: 0, minimum: 0, makerPercent: 0.02, takerPercent: 0.05 }

/** Reads the venue's list: perpetuals that settle in the currency of their prices. */
export function readContracts(body: unknown): ExchangeInfo {
  return readSymbols(body, ({ contractType, marginAsset, quoteAsset, status }: RawContract) => {
    return contractType === 'PERPETUAL' && marginAsset === quoteAsset && !GONE.has(status)
  })
}

/** A contract as the product lists it. */
export function listContract(rules: SymbolRules): ListedInstrument {
  const { symbol, base, quote, isTrading, maxOrders, maxStops } = rules
  const [tick, lot] = [Number(rules.tickSize), Number(rules.stepSize)]
  const minQuantity = Math.max(Number(rules.minQuantity), lot)
  const maxQuantity = Number(rules.maxQuantity)
  const precision = decimalPlaces(tick)
  const instrument = defineInstrument(`BTCUSDT${PERPETUAL}:${VENUE}`, {
    id: `${symbol}${PERPETUAL}:${VENUE}`,
    symbol: `${symbol}${PERPETUAL}`,
    displaySymbol: `${base}/${quote} perpetual`,
    dealt: base,
    quote,
    precision,
    pipSize: tick,
    lotSize: lot,
    factor: Math.min(Math.max(1, minQuantity), maxQuantity),
    minQuantity,
    maxQuantity,
    marginRate: 1 / USUAL_LEVERAGE,
  })
  return listInstrument(instrument, {
    status: isTrading ? 'active' : 'halted',
    tradingOpen: isTrading,
    accounts: ['netting', 'hedging'],
    dealtPrecision: decimalPlaces(lot),
    quotePrecision: precision,
    quoteStep: tick,
    minNotional: Number(rules.minNotional),
    ...(maxOrders === null ? {} : { maxOrders }),
    ...(maxStops === null ? {} : { maxStops }),
    positionCurrency: base,
    commission: COMMISSION,
    hasDepth: true,
  })
}
