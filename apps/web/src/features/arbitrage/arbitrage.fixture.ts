import type { ArbitrageList, ArbitragePair } from '@tradeloom/contracts'
import { instrumentOf } from '../../entities/prices/markets.fixture.ts'

const coin = { symbol: 'BTCUSDT', displaySymbol: 'BTC/USDT', product: 'Cryptocurrency', dealt: 'BTC', quote: 'USDT' }
const market = { ...coin, precision: 2, hasDepth: true }
export const HERE = instrumentOf({ ...market, id: 'BTCUSDT:SIM' })
export const THERE = instrumentOf({ ...market, id: 'BTCUSDT:SIM2', broker: 'SIM2', exchangeName: 'SIM2' })
/** Both ways, as the matrix listens to them. */
export const BOTH = `arbitrage.${HERE.id}||${THERE.id}` as const

export function pairOf(changes: Partial<ArbitragePair> = {}): ArbitragePair {
  return {
    sellId: THERE.id,
    buyId: HERE.id,
    bid: 61_915.4,
    ask: 61_802.6,
    profit: 112.8,
    percent: 0.18,
    conversion: null,
    age: 300,
    isLive: true,
    levels: [[0.05, 61_802.6, 61_915.4]],
    executable: {
      quantity: 0.85,
      buyAverage: 61_809.72,
      sellAverage: 61_896.2,
      fees: 47.32,
      spent: 52_559.27,
      net: 26.19,
      percent: 0.0498,
      limit: 'profit',
    },
    ...changes,
  }
}

/** The other way. */
export const LOSS = pairOf({
  sellId: HERE.id,
  buyId: THERE.id,
  bid: 61_800,
  ask: 61_917,
  profit: -117,
  percent: -0.19,
  levels: [],
  executable: null,
})

export function listOf(
  pairs: ArbitrageList['pairs'],
  notes: ArbitrageList['notes'] = [],
): { event: 'arbitrage'; data: ArbitrageList } {
  return { event: 'arbitrage', data: { pairs, notes } }
}
