import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { accountsFor } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../user/bootstrap-query.ts'
import { accountsQuery } from './trading-queries.ts'

/** The user's accounts; undefined for visitors, and until they are known. */
export function useAccounts(): readonly TradingAccount[] | undefined {
  const isSignedIn = Boolean(useUser())
  return useQuery({ ...accountsQuery, enabled: isSignedIn }).data
}

/** Why there is no account yet to trade an instrument on; null if there is one. */
export function missingAccount(
  accounts: readonly TradingAccount[] | undefined,
  instrument: Pick<MarketInstrument, 'broker' | 'accounts' | 'displaySymbol' | 'exchangeName'>,
): string | null {
  if (accounts === undefined) return 'Your accounts are loading'
  if (accountsFor(accounts, instrument).length > 0) return null
  return `None of your accounts trades ${instrument.displaySymbol} on ${instrument.exchangeName}`
}

/** The first account that trades an instrument: the server takes the same one where none is named. */
export function accountFor(
  accounts: readonly TradingAccount[] | undefined,
  instrument: Pick<MarketInstrument, 'broker' | 'accounts'>,
): TradingAccount | null {
  return accountsFor(accounts ?? [], instrument)[0] ?? null
}
