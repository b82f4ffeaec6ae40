import type { MarketInstrument } from '@tradeloom/contracts'
import { formatNumber } from '../../ui/format.ts'

type Priced = Pick<MarketInstrument, 'pipSize' | 'precision' | 'product' | 'quote'>

/** In pips where traders count in them, else in the currency of the price. */
export function shownSpread(
  { bid, ask }: { readonly bid: number; readonly ask: number },
  { pipSize, precision, product }: Priced,
): string {
  return product === 'Forex' ? formatNumber((ask - bid) / pipSize, 1) : formatNumber(ask - bid, precision)
}

export function spreadUnit({ product, quote }: Pick<Priced, 'product' | 'quote'>): string {
  return product === 'Forex' ? 'pips' : quote
}
