import type { MarketInstrument } from '@tradeloom/contracts'
import { CRYPTO_MARKETS, FOREX_MARKETS } from '../../entities/panels/built-in-names.ts'

type Listed = Pick<MarketInstrument, 'product' | 'tradingOpen'>

/** The built-in layout to begin with: on weekends forex is closed, and nobody can try a closed market. */
export function firstLayoutName(instruments: readonly Listed[]): string {
  const trades = (product: string): boolean => instruments.some((one) => one.product === product && one.tradingOpen)
  return !trades('Forex') && trades('Cryptocurrency') ? CRYPTO_MARKETS : FOREX_MARKETS
}
