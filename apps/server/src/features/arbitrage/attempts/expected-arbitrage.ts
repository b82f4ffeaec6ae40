import { setTimeout as pause } from 'node:timers/promises'
import { arbitrageAt, legTerms } from '@tradeloom/book'
import type { ArbitragePair } from '@tradeloom/contracts'
import type { ListedInstrument } from '@tradeloom/domain'
import { ArbitrageScan, type ArbitrageScanDeps } from '../arbitrage-scan.ts'

/** Prices and books of two markets come within this, or not at all. */
const WAIT_MS = 2_000
const LOOK_MS = 50

/** Two markets as they are compared now, or why they are not. */
export async function comparePairNow(
  deps: ArbitrageScanDeps,
  { sellId, buyId }: Pick<ArbitragePair, 'sellId' | 'buyId'>,
): Promise<ArbitragePair | string> {
  const scan = new ArbitrageScan(
    deps,
    () => [sellId, buyId],
    () => {},
  )
  try {
    await scan.ready
    for (let waited = 0; ; waited += LOOK_MS) {
      const { pairs, notes } = scan.look()
      const pair = pairs.find((one) => one.sellId === sellId && one.buyId === buyId)
      if (pair?.isLive) return pair
      if (waited >= WAIT_MS) return pair ? 'No live price' : (notes[0]?.text ?? 'No price yet')
      await pause(LOOK_MS)
    }
  } finally {
    scan.release()
  }
}

/** What a quantity would bring now: by both books as far as they promise a profit, beyond that by the best prices. */
export function expectedOf(
  { levels, bid, ask, conversion }: Pick<ArbitragePair, 'levels' | 'bid' | 'ask' | 'conversion'>,
  quantity: number,
  { buy, sell }: { readonly buy: ListedInstrument; readonly sell: ListedInstrument },
) {
  const terms = { buy: legTerms(buy, null), sell: legTerms(sell, conversion) }
  const { buyAverage, sellAverage, fees, net } = arbitrageAt([...levels, [Infinity, ask, bid]], quantity, terms)
  return { buyAverage, sellAverage, fees, net }
}
