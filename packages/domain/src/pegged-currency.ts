const DOLLARS = new Set(['USDT', 'USDC', 'BUSD', 'TUSD', 'FDUSD', 'DAI'])

/**
 * The currency that a stablecoin is pegged to: USD for USDT. Any other currency stands for itself.
 * Market assumption: the peg holds. Exchanges quote almost everything in stablecoins, and no exchange gives a
 * long history of their price; results that rely on it say so.
 */
export function peggedCurrency(currency: string): string {
  return DOLLARS.has(currency) ? 'USD' : currency
}
