import { findCurrency } from './currency.ts'

/**
 * The currency that a stablecoin is pegged to: USD for USDT. Any other currency is returned unchanged. Market
 * assumption: the peg holds. Exchanges quote almost everything in stablecoins, and none publishes a long history of
 * their prices; results that rely on the peg say so.
 */
export function peggedCurrency(currency: string): string {
  return findCurrency(currency)?.peg ?? currency
}
