import { expect, it } from 'vitest'
import { listSymbol, readExchangeInfo } from './symbol-rules.ts'

const SYMBOL = {
  symbol: 'BTCUSDT',
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
    { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
  ],
}

it('lists the order types that the venue takes for the symbol', () => {
  const typesFor = (...orderTypes: string[]) => {
    const { symbols } = readExchangeInfo({ symbols: [{ ...SYMBOL, orderTypes }] })
    return [...symbols.values()].map((rules) => listSymbol(rules).orderTypes)
  }
  expect(typesFor('LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS_LIMIT')).toEqual([['MARKET', 'LIMIT', 'STOP_LIMIT']])
  expect(typesFor('STOP_LOSS', 'LIMIT', 'MARKET')).toEqual([['MARKET', 'LIMIT', 'STOP']])
})
