import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../auth/bootstrap-query.ts'
import { accountsQuery } from './trading-queries.ts'

/** The user's accounts; undefined for visitors, and until they are known. */
export function useAccounts(): readonly TradingAccount[] | undefined {
  const isSignedIn = Boolean(useUser())
  return useQuery({ ...accountsQuery, enabled: isSignedIn }).data
}

/** The first account that trades an instrument: a paper account trades those of simulated venues. */
export function accountFor(
  accounts: readonly TradingAccount[] | undefined,
  { simulated, broker }: Pick<MarketInstrument, 'simulated' | 'broker'>,
): TradingAccount | null {
  const trades = (account: TradingAccount): boolean =>
    account.type === 'paper' ? simulated : account.broker.toUpperCase() === broker.toUpperCase()
  return accounts?.find(trades) ?? null
}
