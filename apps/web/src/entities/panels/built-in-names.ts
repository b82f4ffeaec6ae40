export const FOREX_MARKETS = 'Forex Markets'
export const CRYPTO_MARKETS = 'Crypto Markets'

export function isBuiltIn(name: string): boolean {
  return name === FOREX_MARKETS || name === CRYPTO_MARKETS
}
