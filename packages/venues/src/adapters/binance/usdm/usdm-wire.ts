import { isPerpetual, PERPETUAL } from '@tradeloom/domain'
import type { BinanceWire } from '../binance-wire.ts'
import { readContracts } from './contract-rules.ts'

const VENUE = 'BINANCE'

/** Perpetuals that settle in dollars. */
export const USDM_WIRE: BinanceWire = {
  path: '/fapi/v1',
  weightLimit: 2_400,
  list: { query: '', weight: 1, read: readContracts },
  symbolOf: (instrumentId) => {
    const [symbol = '', venue] = instrumentId.split(':')
    return venue === VENUE && isPerpetual(symbol) ? symbol.slice(0, -PERPETUAL.length) : null
  },
  idOf: (symbol) => `${symbol}${PERPETUAL}:${VENUE}`,
}
