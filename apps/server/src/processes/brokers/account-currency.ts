import type { VenueBalance } from '@tradeloom/venues'

/** The currencies that spot accounts count in, most usual first. */
const USUAL = ['USDT', 'USDC', 'FDUSD', 'USD', 'EUR', 'BTC']

/** The currency in which an account is shown: the most usual one that it has. */
export function accountCurrency(balances: readonly VenueBalance[]): string {
  const held = new Set(balances.filter(({ total }) => total > 0).map(({ currency }) => currency))
  return USUAL.find((currency) => held.has(currency)) ?? 'USDT'
}
